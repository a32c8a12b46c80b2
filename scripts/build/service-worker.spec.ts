import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeBuild } from './service-worker.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-build-'));
  mkdirSync(path.join(folder, '_app'));
  mkdirSync(path.join(folder, '.vite'));
  write('index.html', '<meta name="flowdeck-build" content="__BUILD_ID__" />');
  for (const file of ['_app/a-1.js', '_app/a-1.js.map', '_app/a-1.js.br', '_app/a-1.js.gz', '.vite/manifest.json'])
    write(file, file);
  write('theme.js', 'theme');
  write('service-worker.js', 'of an earlier build');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('describeBuild', () => {
  it('lists the files that pages load, without source maps, compressed copies and build metadata', () => {
    expect(describeBuild(folder).files).toEqual(['/_app/a-1.js', '/theme.js']);
  });

  it('lists them by the path at which they will be served', () => {
    expect(describeBuild(folder, '/deck/', '')).toMatchObject({
      base: '/deck/',
      page: '/deck/',
      files: ['/deck/_app/a-1.js', '/deck/theme.js'],
    });
  });

  it('changes the id if and only if the name or content of a file changes', () => {
    const { id } = describeBuild(folder);
    expect(describeBuild(folder).id).toBe(id);
    write('theme.js', 'another theme');
    const changed = describeBuild(folder).id;
    expect(changed).not.toBe(id);
    write('_app/b-2.js', '');
    expect(describeBuild(folder).id).not.toBe(changed);
  });

  it('fails if the page has no placeholder for the id, or if there is no build', () => {
    rmSync(path.join(folder, '_app'), { recursive: true });
    expect(() => describeBuild(folder)).toThrow('no files under /_app/');
    write('index.html', '<html></html>');
    expect(() => describeBuild(folder)).toThrow('__BUILD_ID__');
  });
});

function write(file: string, text: string): void {
  writeFileSync(path.join(folder, file), text);
}
