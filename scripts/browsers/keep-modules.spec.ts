import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { keepModules } from './keep-modules.mjs';

async function cacheControlOf(url: string, watch: null | object): Promise<string | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-modules-'));
  await mkdir(path.join(folder, 'src'));
  await writeFile(path.join(folder, 'src/one.ts'), 'export const one = 1;');
  await writeFile(path.join(folder, 'index.html'), '<!doctype html>');
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [keepModules()],
    server: { host: '127.0.0.1', port: 0, ws: false, watch },
    optimizeDeps: { noDiscovery: true },
  });
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  await server.listen();
  const response = await fetch(new URL(url, server.resolvedUrls?.local[0]));
  expect(response.status).toBe(200);
  return response.headers.get('Cache-Control');
}

test('a run keeps each module that it loaded', async () => {
  expect(await cacheControlOf('/src/one.ts', null)).toBe('max-age=3600, immutable');
});

test('a page is requested each time', async () => {
  expect(await cacheControlOf('/index.html', null)).toBe('no-cache');
});

test('a watching run gets the newest module', async () => {
  expect(await cacheControlOf('/src/one.ts', {})).toBe('no-cache');
});
