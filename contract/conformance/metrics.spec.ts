import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ComfyuiDouble } from '@server/engines/comfyui/testing/comfyui-double';
import { spawnGateway } from '../../scripts/processes/gateway-process.mjs';
import type { Asset } from '../jobs/schemas';
import { fromHash, postAsset } from './harness/assets-on-surface';
import { openOverHttp } from './harness/http-host';
import { jobEnd, jobWhen, submit } from './harness/jobs-on-surface';
import { isInstalled } from './harness/prometheus';
import { readMetrics, type Scrape } from './harness/read-metrics';
import { ECHO, run } from './harness/router-on-surface';
import { fail, hang, text } from './harness/scripted-graphs';
import type { Surface } from './harness/surface';
import { TARGET } from './harness/target';

const OPEN_METRICS = 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5';

/** Those that Node's parser passes on. */
const ODD_METHODS = ['PROPFIND', 'LOCK', 'MKCOL', 'SEARCH', 'COPY', 'MOVE'];

async function scrape({ baseUrl }: Pick<Surface, 'baseUrl'>, accept = 'text/plain'): Promise<Scrape> {
  const response = await fetch(`${baseUrl}/metrics`, { headers: { accept } });
  expect(response.status).toBe(200);
  return readMetrics(await response.text());
}

