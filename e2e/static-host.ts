import { createServer, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** File host without knowledge of Flowdeck, such as Netlify or GitHub Pages. */
export interface StaticHost {
  /** URL including the folder that the build is for, with a trailing slash. */
  readonly address: string;
  /** Requested paths, oldest first. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

interface HostOptions {
  /** Base path that the build was made for. */
  base?: string;
  /** Whether the host reads `_headers`. */
  usesHeaders?: boolean;
  /** File that the host returns for unknown paths. */
  fallback?: '404.html' | 'index.html';
}

export async function startStaticHost(
  folder: string,
  { base = '/', usesHeaders = true, fallback = '404.html' }: HostOptions = {},
): Promise<StaticHost> {
  const rules = usesHeaders ? readRules(await readFile(path.join(folder, '_headers'), 'utf8')) : [];
  const requests: string[] = [];
  const respond = async (pathname: string, response: ServerResponse) => {
    for (const { prefix, headers } of rules)
      if (pathname.startsWith(prefix)) for (const [name, value] of headers) response.setHeader(name, value);
    const name = pathname.startsWith(base) ? pathname.slice(base.length) || 'index.html' : null;
    const bytes = name === null ? null : await readFile(path.join(folder, path.normalize(name))).catch(() => null);
    response.statusCode = bytes ? 200 : 404;
    const served = bytes && name ? name : fallback;
    response.setHeader('content-type', TYPES[path.extname(served)] ?? 'application/octet-stream');
    response.end(bytes ?? (name === null ? '' : await readFile(path.join(folder, fallback))));
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    requests.push(pathname);
    void respond(decodeURIComponent(pathname), response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${base}`,
    asked: requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Rule {
  prefix: string;
  headers: [name: string, value: string][];
}

/** Parses rules: a path that ends with a star, followed by one header per line. */
function readRules(text: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^ +([\w-]+): (.+)$/.exec(line) ?? [];
    if (name) rules.at(-1)?.headers.push([name, value]);
    else if (line) rules.push({ prefix: line.replace(/\*$/, ''), headers: [] });
  }
  return rules;
}
