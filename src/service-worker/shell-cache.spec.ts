import { beforeEach, describe, expect, it } from 'vitest';
import { moveBuild, ShellCache, type Build } from './shell-cache';

const ORIGIN = 'http://127.0.0.1:8189';
const PATHS = { base: '/', page: '/index.html' };
const FIRST: Build = { ...PATHS, id: 'first', files: ['/_app/app-1.js', '/_app/shared-0.js', '/samples/coral.json'] };
const SECOND: Build = { ...PATHS, id: 'second', files: ['/_app/app-2.js', '/_app/shared-0.js', '/samples/coral.json'] };

/** What the gateway serves by path; null while it is down. */
let served: Record<string, string> | null;
let requested: string[];
let storage: FakeCacheStorage;

beforeEach(() => {
  storage = new FakeCacheStorage();
  serve(FIRST);
});

describe('while the gateway responds', () => {
  it('loads pages from the gateway, never from the cache', async () => {
    const shell = await filled(FIRST);
    serve(SECOND);
    expect(await openPage(shell)).toBe('page of second');
  });

  it('uses the page that the browser has preloaded', async () => {
    const shell = await filled(FIRST);
    const response = shell.respond(request('/local/jobs'), true, Promise.resolve(new Response('ahead')));
    expect(await (await response)?.text()).toBe('ahead');
  });

  it('loads hashed files from the cache and all others from the gateway', async () => {
    const shell = await filled(FIRST);
    expect(await read(shell, '/_app/app-1.js')).toBe('/_app/app-1.js of first');
    expect(await read(shell, '/samples/coral.json')).toBe('/samples/coral.json of first');
    expect(requested).toEqual(['/samples/coral.json']);
  });

  it('does not handle APIs, other methods, other origins and unknown files', async () => {
    const shell = await filled(FIRST);
    for (const path of ['/api/v2/jobs', '/console/status', '/v1/models', '/v2/models', '/favicon.ico']) {
      expect(shell.respond(request(path), false)).toBeNull();
    }
    // An uploaded file that is opened in a tab is no page of the console.
    expect(shell.respond(request('/api/v2/assets/a/content'), true)).toBeNull();
    expect(shell.respond(new Request(`${ORIGIN}/local/jobs`, { method: 'POST' }), true)).toBeNull();
    expect(shell.respond(new Request('http://example.test/_app/app-1.js'), false)).toBeNull();
  });
});

it('serves a build at the base path where it is registered, and leaves the APIs there to the gateway', async () => {
  const moved = moveBuild(FIRST, '/deck/');
  expect(moved).toEqual({
    id: 'first',
    base: '/deck/',
    page: '/deck/index.html',
    files: ['/deck/_app/app-1.js', '/deck/_app/shared-0.js', '/deck/samples/coral.json'],
  });
  const shell = new ShellCache(moved, browser());
  expect(shell.respond(request('/deck/api/v2/assets/a/content'), true)).toBeNull();
  expect(shell.respond(request('/deck/console/status'), false)).toBeNull();
});

describe('while the gateway is down', () => {
  it('serves every page and file of the stored build', async () => {
    const shell = await filled(FIRST);
    served = null;
    expect(await openPage(shell)).toBe('page of first');
    for (const file of FIRST.files) expect(await read(shell, file)).toBe(`${file} of first`);
  });

  it('fails like the network if nothing is stored', async () => {
    const shell = new ShellCache(FIRST, browser());
    served = null;
    await expect(openPage(shell)).rejects.toThrow('Failed to fetch');
  });
});

describe('across builds', () => {
  it('stores nothing if the gateway serves a page of another build', async () => {
    serve(SECOND);
    await expect(new ShellCache(FIRST, browser()).fill()).rejects.toThrow('another build');
    expect(await storage.keys()).toEqual([]);
  });

  it('stores nothing if one file is missing', async () => {
    serve(FIRST);
    delete served?.['/samples/coral.json'];
    await expect(new ShellCache(FIRST, browser()).fill()).rejects.toThrow('/samples/coral.json: 404');
    expect(await storage.keys()).toEqual([]);
  });

  it('deletes the files of earlier builds, and no unrelated caches', async () => {
    await filled(FIRST);
    await storage.open('of-something-else');
    serve(SECOND);
    const shell = await filled(SECOND);
    await shell.deleteOthers();
    expect(await storage.keys()).toEqual(['of-something-else', 'flowdeck-shell-second']);
    served = null;
    expect(await openPage(shell)).toBe('page of second');
  });

  it('downloads again only what has changed', async () => {
    await filled(FIRST);
    serve(SECOND);
    await filled(SECOND, { keepsRequests: true });
    expect(requested.toSorted()).toEqual(['/_app/app-2.js', '/index.html', '/samples/coral.json']);
  });
});

function serve(build: Build): void {
  served = Object.fromEntries(build.files.map((file) => [file, `${file} of ${build.id}`]));
  served['/index.html'] = `<meta name="flowdeck-build" content="${build.id}" />page of ${build.id}`;
  requested = [];
}

async function filled(build: Build, { keepsRequests = false } = {}): Promise<ShellCache> {
  const shell = new ShellCache(build, browser());
  await shell.fill();
  if (!keepsRequests) requested = [];
  return shell;
}

const request = (path: string) => new Request(ORIGIN + path);

async function openPage(shell: ShellCache): Promise<string> {
  const text = await (await shell.respond(request('/local/jobs'), true))?.text();
  return text?.replace(/^<meta[^>]*>/, '') ?? '';
}

async function read(shell: ShellCache, path: string): Promise<string | undefined> {
  return (await shell.respond(request(path), false))?.text();
}

function browser() {
  return {
    origin: ORIGIN,
    caches: storage as unknown as CacheStorage,
    fetch: async (target: RequestInfo): Promise<Response> => {
      const path = typeof target === 'string' ? target : new URL(target.url).pathname;
      if (served === null) throw new TypeError('Failed to fetch');
      requested.push(path);
      const text = served[path] ?? (path.startsWith('/local/') ? served['/index.html'] : undefined);
      return text === undefined ? new Response('', { status: 404 }) : new Response(text);
    },
  };
}

/** As much of the Cache API as the shell uses. */
class FakeCacheStorage {
  readonly #caches = new Map<string, Map<string, Response>>();

  async open(name: string) {
    const files = this.#caches.get(name) ?? new Map<string, Response>();
    this.#caches.set(name, files);
    return {
      put: async (path: string, response: Response) => void files.set(path, response),
      match: async (path: string) => files.get(path)?.clone(),
    };
  }

  async keys() {
    return [...this.#caches.keys()];
  }

  async delete(name: string) {
    return this.#caches.delete(name);
  }

  async match(path: string) {
    for (const files of this.#caches.values()) if (files.has(path)) return files.get(path)?.clone();
    return undefined;
  }
}
