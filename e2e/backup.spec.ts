import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test as base } from '@playwright/test';
import type { Job } from '@contract/jobs/schemas';
import type { RequestHandle, RequestStatus } from '@contract/router/queue-schemas';
import { spawnGateway, type GatewayEnd, type GatewayProcess } from '../scripts/processes/gateway-process.mjs';
import { killBackups } from '../scripts/processes/killed-backups.mjs';
import { GatewayApi } from './gateway-api';
import { growing } from './graphs';

// Backups through the built program, in a terminal and without a browser.

interface Fixtures {
  folder: string;
  /** Starts the gateway with a data folder; it is stopped with the test. */
  start: (dataDir: string, ...flags: string[]) => Promise<GatewayProcess & { address: string }>;
}

const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright demands the pattern
  folder: async ({}, provide) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-backup-'));
    await provide(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  start: async ({ folder }, provide) => {
    const started: GatewayProcess[] = [];
    await provide(async (dataDir, ...flags) => {
      const where = ['--port', '0', '--engine', 'embedded', '--data-dir', path.join(folder, dataDir)];
      const gateway = await spawnGateway([...where, ...flags]);
      started.push(gateway);
      if (gateway.address === null) throw new Error(`The gateway did not start: ${(await gateway.ended).stderr}`);
      return { ...gateway, address: gateway.address };
    });
    await Promise.all(started.map((gateway) => gateway.end('SIGKILL')));
  },
});

async function run(...args: string[]): Promise<GatewayEnd> {
  return await (
    await spawnGateway(args)
  ).ended;
}

async function finishedJob(api: GatewayApi, seed: number): Promise<Job> {
  const { id } = await api.submit(growing({ seed, steps: 10 }));
  await expect.poll(async () => (await api.job(id)).status).toBe('succeeded');
  return await api.job(id);
}

async function outputsOf(api: GatewayApi, jobs: readonly Job[]): Promise<Uint8Array[]> {
  return await Promise.all(
    jobs.flatMap(({ outputs }) => outputs.map(({ id }) => api.bytes(`/api/v2/assets/${id}/content`))),
  );
}

async function records(address: string): Promise<unknown> {
  return (await fetch(`${address}/console/records`)).json();
}

