import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Job } from '@contract/jobs/schemas';
import { createApp } from '../app';
import { FileBlobs } from '../storage/files/file-blobs';
import { openSqliteStore } from '../storage/sqlite/sqlite-store';
import { createMemoryDeps } from '../testing/memory-deps';

const ORIGIN = 'http://127.0.0.1:8189';
const SECRETS = { api_key_svc_org: 'comfyui-key-of-somebody', auth_token_svc_org: 'session-token-of-somebody' };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'flowdeck-secrets-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Returns the names of files that contain one of the secrets, including the database's own files. */
function filesWithSecrets(): string[] {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(dir, name)).isFile(),
  );
  expect(files).toContain('flowdeck.db');
  return files.filter((name) => {
    const bytes = readFileSync(join(dir, name));
    return Object.values(SECRETS).some((secret) => bytes.includes(secret));
  });
}

it('extra_data is never on disk, in a log line or in a response (J-4.50, J-4.91)', async () => {
  const lines: string[] = [];
  const write = (fields: Record<string, unknown>, message: string) => lines.push(JSON.stringify({ fields, message }));
  // The clock does not advance while a real disk syncs.
  const store = openSqliteStore(join(dir, 'flowdeck.db'), { syncFile: async () => {} });
  await store.synced();
  const deps = await createMemoryDeps({
    store,
    blobs: await FileBlobs.open(join(dir, 'blobs')),
    log: { info: write, warn: write, error: write },
  });
  const app = createApp(deps);
  await app.start();
  const ask = async (path: string, init: RequestInit = {}) =>
    (await app.fetch(new Request(path.startsWith('/') ? ORIGIN + path : path, init))).text();
  const submit = async (class_type: string, inputs: object) => {
    const workflow = {
      1: { class_type, inputs },
      2: { class_type: 'ScriptLog', inputs: { message: 'm', lines: 2, level: 'info' } },
    };
    return JSON.parse(
      await ask('/api/v2/jobs', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ workflow, extra_data: SECRETS }),
      }),
    ) as Job;
  };

  const running = await submit('ScriptSteps', { steps: 4, ms: 500, preview: true });
  const queued = await submit('ScriptFail', { message: 'no', ms: 10, traceback: true });
  await deps.clock.advance(1200);
  const reported: string[] = [];
  const tellAll = async () => {
    for (const { urls } of [running, queued]) {
      reported.push(await ask(urls.self), await ask(`${urls.self}/workflow`), await ask(urls.logs ?? ''));
    }
    reported.push(await ask('/api/v2/jobs'));
  };
  await tellAll();
  expect(filesWithSecrets()).toEqual([]);
  await deps.clock.advance(10_000);
  await tellAll();
  expect(reported.at(-1)).toMatch(/"succeeded"[^]*"failed"|"failed"[^]*"succeeded"/);
  expect(filesWithSecrets()).toEqual([]);
  // The secrets reached their destination.
  expect(deps.engine.requests.map(({ extraData }) => extraData)).toEqual([SECRETS, SECRETS]);
  await app.close();
  expect(filesWithSecrets()).toEqual([]);
  for (const secret of Object.values(SECRETS)) expect(reported.join() + lines.join()).not.toContain(secret);
});
