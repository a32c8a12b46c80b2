import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ComfyuiDouble } from '@server/engines/comfyui/testing/comfyui-double';
import { recording } from '@server/engines/comfyui/testing/recordings';
import { openSmallServer, sendJson } from '@server/router/providers/http/testing/small-server';
import { spawnGateway } from '../../scripts/processes/gateway-process.mjs';
import { relayPath } from '../console/surfaces';
import { isTerminal } from '../jobs/lifecycle';
import type { Job } from '../jobs/schemas';
import { modelPath } from '../router/model-id';
import { fieldsOf } from '../typed-objects';
import { TARGET } from './harness/target';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';
const TRACED = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01`, tracestate: 'vendor=1' };
const BROKEN = { traceparent: `00-${TRACE_ID.toUpperCase()}-${PARENT_ID}-01`, tracestate: 'vendor=1' };
const save = recording('one-save');

/** The built gateway between a client and what it calls: ComfyUI, a provider of models and a configured server. */
describe.skipIf(TARGET)('the trace of a request', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-traces-'));
  const comfyui = new ComfyuiDouble();
  let other: Awaited<ReturnType<typeof openSmallServer>>;
  let gateway: Awaited<ReturnType<typeof spawnGateway>>;

  beforeAll(async () => {
    comfyui.plays(save);
    await comfyui.start();
    // Provider and server: a call that is queued and done, and a list of jobs.
    other = await openSmallServer((_, response) =>
      sendJson(response, 200, { id: 'one', status: 'done', jobs: [], truncated: false }),
    );
    const echo = { name: 'echo', path: '/run' };
    const queue = { id: 'id', status: { path: '/status/{id}' }, everySeconds: 0.1 };
    const config = {
      engines: [{ name: 'gpu', url: comfyui.url }],
      providers: [{ name: 'own', baseUrl: other.origin, models: [echo, { ...echo, name: 'polled', queue }] }],
    };
    writeFileSync(path.join(folder, 'config.json'), JSON.stringify(config));
    gateway = await spawnGateway(
      ['--port', '0', '--data-dir', path.join(folder, 'data'), '--config', path.join(folder, 'config.json')],
      { env: { FLOWDECK_LOG: 'json' } },
    );
    const surface = {
      id: 'studio',
      name: 'Studio',
      color: 'blue',
      kind: 'self-hosted',
      baseUrl: other.origin,
      routerBaseUrl: null,
      access: 'relay',
      routerAuth: 'bearer',
      dialect: 'service',
    };
    await send('/console/surfaces/studio', { method: 'PUT', body: { surface } });
  });
  afterAll(async () => {
    await gateway.end('SIGTERM');
    await other.close();
    await comfyui.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function send(
    where: string,
    { method = 'POST', body = {}, headers = {} }: { method?: string; body?: object; headers?: object },
  ) {
    return fetch(`${gateway.address}${where}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Waits for a log line with these fields. */
  async function logged(wanted: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
    const find = () => {
      const lines = gateway.printed().stderr.split('\n').slice(0, -1);
      return lines
        .map((line) => fieldsOf(JSON.parse(line)))
        .find((line) => Object.entries(wanted).every(([name, value]) => line[name] === value));
    };
    await expect.poll(find, { message: JSON.stringify(wanted) }).toBeDefined();
    return find() ?? {};
  }

  async function runJob(headers: object): Promise<{ job: Job; traces: (string | null)[]; requestId: string }> {
    const before = comfyui.requests.length;
    const response = await send('/api/v2/jobs', { body: { workflow: save.graph }, headers });
    expect(response.status).toBe(201);
    const job = (await response.json()) as Job;
    const status = async () => fieldsOf(await (await fetch(job.urls.self)).json())['status'];
    await expect.poll(async () => isTerminal(String(await status()))).toBe(true);
    expect(await status()).toBe('succeeded');
    const isOfJob = (line: string) => /^POST \/prompt|^GET \/view/.test(line) || line.includes(job.id);
    const traces = comfyui.traces.filter((_, index) => index >= before && isOfJob(comfyui.requests[index] ?? ''));
    return { job, traces, requestId: response.headers.get('x-service-request-id') ?? '' };
  }

  test('continues in its job: in the log, and in every request to ComfyUI', async () => {
    const { job, traces, requestId } = await runJob(TRACED);
    const answered = await logged({ msg: 'Answered', requestId });
    const ended = await logged({ msg: 'A job ended', jobId: job.id });
    expect([answered['traceId'], ended['traceId']]).toEqual([TRACE_ID, TRACE_ID]);
    expect(new Set([PARENT_ID, answered['spanId'], ended['spanId']]).size).toBe(3);
    // The submission, the history and the file.
    expect(traces.length).toBeGreaterThanOrEqual(3);
    expect(new Set(traces)).toEqual(new Set([`00-${TRACE_ID}-${String(ended['spanId'])}-01`]));
  });

  test('is not sent by a job of a request without one', async () => {
    const { job, traces, requestId } = await runJob({});
    expect(traces.length).toBeGreaterThanOrEqual(3);
    expect(new Set(traces)).toEqual(new Set([null]));
    expect(await logged({ msg: 'A job ended', jobId: job.id })).not.toHaveProperty('traceId');
    expect(await logged({ msg: 'Answered', requestId })).not.toHaveProperty('traceId');
  });

  test.each([
    { how: 'at once', where: modelPath('own/echo'), status: 200, urls: ['/run'] },
    { how: 'through our queue', where: `${modelPath('own/echo')}/requests`, status: 201, urls: ['/run'] },
    { how: 'through its own queue', where: modelPath('own/polled'), status: 200, urls: ['/run', '/status/one'] },
  ])('continues at the provider of a model $how', async ({ where, status, urls }) => {
    const before = other.heard.length;
    const response = await send(where, { body: { prompt: 'hello' }, headers: TRACED });
    expect(response.status).toBe(status);
    const requestId = response.headers.get('x-service-request-id') ?? '';
    const { traceId, spanId } = await logged({ msg: 'A model call finished', requestId });
    expect(traceId).toBe(TRACE_ID);
    expect(await logged({ msg: 'Answered', requestId })).toMatchObject({ traceId, spanId });
    const calls = other.heard.slice(before);
    expect(calls.map(({ url }) => url)).toEqual(urls);
    for (const { headers } of calls) {
      expect(headers['traceparent']).toBe(`00-${TRACE_ID}-${String(spanId)}-01`);
      // It may name other programs of the caller, which are none of the provider's business.
      expect(headers).not.toHaveProperty('tracestate');
    }
  });

  test('continues at a server behind the relay, with its state', async () => {
    const before = other.heard.length;
    const where = relayPath('studio', 'jobs', `${other.origin}/api/v2/jobs`);
    const response = await send(where, { method: 'GET', headers: TRACED });
    expect(response.status).toBe(200);
    const { traceId, spanId } = await logged({ msg: 'Answered', path: where });
    expect(traceId).toBe(TRACE_ID);
    expect(other.heard[before]?.headers).toMatchObject({
      traceparent: `00-${TRACE_ID}-${String(spanId)}-01`,
      tracestate: 'vendor=1',
    });
  });

  test('is dropped with its state if it is not valid', async () => {
    const before = other.heard.length;
    const response = await send(relayPath('studio', 'jobs', `${other.origin}/api/v2/jobs?limit=1`), {
      method: 'GET',
      headers: BROKEN,
    });
    expect(response.status).toBe(200);
    const [sent, ...more] = other.heard.slice(before);
    expect(more).toEqual([]);
    expect(sent?.url).toBe('/api/v2/jobs?limit=1');
    expect(sent?.headers).not.toHaveProperty('traceparent');
    expect(sent?.headers).not.toHaveProperty('tracestate');
  });
});
