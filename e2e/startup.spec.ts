import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { spawnGateway, type GatewayProcess } from '../scripts/processes/gateway-process.mjs';

// Terminal tests without a browser. Every startup failure prints one sentence on stderr and exits with code 2.

interface Fixtures {
  folder: string;
  /** Starts the gateway on a free port; it is stopped with the test. */
  start: (...flags: string[]) => Promise<GatewayProcess>;
}

const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright demands the pattern
  folder: async ({}, provide) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-startup-'));
    await provide(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  start: async ({ folder }, provide) => {
    const started: GatewayProcess[] = [];
    await provide(async (...flags) => {
      const gateway = await spawnGateway(['--port', '0', '--data-dir', path.join(folder, 'data'), ...flags]);
      started.push(gateway);
      return gateway;
    });
    await Promise.all(started.map((gateway) => gateway.end('SIGKILL')));
  },
});

async function readJob(gateway: GatewayProcess, id: string) {
  const response = await fetch(`${gateway.address}/api/v2/jobs/${id}`);
  return (await response.json()) as { status: string; progress: { message: string | null } | null };
}

async function rejection(gateway: GatewayProcess): Promise<string> {
  const end = await gateway.ended;
  expect({ code: end.code, stdout: end.stdout }).toEqual({ code: 2, stdout: '' });
  expect(end.stderr.trimEnd().split('\n')).toHaveLength(1);
  return end.stderr.trimEnd();
}

test('a start prints one line with the URL, and SIGTERM stops it in order', async ({ start, folder }) => {
  const gateway = await start();
  expect((await fetch(`${gateway.address}/api/v2/health`)).status).toBe(200);
  const end = await gateway.end('SIGTERM');
  // A gateway that does not close in time ends itself with another code.
  expect(end).toMatchObject({ code: 0, signal: null });
  expect(end.stdout).toMatch(/^Flowdeck is ready at http:\/\/127\.0\.0\.1:\d+\n$/);
  expect(existsSync(path.join(folder, 'data', 'running.json'))).toBe(false);
});