describe.skipIf(TARGET)('the metrics of the built gateway', () => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await openOverHttp();
  });
  afterAll(() => surface.close());

  test('count jobs by their end, with the times that the jobs themselves report', async () => {
    const good = [await submit(surface), await submit(surface, { 1: text('another') })];
    const bad = await submit(surface, { 1: fail('It broke') });
    const ended = [];
    for (const job of [...good, bad]) ended.push(await jobEnd(surface, job));
    const hanging = await submit(surface, { 1: hang() });
    const waiting = await submit(surface);
    await jobWhen(surface, hanging, ({ status }) => status === 'running');
    const during = await scrape(surface);
    expect(during.value('flowdeck_jobs', { status: 'running' })).toBe(1);
    expect(during.value('flowdeck_jobs', { status: 'queued' })).toBe(1);
    expect(during.value('flowdeck_queue_jobs', { where: 'gateway' })).toBe(1);
    expect(during.value('flowdeck_engine_running_jobs', { engine: 'scripted' })).toBe(1);
    for (const { urls } of [waiting, hanging]) await surface.fetch(urls.cancel, { method: 'POST' });
    ended.push(await jobEnd(surface, hanging));

    // An end is counted once it is on disk, and readable a moment earlier.
    const canceled = async () => (await scrape(surface)).value('flowdeck_jobs_ended_total', { status: 'canceled' });
    await expect.poll(canceled).toBe(2);
    const after = await scrape(surface);
    const counts = { succeeded: 2, failed: 1, canceled: 2, expired: 0 };
    for (const name of ['flowdeck_jobs_ended_total', 'flowdeck_jobs']) {
      const statuses = Object.keys(counts).map((status) => [status, after.value(name, { status })]);
      expect(Object.fromEntries(statuses)).toEqual(counts);
    }
    const sum = (times: readonly (number | null | undefined)[]) =>
      times.reduce<number>((all, ms) => all + (ms ?? 0), 0) / 1000;
    expect(after.value('flowdeck_job_wait_seconds_count')).toBe(4);
    expect(after.value('flowdeck_job_wait_seconds_sum')).toBeCloseTo(
      sum(ended.map(({ metrics }) => metrics?.['queue_ms'])),
      6,
    );
    const runs = after.samples.filter(({ name }) => name === 'flowdeck_job_run_seconds_sum');
    expect(runs.map(({ labels }) => labels['status']).toSorted()).toEqual(['canceled', 'failed', 'succeeded']);
    expect(runs.reduce((all, { value }) => all + value, 0)).toBeCloseTo(
      sum(ended.map(({ metrics }) => metrics?.['execution_ms'])),
      6,
    );
    // The canceled job that never ran has no time.
    expect(after.value('flowdeck_job_run_seconds_count', { status: 'canceled' })).toBe(1);
  });

  test('count uploads, their bytes, and those that were not stored twice', async () => {
    const bytes = 'seventeen bytes !';
    const asset = (await (await postAsset(surface, { file: bytes })).json()) as Asset;
    await postAsset(surface, { file: bytes, parts: { file_path: 'again.txt' } });
    await fromHash(surface, { hash: asset.hash, file_path: 'by-hash.txt' });
    const { value } = await scrape(surface);
    const byResult = (name: string) => ['stored', 'duplicate', 'by_hash'].map((result) => value(name, { result }));
    expect(byResult('flowdeck_uploads_total')).toEqual([1, 1, 1]);
    expect(byResult('flowdeck_upload_bytes_total')).toEqual([bytes.length, bytes.length, bytes.length]);
    expect(value('flowdeck_files', { kind: 'uploads' })).toBe(3);
    expect(value('flowdeck_file_bytes', { kind: 'uploads' })).toBe(3 * bytes.length);
  });

  test('count model calls by their error', async () => {
    expect((await run(surface, ECHO, { prompt: 'hello' })).status).toBe(200);
    expect((await run(surface, ECHO, { prompt: 'hello', fault: 'provider_error' })).status).toBe(502);
    // A call is recorded once its response has been sent.
    await expect.poll(async () => (await scrape(surface)).value('flowdeck_model_call_duration_seconds_count')).toBe(2);
    const { value, samples } = await scrape(surface);
    expect(value('flowdeck_model_calls_total', { error: 'none' })).toBe(1);
    expect(value('flowdeck_model_calls_total', { error: 'provider_error' })).toBe(1);
    const all = samples.filter(({ name }) => name === 'flowdeck_model_calls_total');
    expect(all.reduce((sum, each) => sum + each.value, 0)).toBe(2);
  });

  test('count open event streams', async () => {
    const streams = async () => {
      const { value } = await scrape(surface);
      return ['job', 'feed'].map((kind) => value('flowdeck_event_streams', { kind }));
    };
    const job = await submit(surface, { 1: hang() });
    const abort = new AbortController();
    await fetch(`${surface.baseUrl}/console/events`, { signal: abort.signal });
    await fetch(job.urls.events ?? '', { signal: abort.signal });
    expect(await streams()).toEqual([1, 1]);
    abort.abort();
    await expect.poll(streams).toEqual([0, 0]);
    await surface.fetch(job.urls.cancel, { method: 'POST' });
    await jobEnd(surface, job);
  });

  test('have as many time series as there are routes, whatever is requested', async () => {
    const requests = async () =>
      (await scrape(surface)).samples.filter(
        ({ name, labels }) => name === 'flowdeck_http_requests_total' && labels['route'] !== '/metrics',
      );
    const ask = async (round: number) => {
      const paths = [
        `/api/v2/jobs/job-${round}`,
        `/api/v2/nothing-${round}`,
        `/v2/models/a/model-${round}/openapi.json`,
      ];
      for (const where of [...paths, `/console/relay/s${round}/api/v2/jobs`]) await fetch(surface.baseUrl + where);
      await fetch(`${surface.baseUrl}/api/v2/jobs`, { method: ODD_METHODS[round] ?? '' });
    };
    await ask(0);
    const before = await requests();
    for (let round = 1; round <= 5; round += 1) await ask(round);
    const after = await requests();
    expect(after.map(({ labels }) => labels)).toEqual(before.map(({ labels }) => labels));
    const found = after.find(({ labels }) => labels['route'] === '/api/v2/jobs/:id' && labels['status'] === '4xx');
    expect(found?.value).toBe(6);
    expect(after.map(({ labels }) => labels['method'])).toContain('other');
  });

  test('are the same in OpenMetrics, under the same names', async () => {
    const response = await fetch(`${surface.baseUrl}/metrics`, { headers: { accept: OPEN_METRICS } });
    expect(response.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    const body = await response.text();
    expect(body).toMatch(/[^\n]\n# EOF\n$/);
    expect(body).not.toContain('\n\n');
    const open = readMetrics(body);
    const plain = await scrape(surface);
    // Node's own families list what is open at the moment.
    const names = ({ samples }: Scrape) =>
      [...new Set(samples.map(({ name }) => name))].filter((name) => !name.startsWith('nodejs_active'));
    expect(names(plain)).toEqual(names(open));
    expect(names(plain).filter((name) => name.startsWith('flowdeck_')).length).toBeGreaterThan(20);
    expect(open.families.get('flowdeck_jobs_ended')).toBe('counter');
    expect(plain.families.get('flowdeck_jobs_ended_total')).toBe('counter');
  });

  test('are those that the documentation lists', async () => {
    const rows = readFileSync('docs/metrics.md', 'utf8').matchAll(/^\| `(flowdeck_\w+)` \| (\w+) \|(.*?)\|/gm);
    const documented = [...rows].map(([, name = '', type, labels = '']) =>
      `${type} ${name} ${labels.replaceAll('`', '').trim()}`.trim(),
    );
    const { families, samples } = await scrape(surface);
    const labelsOf = (family: string) =>
      samples.find(({ name }) => [family, `${family}_sum`].includes(name))?.labels ?? { 'no sample': '' };
    const exposed = [...families]
      .filter(([name]) => name.startsWith('flowdeck_'))
      .map(([name, type]) => `${type} ${name} ${Object.keys(labelsOf(name)).join(', ')}`.trim());
    expect(documented).toEqual(exposed);
  });

  test('pass the check of promtool', async ({ skip }) => {
    skip(!isInstalled('promtool'), 'promtool is not installed');
    const body = await (await fetch(`${surface.baseUrl}/metrics`)).text();
    expect(execFileSync('promtool', ['check', 'metrics'], { input: body, encoding: 'utf8' })).toBe('');
  });

  test('keep the stored jobs over a restart, and count events anew', async () => {
    const before = await scrape(surface);
    await surface.restart();
    const after = await scrape(surface);
    const stored = (all: Scrape) => all.samples.filter(({ name }) => name === 'flowdeck_jobs');
    expect(stored(after)).toEqual(stored(before));
    expect(before.value('flowdeck_jobs_ended_total', { status: 'succeeded' })).toBeGreaterThan(0);
    expect(after.value('flowdeck_jobs_ended_total', { status: 'succeeded' })).toBe(0);
  });
});