async function star(address: string, id: string): Promise<void> {
  const record = { kind: 'view', id, fields: { name: { value: 'Mine', at: 5 } } };
  const response = await fetch(`${address}/console/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ since: 0, records: [record] }),
  });
  expect(await response.json()).toMatchObject({ is_current: true, rejected: [] });
}

function manifestOf(store: string): string {
  const database = { bytes: 0, blake3: '0'.repeat(64) };
  const made = { format: 1, made_at: '2999-12-31T00:00:00.000Z', version: '1.2.3', schema: 1 };
  return JSON.stringify({ ...made, store, database, settings: [], files: [], lost: [] });
}

/** Paths of all files in a folder, from there. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );
}

test('a backup of a running gateway restores its jobs, outputs and curated records', async ({ start, folder }) => {
  const data = path.join(folder, 'data');
  const to = path.join(folder, 'backups');
  const restored = path.join(folder, 'restored');
  const first = await start('data');
  const api = new GatewayApi(first.address);
  const jobs = [await finishedJob(api, 1), await finishedJob(api, 2)];
  await star(first.address, 'view-1');
  const running = await api.submit(growing({ seed: 3, size: 1024, steps: 2000 }));
  await expect.poll(async () => (await api.job(running.id)).status).toBe('running');

  const backup = await run('backup', '--data-dir', data, '--to', to);
  expect(backup).toMatchObject({ code: 0, stderr: '' });
  expect(backup.stdout).toMatch(/^Backup \d{8}T\d{9}Z is finished\. Files: 2, new: 2 \(.* MB\)\. Database: .* MB\n$/);

  // What comes later does not belong to it.
  await api.cancel(running);
  const later = await finishedJob(api, 4);
  const again = await run('backup', '--data-dir', data, '--to', to, '--keep', '2');
  expect(again.stdout).toContain('Files: 3, new: 1 ');
  const stored = filesIn(path.join(to, 'files'));
  expect(stored).toHaveLength(3);
  const outputs = await outputsOf(api, [...jobs, later]);
  const bytes = stored.reduce((sum, name) => sum + statSync(path.join(to, 'files', name)).size, 0);
  expect(bytes).toBe(outputs.reduce((sum, output) => sum + output.byteLength, 0));
  if (process.platform !== 'win32') {
    for (const name of filesIn(to)) expect(statSync(path.join(to, name)).mode & 0o777, name).toBe(0o600);
    expect(statSync(to).mode & 0o777).toBe(0o700);
  }

  const [oldest = ''] = readdirSync(path.join(to, 'backups')).sort();
  const restore = await run('restore', '--from', to, '--backup', oldest, '--data-dir', restored);
  expect(restore).toMatchObject({ code: 0, stderr: '' });
  expect(restore.stdout).toMatch(/ is restored: 2 of 2 files\n.* start again: 1\nTo start with it: .*restored\n$/);
  expect((await run('verify', '--data-dir', restored)).stdout).toBe(
    '2 files checked, 0 without a record, 0 problems\n',
  );

  const second = await start('restored');
  const copy = new GatewayApi(second.address);
  expect((await copy.jobs()).map(({ id }) => id)).toEqual([running.id, ...jobs.map(({ id }) => id).toReversed()]);
  expect((await copy.job(running.id)).status).toMatch(/queued|running/);
  const copied = await Promise.all(jobs.map(({ id }) => copy.job(id)));
  expect(await outputsOf(copy, copied)).toEqual(outputs.slice(0, 2));
  expect(await copy.workflow(jobs[0]?.id ?? '')).toEqual(await api.workflow(jobs[0]?.id ?? ''));
  expect(await records(second.address)).toMatchObject({ records: [{ kind: 'view', id: 'view-1' }] });
});

test('a queued model call is not sent again after a restore, unless the restore asks for it', async ({
  start,
  folder,
}) => {
  const prompts: string[] = [];
  // Never responds, so that the second call stays in the queue.
  const provider = createServer((request) => void text(request).then((body) => prompts.push(body)));
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  try {
    const config = path.join(folder, 'flowdeck.config.json');
    const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const studio = { name: 'studio', baseUrl, models: [{ name: 'paint', path: '/run' }] };
    writeFileSync(config, JSON.stringify({ providers: [studio] }));
    const flags = ['--config', config, '--model-calls', '1'];
    const gateway = await start('data', ...flags);
    const submit = async (prompt: string) => {
      const response = await fetch(`${gateway.address}/v2/models/studio/paint/requests`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ prompt }),
      });
      return (await response.json()) as RequestHandle;
    };
    await submit('first');
    await expect.poll(() => prompts).toEqual(['{"prompt":"first"}']);
    const { request_id: id } = await submit('second');
    const statusAt = async (address: string) =>
      (await (await fetch(`${address}/v2/models/studio/paint/requests/${id}/status`)).json()) as RequestStatus;
    expect(await statusAt(gateway.address)).toMatchObject({ status: 'IN_QUEUE' });
    const to = path.join(folder, 'backups');
    expect(await run('backup', '--data-dir', path.join(folder, 'data'), '--to', to)).toMatchObject({ code: 0 });
    await gateway.end('SIGKILL');

    const restore = await run('restore', '--from', to, '--data-dir', path.join(folder, 'restored'));
    expect(restore.stdout).toMatch(/^Model calls that were waiting: \d\. Free ones will start again\./m);
    const restored = await start('restored', ...flags);
    const settled = await statusAt(restored.address);
    expect(settled).toMatchObject({ status: 'COMPLETED', error_type: 'internal_error' });
    expect(settled.detail).toContain('so it was not sent again');
    // It would be next.
    await restored.end('SIGTERM');
    expect(prompts).toHaveLength(1);

    await run('restore', '--from', to, '--data-dir', path.join(folder, 'moved'), '--send-model-calls');
    await start('moved', ...flags);
    await expect.poll(() => prompts).toContain('{"prompt":"second"}');
  } finally {
    provider.closeAllConnections();
    provider.close();
  }
});

test('a backup of a killed gateway restores what it had acknowledged', async ({ start, folder }) => {
  const gateway = await start('data');
  const { id } = await new GatewayApi(gateway.address).submit(growing({ seed: 1, steps: 10 }));
  await gateway.end('SIGKILL');
  const to = path.join(folder, 'backups');
  expect(await run('backup', '--data-dir', path.join(folder, 'data'), '--to', to)).toMatchObject({ code: 0 });
  expect(await run('restore', '--from', to, '--data-dir', path.join(folder, 'restored'))).toMatchObject({ code: 0 });
  const copy = new GatewayApi((await start('restored')).address);
  await expect.poll(async () => (await copy.job(id)).status).toBe('succeeded');
});

test('backups are made at intervals while the gateway runs, and failures are shown', async ({ start, folder }) => {
  const to = path.join(folder, 'backups');
  const flags = ['--backup-to', to, '--backup-every', '1s', '--backup-keep', '1'];
  const { address, printed, end } = await start('data', ...flags);
  const status = async () => (await (await fetch(`${address}/console/status`)).json()) as { backup: unknown };
  const madeAt = expect.any(Number);
  await expect.poll(async () => (await status()).backup).toEqual({ problem: null, madeAt });
  const [first] = readdirSync(path.join(to, 'backups'));
  await expect.poll(() => readdirSync(path.join(to, 'backups')).some((name) => name !== first)).toBe(true);

  // Renamed into place, since a backup may be running.
  const other = path.join(folder, 'other');
  mkdirSync(other);
  writeFileSync(path.join(other, 'manifest.json'), manifestOf('another data folder'));
  renameSync(other, path.join(to, 'backups', '29991231T000000000Z'));
  await expect
    .poll(async () => (await status()).backup)
    .toEqual({
      problem: `The folder ${to} has the backups of another data folder: name another one for them.`,
      madeAt,
    });
  expect(printed().stderr).toContain('The scheduled backup failed, which will be tried again');
  expect(await end('SIGTERM')).toMatchObject({ code: 0 });
});

test('a backup that was killed is never restored, and those that were finished are complete', async () => {
  const { finished, unfinished, restored } = await killBackups([0.6, 0.9], { checkEach: false });
  expect(finished + unfinished).toBe(2);
  expect(restored).toBe(2);
});

test('a backup that cannot be made or restored exits with one sentence', async ({ start, folder }) => {
  await (await start('data')).end('SIGTERM');
  const data = path.join(folder, 'data');
  const to = path.join(folder, 'backups');
  expect(await run('backup', '--data-dir', data, '--to', to)).toMatchObject({ code: 0 });
  for (const [args, sentence] of [
    [['backup', '--data-dir', data], /needs a folder for the backups: --to <folder>\.\n$/],
    [
      ['backup', '--data-dir', path.join(folder, 'none'), '--to', to],
      /not found: name the data folder with --data-dir\.\n$/,
    ],
    [['restore', '--from', to, '--data-dir', data], /is not empty: nothing was restored\..*\n$/],
    [
      ['restore', '--from', path.join(folder, 'none'), '--data-dir', path.join(folder, 'new')],
      /^There are no backups in/,
    ],
  ] as const) {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  }
});
