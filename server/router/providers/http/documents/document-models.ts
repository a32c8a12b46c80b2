import { isObject, member } from '@contract/json/json-values';
import { localReferences } from '@contract/model-schema/references';
import { isModelSegment } from '@contract/router/model-id';
import { Model, type DocumentModels, type ModelConfig, type ProviderConfig } from '../config-schema';
import type { Operation } from './find-operation';
import type { ServiceDocument } from './service-document';

const MAX_NAME = 128;

/**
 * Creates a model for each operation with a JSON body. Skips operations that `models` already lists, and paths with
 * templates, which only a configuration can fill in.
 */
export function modelsOfDocument(
  service: ServiceDocument,
  document: DocumentModels & { file: string },
  { baseUrl, models: named }: Pick<ProviderConfig, 'baseUrl' | 'models'>,
): ModelConfig[] {
  const { file, url: _, paths, ...shared } = document;
  const prefix = missingPrefix(service, baseUrl);
  const known = new Set(named.map(({ method, path }) => `${method} ${path}`));
  const taken = new Set(named.map(({ name }) => name));
  const made: ModelConfig[] = [];
  for (const operation of service.operations()) {
    const path = `${prefix}${operation.path}`;
    const method = operation.method.toUpperCase();
    if (operation.path.includes('{') || known.has(`${method} ${path}`) || !isWanted(operation.path, paths)) continue;
    if (!takesJson(service, operation)) continue;
    const name = unusedName(operation, taken);
    if (name === null) continue;
    taken.add(name);
    made.push(Model.parse({ ...shared, name, path, method, schema: { file } }));
  }
  return made;
}

/** Matches a path with globs (`*` as wildcard). No list matches all paths. */
export function isWanted(path: string, globs: readonly string[] | undefined): boolean {
  if (globs === undefined) return true;
  return globs.some((glob) => {
    const [start = '', ...rest] = glob.split('*');
    if (rest.length === 0) return path === glob;
    if (!path.startsWith(start)) return false;
    let at = start.length;
    for (const part of rest.slice(0, -1)) {
      const found = path.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    const end = rest.at(-1) ?? '';
    return path.length - end.length >= at && path.endsWith(end);
  });
}

/** Derives an unused model name: `createImageEdit` becomes `create-image-edit`; an operation without id is named by its path. */
function unusedName({ id, path }: Operation, taken: ReadonlySet<string>): string | null {
  const name = slug(id) ?? slug(path);
  if (name === null) return null;
  for (let count = 1; count < 100; count += 1) {
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!taken.has(candidate)) return candidate;
  }
  return null;
}

function slug(text: string): string | null {
  const name = text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME - 3)
    .replaceAll(/^-|-$/g, '');
  return isModelSegment(name) ? name : null;
}

/** Returns the path of the document's `servers` that is missing in the base URL of the provider. */
function missingPrefix({ root }: ServiceDocument, baseUrl: string): string {
  const servers = member(root, 'servers');
  const url = Array.isArray(servers) ? member(servers[0], 'url') : undefined;
  if (typeof url !== 'string' || url.includes('{') || !URL.canParse(url, baseUrl)) return '';
  const path = new URL(url, baseUrl).pathname.replace(/\/$/, '');
  return new URL(baseUrl).pathname.replace(/\/$/, '').endsWith(path) ? '' : path;
}

function takesJson({ root }: ServiceDocument, { path, method }: Operation): boolean {
  const resolve = localReferences(root);
  const body = member(member(member(member(root, 'paths'), path), method), 'requestBody');
  const reference = member(body, '$ref');
  const content = member(typeof reference === 'string' ? resolve(reference) : body, 'content');
  return isObject(content) && Object.keys(content).some((type) => /^application\/(?:[^;\s]+\+)?json\b/i.test(type));
}
