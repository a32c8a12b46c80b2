import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../server/platform/http/console-headers';
import { REPLACED } from './demo-worker.mjs';
import { finishStaticBuild, staticPage } from './static-files.mjs';
import { headersFile, pagePolicy } from './static-policy.mjs';

const PAGE = `<html><head><meta charset="utf-8" /><meta name="csp-nonce" content="__CSP_NONCE__" /><title>A</title>
<script src="/deck/theme.js"></script><script type="module" crossorigin src="/deck/_app/a.js"></script></head></html>`;
const LINKS =
  '</_app/a.css>; rel=preload; as=style; crossorigin, </_app/a.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin, </_app/b.js>; rel=modulepreload';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-static-'));
  fill();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function fill(): void {
  for (const name of ['_app', '.vite']) mkdirSync(path.join(folder, name), { recursive: true });
  for (const file of ['theme.js', '_app/a.js', '_app/b.js', '_app/a.woff2']) write(file, `text of ${file}`);
  write('index.html', PAGE);
  write('.vite/preloads.json', JSON.stringify({ '/': LINKS }));
  write('.vite/license.md', 'notices');
}

describe('a build for a static host', () => {
  it('has the policy in the page, and the hash of each script in the page', () => {
    finishStaticBuild(folder, '/deck/', '/');
    const page = read('index.html');
    const nonce = /name="csp-nonce" content="([\w-]{22})"/.exec(page)?.[1] ?? '';
    expect(page).toContain(`<meta http-equiv="content-security-policy" content="${pagePolicy(nonce)}" />`);
    expect(page.indexOf('http-equiv')).toBeLessThan(page.indexOf('<script'));
    expect(page).toContain(`<script src="/deck/theme.js" integrity="${hashOf('theme.js')}">`);
    expect(page).toContain(`src="/deck/_app/a.js" integrity="${hashOf('_app/a.js')}">`);
    expect(page).toContain(`<link href="/deck/_app/b.js" rel="modulepreload" integrity="${hashOf('_app/b.js')}">`);
    expect(page).toContain('<link href="/deck/_app/a.woff2" rel="preload" as="font" type="font/woff2" crossorigin>');
    expect(page).not.toContain('a.css');
    expect(read('404.html')).toBe(page);
    expect(read('_headers')).toBe(headersFile(nonce, '/deck/'));
  });

  it('prerenders the page of the base path, and no other', () => {
    write('index.html', PAGE.replace('</html>', '<body><div id="root"></div></body></html>'));
    write('.vite/pictures.json', JSON.stringify({ '/': '<div class="contents" inert><h1>Servers</h1></div>' }));
    finishStaticBuild(folder, '/deck/', '/');
    expect(read('index.html')).toContain(
      '<div id="root"><div class="contents prerendered-base" inert><h1>Servers</h1></div></div>',
    );
    expect(read('404.html')).toContain('<div id="root"></div>');
  });

  it('lists the hash of every file except the list', () => {
    finishStaticBuild(folder, '/deck/', '/');
    const listed = JSON.parse(read('files.json')) as Record<string, { sha256: string; bytes: number }>;
    expect(Object.keys(listed)).toEqual([
      '404.html',
      '_app/a.js',
      '_app/a.woff2',
      '_app/b.js',
      '_headers',
      'index.html',
      'licenses.md',
      'theme.js',
    ]);
    expect(listed['theme.js']).toEqual({
      sha256: createHash('sha256').update('text of theme.js').digest('hex'),
      bytes: 16,
    });
    expect(existsSync(path.join(folder, '.vite'))).toBe(false);
  });

  it('keeps the notices of the bundled packages', () => {
    finishStaticBuild(folder, '/deck/', '/');
    expect(read('licenses.md')).toBe('notices');
  });

  it('is the same from the same sources', () => {
    const built = () => {
      fill();
      finishStaticBuild(folder, '/deck/', '/');
      return read('files.json');
    };
    const first = built();
    rmSync(folder, { recursive: true });
    expect(built()).toBe(first);
  });

  it('fails if the page has no placeholder for its policy', () => {
    const details = { nonce: 'n', base: '/', links: LINKS, folder };
    expect(() => staticPage('<html></html>', details)).toThrow('__CSP_NONCE__');
  });
});

describe('its policy', () => {
  it('has the directives of the gateway, and allows no additional code', () => {
    const ours = directivesOf(/content-security-policy: (.+)/.exec(headersFile('n', '/'))?.[1] ?? '');
    const gateway = directivesOf(
      contentSecurityPolicy('n', { origins: ['http://[::1]:1'], scripts: [], mount: '', surfaces: [] }),
    );
    expect([...ours.keys()].sort()).toEqual([...gateway.keys()].sort());
    for (const name of gateway.keys()) {
      if (['connect-src', 'img-src', 'media-src'].includes(name)) continue;
      expect(`${name} ${ours.get(name)}`).toBe(`${name} ${gateway.get(name)}`);
    }
  });

  it('omits from the page what browsers accept in a header only', () => {
    expect(pagePolicy('n')).not.toContain('frame-ancestors');
    expect(headersFile('n', '/')).toContain("frame-ancestors 'none'");
  });
});

describe('replacements of Node modules in the demo', () => {
  it.each(Object.entries(REPLACED))('%s: has its exports', (from, to) => {
    const exported = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name);
    expect(exported(from).length).toBeGreaterThan(0);
    expect(exported(to)).toEqual(expect.arrayContaining(exported(from)));
  });
});

function directivesOf(policy: string): Map<string, string> {
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

function hashOf(file: string): string {
  return `sha256-${createHash('sha256').update(`text of ${file}`).digest('base64')}`;
}

function read(file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}

function write(file: string, text: string): void {
  writeFileSync(path.join(folder, file), text);
}
