import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Health } from '@contract/jobs/schemas';
import { createApp } from './app';
import { createMemoryDeps } from './testing/memory-deps';

const ORIGIN = 'http://127.0.0.1:8189';
const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('runs a job from submission to completion with in-memory dependencies only', async () => {
  const deps = await createMemoryDeps();
  const app = createApp(deps);
  await app.start();
  const workflow = { '1': { class_type: 'ScriptText', inputs: { text: 'hello' } } };
  const submitted = await app.fetch(
    new Request(`${ORIGIN}/api/v2/jobs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ workflow }),
    }),
  );
  expect(submitted.status).toBe(201);
  const { urls } = (await submitted.json()) as { urls: { self: string } };
  await deps.clock.advance(1000);
  const read = await app.fetch(new Request(new URL(urls.self, ORIGIN)));
  expect(await read.json()).toMatchObject({ status: 'succeeded', outputs: [{ node_id: '1' }] });
  await app.close();
});

test('serves health before the app is started, without dependencies', async () => {
  const app = createApp(await createMemoryDeps({ settings: { token: 't' } }));
  const response = await app.fetch(new Request(`${ORIGIN}/api/v2/health`));
  expect(response.status).toBe(200);
  expect(Health.parse(await response.json()).status).toBe('healthy');
  await app.close();
});

/** Packages that also work in browsers. */
const PACKAGES = new Set(['hono', 'hono/route', 'zod/mini', 'hash-wasm']);

/** Returns all project modules reachable from the entry, and the external names they import. Type imports do not count. */
function reach(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^'"]*from '([^']+)'|^import '([^']+)'/gm,
    );
    for (const [, from, bare] of imports) {
      const name = from ?? bare ?? '';
      const path = name.startsWith('@contract/')
        ? join(ROOT, 'contract', name.slice('@contract/'.length))
        : name.startsWith('.')
          ? resolve(dirname(file), name)
          : null;
      if (path === null) packages.add(name);
      else open.push(`${path}.ts`);
    }
  }
  return { files, packages };
}

test('reaches no module that needs Node, since the app also runs in browsers', () => {
  for (const entry of ['server/app.ts', 'server/testing/memory-deps.ts']) {
    const { files, packages } = reach(join(ROOT, entry));
    expect(files.size).toBeGreaterThan(15);
    expect([...packages].filter((name) => !PACKAGES.has(name))).toEqual([]);
  }
});