describe.skipIf(TARGET)('the metrics of engines', () => {
  test('follow a ComfyUI that goes, is drained, comes back, and is removed', async () => {
    const comfyui = new ComfyuiDouble();
    await comfyui.start();
    const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-metrics-'));
    const config = path.join(folder, 'config.json');
    writeFileSync(config, JSON.stringify({ engines: [{ name: 'gpu', url: comfyui.url }] }));
    const gateway = await spawnGateway(['--port', '0', '--data-dir', path.join(folder, 'data'), '--config', config]);
    const baseUrl = gateway.address ?? '';
    const engines = async (family: string) =>
      Object.fromEntries(
        (await scrape({ baseUrl })).samples
          .filter(({ name }) => name === family)
          .map(({ labels, value }) => [labels['engine'], value]),
      );
    const post = async (operation: string, body: object = {}) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      expect((await fetch(`${baseUrl}/console/${operation}`, init)).status).toBe(200);
    };
    /** Instead of waiting for the next check. */
    const afterCheck = async () => {
      await post('comfyui/check');
      return engines('flowdeck_engine_up');
    };
    try {
      await expect.poll(afterCheck).toEqual({ gpu: 1, embedded: 1 });
      await comfyui.stop();
      await expect.poll(afterCheck).toEqual({ gpu: 0, embedded: 1 });
      await post('engines/drain', { name: 'gpu', draining: true });
      expect(await engines('flowdeck_engine_draining')).toEqual({ gpu: 1, embedded: 0 });
      await comfyui.start();
      await expect.poll(afterCheck).toEqual({ gpu: 1, embedded: 1 });
      await post('engines/remove', { name: 'gpu' });
      await expect.poll(() => engines('flowdeck_engine_up')).toEqual({ embedded: 1 });
      expect(await engines('flowdeck_engine_draining')).toEqual({ embedded: 0 });
    } finally {
      await gateway.end('SIGTERM');
      await comfyui.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe.skipIf(TARGET)('access to the metrics', () => {
  const TOKEN = 'a-token-of-this-test';
  const statusOf = (address: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      // `fetch` does not send a host of one's own.
      const sent = request(`${address}/metrics`, { headers }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      });
      sent.once('error', reject).end();
    });

  test.each([
    { flags: [], open: 401 },
    { flags: ['--open-metrics'], open: 200 },
  ])('needs the token unless --open-metrics is set: $flags', async ({ flags, open }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-metrics-'));
    const gateway = await spawnGateway([
      '--port',
      '0',
      '--data-dir',
      folder,
      '--token',
      TOKEN,
      '--engine',
      'embedded',
      ...flags,
    ]);
    try {
      const address = gateway.address ?? '';
      const bearer = { authorization: `Bearer ${TOKEN}` };
      expect(await statusOf(address, bearer)).toBe(200);
      expect(await statusOf(address, {})).toBe(open);
      expect((await fetch(`${address}/api/v2/jobs`)).status).toBe(401);
      // Host names and pages are checked in either case.
      expect(await statusOf(address, { ...bearer, host: 'evil.example' })).toBe(403);
      expect(await statusOf(address, { ...bearer, origin: 'https://evil.example' })).toBe(403);
    } finally {
      await gateway.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
