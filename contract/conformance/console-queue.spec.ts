import { createApp, type App } from '@server/app';
import { systemClock } from '@server/clock';
import { createMemoryDeps } from '@server/testing/memory-deps';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendQueued } from '@/domains/model-calls/queued-call';
import { fieldErrorsOf } from '@/domains/model-calls/read-response';
import type { RunStage } from '@/domains/model-calls/run-record';
import { makeRun } from '@/domains/model-calls/testing/run-fixture';

/** Runs against the complete gateway with scripted models. */

const ORIGIN = 'http://127.0.0.1:8189';
const REQUESTS = `${ORIGIN}/v2/models/scripted/echo/requests`;

let app: App;
let requests: string[];
let stages: RunStage[];
let caller: AbortController;

beforeEach(async () => {
  app = createApp(await createMemoryDeps({ settings: { modelCalls: 1 } }, systemClock));
  await app.start();
  requests = [];
  stages = [];
  caller = new AbortController();
});
afterEach(() => app.close());

function send(body: object, more: Parameters<typeof makeRun>[0] = {}) {
  const run = makeRun({ modelId: 'scripted/echo', delivery: 'queue', key: crypto.randomUUID(), ...more });
  return sendQueued(run, JSON.stringify(body), {
    requestsUrl: REQUESTS,
    fetch: (url, init) => {
      requests.push(`${init.method} ${url.replace(REQUESTS, '').replace(/[0-9a-f-]{36}/, 'id')}`);
      return app.fetch(new Request(url, init));
    },
    pause: () => new Promise((resolve) => setTimeout(resolve, 5)),
    requestId: null,
    onRequest: () => {},
    onStage: (stage) => stages.push(stage),
    signal: caller.signal,
  });
}

/** Occupies the only slot until the app closes. */
async function occupy(): Promise<void> {
  const body = JSON.stringify({ fault: 'hang' });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const { status_url: status } = (await (await app.fetch(new Request(REQUESTS, init))).json()) as {
    status_url: string;
  };
  await vi.waitFor(
    async () => {
      const read = (await (await app.fetch(new Request(status))).json()) as { status: string };
      expect(read.status).toBe('IN_PROGRESS');
    },
    { timeout: 15_000 },
  );
}

it('a call is submitted and polled until its result is fetched', async () => {
  const { outcome, result } = await send({ prompt: 'fog' });
  expect(outcome.kind).toBe('result');
  expect(await result?.text()).toBe('{"prompt":"fog"}');
  expect(requests[0]).toBe('POST ');
  expect(requests.slice(1, -1).every((line) => line === 'GET /id/status')).toBe(true);
  expect(requests.at(-1)).toBe('GET /id');
});

it('a failure of the request is final, with its fields', async () => {
  const { outcome } = await send({ fault: 'field_faults' });
  expect(outcome).toMatchObject({ kind: 'failure', failure: { status: 422, isFinal: true } });
  expect(outcome.kind === 'failure' ? fieldErrorsOf(outcome.failure) : []).toHaveLength(2);
});

it('a rejected submit does not end a request', async () => {
  const { outcome } = await send([] as never);
  expect(outcome).toMatchObject({ kind: 'failure', failure: { status: 400 } });
  expect(outcome.kind === 'failure' && outcome.failure.isFinal).toBeUndefined();
  expect(requests).toEqual(['POST ']);
});

describe('a call that the user cancels', () => {
  it('is canceled while it waits, and shows its position until then', async () => {
    await occupy();
    const sent = send({ prompt: 'fog' });
    await vi.waitFor(() => expect(stages).toContainEqual({ name: 'queued', position: 0 }), { timeout: 15_000 });
    caller.abort();
    expect((await sent).outcome).toEqual({ kind: 'canceled' });
    expect(requests).toContain('PUT /id/cancel');
  });

  it('continues if its provider may charge, and its result can be fetched', async () => {
    const sent = send({ ms: 60_000 });
    await vi.waitFor(() => expect(stages.filter(({ name }) => name === 'waiting').length).toBeGreaterThan(3), {
      timeout: 15_000,
    });
    caller.abort();
    expect((await sent).outcome).toEqual({ kind: 'aborted' });
  });
});
