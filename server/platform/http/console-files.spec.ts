import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RouterModel } from '../../router/model-source';
import { createConsoleFiles, type ConsoleFiles } from './console-files';

let folder: string;
let files: ConsoleFiles;

const ORIGIN = 'http://127.0.0.1:8189';

const put = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};
const get = (where: string, headers: Record<string, string> = {}, method = 'GET') =>
  files.respond(new Request(`${ORIGIN}${where}`, { method, headers }));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-console-'));
  put('index.html', '<meta name="csp-nonce" content="__CSP_NONCE__" />');
  put('_app/main-abc.js', 'plain');
  put('_app/main-abc.js.br', 'brotli');
  put('_app/main-abc.js.gz', 'gzip');
  put('_app/hash.wasm', 'wasm');
  put('icon.svg', '<svg/>');
  put('.vite/manifest.json', '{}');
  files = createConsoleFiles(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the page', () => {
  test.each(['/', '/local/jobs', '/local/jobs/some.id', '/index.html'])('%s is the page', async (where) => {
    const response = await get(where);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain('csp-nonce');
  });

  test('each response has a new nonce, the same in page and policy', async () => {
    const nonces = await Promise.all(
      [await get('/'), await get('/')].map(async (response) => {
        const [, inPage] = /content="([\w-]{16,})"/.exec(await response.text()) ?? [];
        expect(response.headers.get('content-security-policy')).toContain(
          `style-src ${ORIGIN}/_app/ 'nonce-${inPage}';`,
        );
        return inPage;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });

  test('may load data and media from its current direct surfaces, and code from none of them', async () => {
    let direct: string[] = [];
    files = createConsoleFiles(folder, { directOrigins: () => direct });
    const sourcesOf = async (where: string) =>
      Object.fromEntries(
        ((await get(where)).headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources];
        }),
      );
    expect((await sourcesOf('/'))['connect-src']).toEqual(["'self'"]);
    direct = ['https://jobs.example', 'http://[::1]:8188', 'https://*', 'https://a;script-src', 'https://b,c'];
    for (const where of ['/', '/_app/main-abc.js']) {
      const { 'connect-src': data, 'img-src': images, 'media-src': media, ...others } = await sourcesOf(where);
      const loaded = ["'self'", 'https://jobs.example', 'http://[::1]:8188'];
      expect([data, images, media]).toEqual([loaded, [...loaded, 'blob:', 'data:'], [...loaded, 'blob:']]);
      expect(JSON.stringify(others)).not.toContain('jobs.example');
    }
  });

  test.each([
    ['/local/jobs', 'list'],
    ['/local/jobs/some.id', 'job'],
    ['/local/jobs/some.id/', 'job'],
    ['/local/models/flowdeck/halftone', 'model'],
    ['/local/models/runs', null],
    ['/local/elsewhere', null],
    ['/', null],
  ])('%s has links for its other files: %s', async (where, link) => {
    put('.vite/preloads.json', JSON.stringify({ jobs: 'list', 'jobs/*': 'job', 'models/*': 'model' }));
    files = createConsoleFiles(folder);
    expect((await get(where)).headers.get('link')).toBe(link);
  });

  test.each([
    ['/local/jobs', true, 'list, answers'],
    ['/local/jobs?status=failed', true, 'list'],
    ['/elsewhere/jobs', true, 'list'],
    ['/local/jobs', false, 'list'],
    ['/local/submit', true, null],
  ])('%s, open: %s, has links for its first requests: %s', async (where, isOpen, link) => {
    put('.vite/preloads.json', JSON.stringify({ jobs: 'list' }));
    put('.vite/answers.json', JSON.stringify({ jobs: 'answers' }));
    files = createConsoleFiles(folder, { isOpen });
    expect((await get(where)).headers.get('link')).toBe(link);
  });

  test.each([
    ['/local/models/flowdeck/halftone', 'model, <flowdeck/halftone> <flowdeck/halftone/openapi.json>'],
    ['/local/models/flowdeck/halftone?view=json', 'model'],
    ['/local/models/Not/an%20id', 'model'],
    ['/elsewhere/models/flowdeck/halftone', 'model'],
  ])('%s has links for the requests of its model: %s', async (where, link) => {
    put('.vite/preloads.json', JSON.stringify({ 'models/*': 'model' }));
    const responses = '<__PROVIDER__/__MODEL__> <__PROVIDER__/__MODEL__/openapi.json>';
    put('.vite/answers.json', JSON.stringify({ 'models/*': responses }));
    files = createConsoleFiles(folder);
    expect((await get(where)).headers.get('link')).toBe(link);
  });

  test('a prerendered page with few modules has links for them, unless it has content to paint first', async () => {
    put('index.html', '<meta content="__MODULES__"><div id="root"></div>');
    put('.vite/preloads.json', JSON.stringify({ jobs: '</_app/jobs.js>; rel=modulepreload' }));
    put('.vite/pictures.json', JSON.stringify({ jobs: '<h1>' }));
    files = createConsoleFiles(folder);
    const response = await get('/local/jobs');
    expect(response.headers.get('link')).toBe('</_app/jobs.js>; rel=modulepreload');
    expect(await response.text()).toBe('<meta content=""><div id="root"><h1></div>');
    files = createConsoleFiles(folder, { readJobs: () => [{ looks: [], wordOf: () => undefined }] });
    const filled = await get('/local/jobs');
    expect(filled.headers.get('link')).toBeNull();
    expect(await filled.text()).toBe('<meta content="/_app/jobs.js"><div id="root"><h1></div>');
  });

  test('below a path, the page finds its files and its first requests there', async () => {
    const page = '<link href="/icon.svg"><script src="/_app/main-abc.js"></script><a href="https://x.example/">';
    put('index.html', `${page}<meta content="__MODULES__"><div id="root"></div>`);
    put('theme.js', 'loose');
    const names = Array.from({ length: 13 }, (_, index) => `/_app/${index}.js`);
    const modules = names.map((name) => `<${name}>; rel=modulepreload`);
    put(
      '.vite/preloads.json',
      JSON.stringify({ jobs: ['</_app/jobs.css>; rel=preload; as=style', ...modules].join(', ') }),
    );
    put('.vite/answers.json', JSON.stringify({ jobs: '</console/status>; rel=preload' }));
    put('.vite/pictures.json', JSON.stringify({ jobs: '<a href="/local/jobs">' }));
    files = createConsoleFiles(folder, { publicUrl: 'https://x.example/deck', mount: '/deck' });
    const response = await files.respond(new Request('http://x.example/local/jobs'));
    expect(await response.text()).toBe(
      '<link href="/deck/icon.svg"><script src="/deck/_app/main-abc.js"></script><a href="https://x.example/">' +
        // Many modules follow the first paint.
        `<meta content="${names.map((name) => `/deck${name}`).join(' ')}"><div id="root"><a href="/deck/local/jobs"></div>`,
    );
    expect(response.headers.get('link')).toBe(
      '</deck/_app/jobs.css>; rel=preload; as=style, </deck/console/status>; rel=preload',
    );
    expect(response.headers.get('content-security-policy')).toContain(
      'script-src http://x.example/deck/_app/ http://x.example/deck/theme.js https://x.example/deck/_app/',
    );
  });

  test('has headers that fit into the 4 KiB of a proxy: without the last of many files, and with all first requests', async () => {
    const links = Array.from(
      { length: 60 },
      (_, index) => `</_app/a-chunk-with-a-long-name-${index}.js>; rel=modulepreload`,
    );
    put('.vite/preloads.json', JSON.stringify({ jobs: links.join(', ') }));
    put('.vite/answers.json', JSON.stringify({ jobs: '</console/status>; rel=preload' }));
    files = createConsoleFiles(folder, { publicUrl: 'https://x.example/deck', mount: '/deck' });
    const { headers } = await files.respond(new Request('http://x.example/local/jobs'));
    const length = [...headers].reduce((sum, [name, value]) => sum + `${name}: ${value}\r\n`.length, 0);
    expect(length).toBeLessThan(3900);
    expect(length).toBeGreaterThan(3600);
    const link = headers.get('link') ?? '';
    expect(link).toContain('</deck/_app/a-chunk-with-a-long-name-0.js>');
    expect(link).not.toContain('long-name-59.js');
    expect(link).toMatch(/, <\/deck\/console\/status>; rel=preload$/);
  });

  describe('when prerendered', () => {
    const PICTURE = '<p>$& of <b>jobs</b></p>';
    beforeEach(() => {
      put('index.html', '<div id="root"></div>');
      put('.vite/pictures.json', JSON.stringify({ jobs: PICTURE }));
    });

    test.each([
      ['/local/jobs', PICTURE],
      ['/local/jobs/some.id', ''],
      ['/local/submit', ''],
      ['/elsewhere/jobs', ''],
      ['/', ''],
    ])('%s shows %s', async (where, image) => {
      files = createConsoleFiles(folder);
      expect(await (await get(where)).text()).toBe(`<div id="root">${image}</div>`);
    });

    test('a model page shows the model of its path, escaped', async () => {
      put(
        '.vite/pictures.json',
        JSON.stringify({ 'models/*': '<h1 title="__PROVIDER__/__MODEL__">__PROVIDER__/__MODEL__</h1>' }),
      );
      files = createConsoleFiles(folder);
      expect(await (await get('/local/models/flowdeck/halftone')).text()).toContain(
        '<h1 title="flowdeck/halftone">flowdeck/halftone</h1>',
      );
      const hostile = await (await get(`/local/models/a/${encodeURIComponent('"><script>$&')}`)).text();
      expect(hostile).toContain('<h1 title="a/&quot;&gt;&lt;script&gt;$&amp;">');
      expect(hostile).not.toContain('<script>');
    });

    test('the catalog lists all models, and none for a search; a model page shows one model', async () => {
      const image = '__LIST first 9____ITEM any__<li>__MODEL__</li>__END__';
      put('.vite/pictures.json', JSON.stringify({ models: image, 'models/*': image }));
      const ids = ['a/one', 'a/two'];
      const readCatalog = () => ({ name: 'any', models: new Map(ids.map((id) => [id, {} as RouterModel])), ids });
      files = createConsoleFiles(folder, { readCatalog });
      const rootOf = async (where: string) => (await (await get(where)).text()).slice('<div id="root">'.length, -6);
      expect(await rootOf('/local/models')).toBe('<li>one</li><li>two</li>');
      expect(await rootOf('/local/models?q=two')).toBe('');
      expect(await rootOf('/local/models/a/two')).toBe('<li>two</li>');
      expect(await rootOf('/local/models/a/missing')).toBe('');
    });

    test('the job list has the first jobs of this gateway, with its links; a filtered list and other pages have none', async () => {
      const image = '__LIST first 9____ITEM any__<li>__NAME__</li>__END__';
      put('.vite/pictures.json', JSON.stringify({ jobs: image, submit: image }));
      const readJobs = (origin: string) => [{ looks: [], wordOf: () => `<a> of ${origin}` }];
      const options = { readJobs, publicUrl: 'https://x.example/deck' };
      files = createConsoleFiles(folder, options);
      const rootOf = async (where: string) => (await (await get(where)).text()).slice('<div id="root">'.length, -6);
      expect(await rootOf('/local/jobs')).toBe('<li>&lt;a&gt; of https://x.example/deck</li>');
      expect(await rootOf('/local/jobs?status=failed')).toBe('');
      expect(await rootOf('/local/submit')).toBe('');
      files = createConsoleFiles(folder, { ...options, isOpen: false });
      expect(await rootOf('/local/jobs')).toBe('');
    });

    test('starts empty if a token is required, since the sign-in may follow', async () => {
      files = createConsoleFiles(folder, { isOpen: false });
      expect(await (await get('/local/jobs')).text()).toBe('<div id="root"></div>');
    });
  });

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('for "%s" it is compressed with %s', async (accepted, encoding, decompress) => {
    const response = await get('/local/jobs', { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(decompress(await response.arrayBuffer()).toString()).toContain('csp-nonce');
    expect((await get('/local/jobs')).headers.get('content-encoding')).toBeNull();
  });

  test('a new build is used without a restart', async () => {
    put('index.html', 'the second build');
    put('_app/new-def.js', 'new');
    utimesSync(path.join(folder, 'index.html'), 1, 1);
    expect(await (await get('/')).text()).toBe('the second build');
    expect((await get('/_app/new-def.js')).status).toBe(200);
  });

  test('without a build the response says what to do', async () => {
    rmSync(path.join(folder, 'index.html'));
    const response = await get('/');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('npm run build');
  });
});

describe('files', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip', 'gzip'],
    ['identity', null, 'plain'],
    ['', null, 'plain'],
  ])('accept-encoding "%s" gets %s', async (accepted, encoding, body) => {
    const response = await get('/_app/main-abc.js', { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe(body);
  });

  test('names with a hash are cached forever, others are revalidated each time', async () => {
    expect((await get('/_app/hash.wasm')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const icon = await get('/icon.svg');
    expect(icon.headers.get('cache-control')).toBe('no-cache');
    const etag = icon.headers.get('etag') ?? '';
    expect((await get('/icon.svg', { 'if-none-match': etag })).status).toBe(304);
  });

  test('a missing file of the build is 404, never the page', async () => {
    for (const where of ['/_app/gone-123.js', '/samples/gone.json', '/_app/main-abc.js.map']) {
      expect((await get(where)).status).toBe(404);
    }
  });

  test.each(['/.vite/manifest.json', '/_app/main-abc.js.br', '/%2e%2e/secret', '/_app/..%2f..%2fsecret', '/%00'])(
    '%s does not lead to a file',
    async (where) => {
      const response = await get(where);
      expect(response.headers.get('content-type')).not.toMatch(/json|octet/);
      expect(await response.text()).not.toMatch(/brotli|\{\}/);
    },
  );

  test('every response has the security headers; scripts have the policy of their workers', async () => {
    for (const where of ['/', '/_app/main-abc.js', '/icon.svg', '/_app/gone.js']) {
      const { headers } = await get(where);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
    const policy = (await get('/_app/main-abc.js')).headers.get('content-security-policy');
    expect(policy).toMatch(/default-src 'none'.*script-src .* 'wasm-unsafe-eval'.*connect-src 'self'/);
    expect(policy).not.toContain('unsafe-inline');
  });

  test('scripts, styles and workers come from the build only, not from the files of the user', async () => {
    put('theme.js', 'loose');
    put('samples/workflow.json', '{}');
    files = createConsoleFiles(folder, { publicUrl: 'https://deck.example' });
    const policyAt = async (url: string) => {
      const response = await files.respond(new Request(url));
      return (response.headers.get('content-security-policy') ?? '').split('; ');
    };
    const local = `${ORIGIN}/_app/ ${ORIGIN}/theme.js`;
    const open = 'https://deck.example/_app/ https://deck.example/theme.js';
    const policy = await policyAt(`${ORIGIN}/`);
    expect(policy).toContain(`script-src ${local} ${open} 'wasm-unsafe-eval'`);
    expect(policy).toContain(`worker-src ${local} ${open}`);
    expect(policy.join()).toMatch(/style-src http:\/\/127.0.0.1:8189\/_app\/ https:\/\/deck.example\/_app\/ 'nonce-/);
    expect(await policyAt('https://deck.example/')).toContain(`script-src ${open} 'wasm-unsafe-eval'`);
    // CSP cannot specify paths for these origins.
    expect(await policyAt('http://[::1]:8189/')).toContain("script-src 'self' 'wasm-unsafe-eval'");
  });

  test('HEAD has no body, other methods are rejected', async () => {
    expect(await (await get('/icon.svg', {}, 'HEAD')).text()).toBe('');
    expect((await get('/', {}, 'POST')).status).toBe(405);
  });
});
