import { isObject, member } from '@contract/json/json-values';
import type { JsonObject, JsonValue } from '@contract/json/lossless';

/** Configured URL and method of a model call. */
export interface OperationLocation {
  baseUrl: string;
  path: string;
  method: 'POST' | 'PUT' | 'PATCH';
}

/** Operation with a request body. */
export interface Operation {
  /** Path of the document, with its templates. */
  path: string;
  method: 'post' | 'put' | 'patch';
  /** Operation id; empty if there is none. */
  id: string;
}

const WITH_BODY = ['post', 'put', 'patch'] as const;

function operationsOf(root: JsonObject): Operation[] {
  const paths = member(root, 'paths');
  if (!isObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) =>
    WITH_BODY.filter((method) => isObject(member(item, method))).map((method) => {
      const id = member(member(item, method), 'operationId');
      return { path, method, id: typeof id === 'string' ? id : '' };
    }),
  );
}

/** Operation with precomputed data for matching calls. */
interface Matcher {
  operation: Operation;
  patterns: readonly RegExp[];
  wanted: readonly (readonly [name: string, value: string])[];
  templates: number;
}

export class Operations {
  readonly all: readonly Operation[];
  readonly #matchers: readonly Matcher[];

  constructor(root: JsonObject) {
    this.all = operationsOf(root);
    this.#matchers = this.all.map((operation) => matcherOf(operation, prefixesOf(root, operation)));
  }

  /**
   * Finds the operation of a call as an HTTP router does. `servers` may contain a part of the path, a template matches any
   * segment, a trailing slash is ignored, and a path with a query needs that query. A single operation matches any URL.
   * Returns `null` if there is none.
   */
  find({ baseUrl, path, method }: OperationLocation): Operation | null {
    const call = callOf(baseUrl, path);
    const matches = this.#matchers
      .filter((matcher) => matcher.operation.method === method.toLowerCase() && isMatch(matcher, call))
      .sort((left, right) => left.templates - right.templates || right.wanted.length - left.wanted.length);
    const run = this.all.find(({ id }) => id === 'runRouterModel');
    const [only] = this.all;
    return matches[0]?.operation ?? run ?? (this.all.length === 1 && only ? only : null);
  }
}

interface Call {
  /** Path below the base URL, then the whole path. */
  pathnames: readonly [string, string];
  query: URLSearchParams;
}

function callOf(baseUrl: string, path: string): Call {
  const [bare = '', query = ''] = path.split('?');
  const below = withoutSlash(bare);
  return {
    pathnames: [below, `${withoutSlash(new URL(baseUrl).pathname)}${below}`],
    query: new URLSearchParams(query),
  };
}

function matcherOf(operation: Operation, prefixes: readonly string[]): Matcher {
  const [bare = '', stated = ''] = operation.path.split('?');
  return {
    operation,
    patterns: prefixes.map((prefix) => templatePattern(`${prefix}${withoutSlash(bare)}`)),
    wanted: [...new URLSearchParams(stated)],
    templates: (bare.match(/\{/g) ?? []).length,
  };
}

function isMatch({ patterns, wanted }: Matcher, { pathnames, query }: Call): boolean {
  return (
    wanted.every(([name, value]) => query.getAll(name).includes(value)) &&
    pathnames.some((pathname) => patterns.some((pattern) => pattern.test(pathname)))
  );
}

function templatePattern(template: string): RegExp {
  const parts = template
    .split(/(?:\{[^{}/]*\})+/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

/** Returns the paths of the servers that apply to an operation, with default values of variables, and the empty path. */
function prefixesOf(root: JsonObject, { path, method }: Operation): string[] {
  const item = member(member(root, 'paths'), path);
  const servers = [root, item, member(item, method)].flatMap((holder) => {
    const list = member(holder, 'servers');
    return Array.isArray(list) ? list : [];
  });
  return ['', ...new Set(servers.map(serverPath))];
}

function serverPath(server: JsonValue): string {
  const url = member(server, 'url');
  if (typeof url !== 'string') return '';
  const variables = member(server, 'variables');
  const filled = url.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    String(member(member(variables, name), 'default')),
  );
  return URL.canParse(filled, 'http://server.invalid')
    ? withoutSlash(new URL(filled, 'http://server.invalid').pathname)
    : '';
}

/**
 * Returns the base URL of a document's paths, derived from one of its models: the model's URL without the operation's path.
 * @param template path of the operation in the document
 */
export function basePathOf({ baseUrl, path }: OperationLocation, template: string): URL {
  const base = new URL(baseUrl);
  const [bare = ''] = path.split('?');
  const whole = segmentsOf(`${base.pathname}/${bare}`);
  const below = segmentsOf(template.split('?')[0] ?? '').length;
  base.pathname = `/${whole.slice(0, Math.max(0, whole.length - below)).join('/')}`;
  base.search = '';
  return base;
}

const segmentsOf = (pathname: string) => pathname.split('/').filter(Boolean);

function withoutSlash(pathname: string): string {
  return pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
}