test('SIGTERM ends open event streams, and the next start resumes the running job', async ({ start }) => {
  const first = await start('--engine', 'scripted');
  const submitted = await fetch(`${first.address}/api/v2/jobs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ workflow: { 1: { class_type: 'ScriptHang', inputs: {} } } }),
  });
  expect(submitted.status).toBe(201);
  const job = (await submitted.json()) as { id: string; urls: { events: string } };
  const stream = await fetch(new URL(job.urls.events, String(first.address)));
  const reader = stream.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await expect.poll(async () => (await readJob(first, job.id)).status).toBe('running');

  expect(await first.end('SIGTERM')).toMatchObject({ code: 0 });

  const second = await start('--engine', 'scripted');
  const again = await readJob(second, job.id);
  expect(again.status).toBe('running');
  expect(again.progress?.message).toMatch(/again/i);
});

test('no other user can read the data folder, and the secret survives a restart', async ({ start, folder }) => {
  const gateway = await start();
  const data = path.join(folder, 'data');
  const secret = readFileSync(path.join(data, 'secret'), 'utf8');
  expect(statSync(data).mode & 0o777).toBe(0o700);
  for (const file of ['secret', 'flowdeck.db']) expect(statSync(path.join(data, file)).mode & 0o777).toBe(0o600);
  await gateway.end('SIGKILL');
  await start();
  expect(readFileSync(path.join(data, 'secret'), 'utf8')).toBe(secret);
});

test('a second start on the same folder prints the URL of the first and exits with success', async ({ start }) => {
  const first = await start();
  const end = await (await start()).ended;
  expect(end.code).toBe(0);
  expect(end.stdout).toBe(`Flowdeck is already running at ${first.address}\n`);
});

test('a second start lists its ignored flags', async ({ start }) => {
  await start();
  const end = await (await start('--engine', 'embedded', '--queue-depth', '7')).ended;
  expect(end.code).toBe(0);
  expect(end.stderr).toMatch(/Ignored: .*--engine, --queue-depth/);
});

test('of two simultaneous starts, one serves and the other prints its URL', async ({ start }) => {
  const both = await Promise.all([start(), start()]);
  const serving = both.filter((gateway) => gateway.address !== null);
  expect(serving).toHaveLength(1);
  const other = await both.find((gateway) => gateway.address === null)?.ended;
  expect(other).toMatchObject({ code: 0, stdout: `Flowdeck is already running at ${serving[0]?.address}\n` });
});

test('a kill leaves no lock behind', async ({ start }) => {
  await (await start()).end('SIGKILL');
  expect((await start()).address).toMatch(/^http/);
});

test('the error for a port in use by another gateway names it', async ({ start, folder }) => {
  const first = await start();
  const port = new URL(String(first.address)).port;
  const second = await spawnGateway(['--port', port, '--data-dir', path.join(folder, 'other')]);
  expect(await rejection(second)).toMatch(
    new RegExp(`^Port ${port} is in use by another Flowdeck.*: stop it, or use another port with --port\\.$`),
  );
});

test('a port in use by another program is reported', async ({ start }) => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  // The fixture already sets the flag, which may be given only once, so the variable sets the folder here.
  const gateway = await spawnGateway(['--port', String(port)], {
    env: { FLOWDECK_DATA_DIR: path.join(tmpdir(), `flowdeck-port-${process.pid}`) },
  });
  expect(await rejection(gateway)).toMatch(new RegExp(`^Port ${port} is in use by .+: stop it, or use another port`));
  server.close();
  expect((await start()).address).not.toBeNull();
});

test('an invalid flag is reported in one sentence', async () => {
  expect(await rejection(await spawnGateway(['--port', 'many']))).toBe(
    '--port needs a whole number from 0 to 65535, not "many".',
  );
  expect(await rejection(await spawnGateway(['--tokken', 'x']))).toMatch(
    /^Unknown flag "--tokken" \(did you mean --token\?\)/,
  );
});

test('a folder that cannot be created or written is reported in one sentence', async ({ start, folder }) => {
  writeFileSync(path.join(folder, 'data'), 'a file');
  expect(await rejection(await start())).toMatch(/data is a file: name a folder with --data-dir\.$/);
  const below = await spawnGateway(['--port', '0', '--data-dir', path.join(folder, 'data', 'below')]);
  expect(await rejection(below)).toMatch(/a file with that name exists/);
  const unwritable = process.getuid?.() === 0 ? '/proc/flowdeck' : path.join(folder, 'shut', 'data');
  if (process.getuid?.() !== 0) {
    mkdirSync(path.dirname(unwritable));
    chmodSync(path.dirname(unwritable), 0o500);
  }
  expect(await rejection(await spawnGateway(['--port', '0', '--data-dir', unwritable]))).toMatch(
    /^(?:The data folder .* cannot be written|Cannot create the data folder )/,
  );
});

test('a database that is damaged, or of another program, is not changed', async ({ start, folder }) => {
  const file = path.join(folder, 'data', 'flowdeck.db');
  mkdirSync(path.dirname(file));
  writeFileSync(file, 'this is no database'.repeat(1000));
  expect(await rejection(await start())).toMatch(/flowdeck\.db is damaged: .*--data-dir\.$/);
  expect(readFileSync(file, 'utf8')).toContain('this is no database');
});

test('a database of a newer version is not changed', async ({ start, folder }) => {
  await (await start()).end('SIGTERM');
  const file = path.join(folder, 'data', 'flowdeck.db');
  const database = readFileSync(file);
  // `PRAGMA user_version`.
  database.writeUInt32BE(9999, 60);
  writeFileSync(file, database);
  expect(await rejection(await start())).toMatch(
    /^A newer version of Flowdeck wrote the database .*flowdeck\.db \(schema 9999, .*: start the newer version, .*; the database was not changed\.$/,
  );
  expect(readFileSync(file).equals(database)).toBe(true);
});

test('a damaged secret is reported', async ({ start, folder }) => {
  mkdirSync(path.join(folder, 'data'));
  writeFileSync(path.join(folder, 'data', 'secret'), 'abc', { mode: 0o600 });
  expect(await rejection(await start())).toMatch(/secret is damaged: remove it/);
});

test('help and version go to stdout with exit code 0', async () => {
  const help = await (await spawnGateway(['--help'])).ended;
  expect(help.code).toBe(0);
  expect(help.stdout).toContain('--data-dir');
  const version = await (await spawnGateway(['--version'])).ended;
  expect(version).toMatchObject({ code: 0, stderr: '' });
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
