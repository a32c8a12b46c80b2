import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { spawnGateway } from '../scripts/processes/gateway-process.mjs';

// Terminal tests of the log, without a browser.

const TOKEN = 'correct-horse-battery-staple';
const PROVIDER_KEY = 'provider-key-0123456789';

let folder = '';
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-log-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (...flags: string[]) =>
  spawnGateway(['--port', '0', '--data-dir', path.join(folder, 'data'), '--engine', 'scripted', ...flags], {
    env: { FLOWDECK_TOKEN: TOKEN, OPENAI_API_KEY: PROVIDER_KEY },
  });

test('the log file has one JSON line per event with its ids, and no credential', async () => {
  const file = path.join(folder, 'flowdeck.log');
  const gateway = await start('--log-file', file, '--log', 'text');
  try {
    const call = (where: string, init: RequestInit = {}) =>
      fetch(`${gateway.address}${where}`, {
        ...init,
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      });
    const body = JSON.stringify({ workflow: { 1: { class_type: 'ScriptText', inputs: { text: 'hello' } } } });
    const submitted = await call('/api/v2/jobs', { method: 'POST', body });
    expect(submitted.status).toBe(201);
    const { id } = (await submitted.json()) as { id: string };
    // Nobody should send credentials in a path; if somebody does, the log must not keep them.
    await call(`/api/v2/jobs/${TOKEN}?token=${TOKEN}`);
    await call(`/api/v2/assets/${PROVIDER_KEY}`);
    const lines = () =>
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    await expect
      .poll(() => lines().filter(({ jobId, status }) => jobId === id && status !== undefined))
      .toMatchObject([
        { msg: 'A job changed', status: 'running' },
        { msg: 'A job ended', status: 'succeeded' },
      ]);
    const requestId = submitted.headers.get('x-service-request-id');
    expect(lines()).toContainEqual(expect.objectContaining({ msg: 'A job was accepted', jobId: id, requestId }));
    expect(lines()).toContainEqual(expect.objectContaining({ msg: 'Answered', status: 201, requestId }));
    expect(lines()).toContainEqual(expect.objectContaining({ msg: 'Answered', path: '/api/v2/jobs/[removed]' }));
    expect(lines()).toContainEqual(expect.objectContaining({ msg: 'Answered', path: '/api/v2/assets/[removed]' }));
    for (const { time } of lines()) expect(time).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    const { stderr } = await gateway.end('SIGTERM');
    expect(stderr).toContain('A job was accepted');
    for (const secret of [TOKEN, PROVIDER_KEY]) expect(stderr + readFileSync(file, 'utf8')).not.toContain(secret);
  }
});

test('a full log file is renamed, and the oldest ones go', async () => {
  const file = path.join(folder, 'flowdeck.log');
  const gateway = await start('--log-file', file, '--log-max-size', '1MB');
  try {
    const files = () => readdirSync(folder).filter((name) => name.startsWith('flowdeck.log'));
    // About 6000 bytes in the log each.
    const long = 'x'.repeat(6000);
    const bytes = () => files().reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
    for (let sent = 0; sent < 250; sent += 10) {
      await Promise.all(Array.from({ length: 10 }, () => fetch(`${gateway.address}/api/v2/${long}`)));
    }
    expect(files().length).toBeGreaterThan(5);
    expect(bytes()).toBeGreaterThan(700_000);
    expect(bytes()).toBeLessThanOrEqual(1024 ** 2);
  } finally {
    await gateway.end('SIGTERM');
  }
});

test('a log file that cannot be written stops the start with one sentence', async () => {
  const file = path.join(folder, 'missing', 'flowdeck.log');
  const { code, stderr } = await (await start('--log-file', file)).ended;
  expect(code).toBe(2);
  expect(stderr).toBe(
    `The log file ${file} cannot be written (ENOENT): name another one with --log-file, or start without it.\n`,
  );
});
