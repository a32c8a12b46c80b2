import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundledLicenses, licenseList, LICENSES } from './bundled-licenses.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'flowdeck-licenses-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Makes a package, and returns its folder. */
function addPackage(name: string, details: { license?: string; text?: string }): string {
  const folder = path.join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  const { text, ...fields } = details;
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...fields }));
  if (text !== undefined) writeFileSync(path.join(folder, 'LICENSE.md'), `${text}\n`);
  return folder;
}

it('lists the packages of the page, of its workers and of files such as fonts, each once', () => {
  const page = addPackage('page', { license: 'MIT', text: 'Copyright of the page' });
  const worker = addPackage('@scope/worker', { license: 'ISC' });
  addPackage('font', { license: 'OFL-1.1', text: 'Copyright of the font' });
  addPackage('unused', { license: 'MIT' });
  const { collect, write } = bundledLicenses();
  const inPage = { moduleIds: [`${page}/a.js`, `${page}/b.js`, '\0/node_modules/virtual/c.js', `${root}/src/main.ts`] };
  collect().generateBundle(null, { 'worker.js': { moduleIds: [`${worker}/dist/index.js`] } });
  collect().generateBundle(null, {
    'page.js': inPage,
    'font.woff2': { originalFileNames: ['node_modules/font/files/font.woff2'] },
  });
  const writer = write();
  writer.configResolved({ root, build: { outDir: 'dist' } });
  writer.writeBundle.handler();
  expect(readFileSync(path.join(root, 'dist', LICENSES), 'utf8')).toBe(`# Licenses

This build contains the following packages:

## @scope/worker - 1.0.0 (ISC)

## font - 1.0.0 (OFL-1.1)

Copyright of the font

## page - 1.0.0 (MIT)

Copyright of the page
`);
});

it('rejects a package without a license', () => {
  expect(() => licenseList([addPackage('bare', {})])).toThrow('bare 1.0.0 has no license');
});
