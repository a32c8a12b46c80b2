import { createApp, type App } from '@server/app';
import { systemClock } from '@server/clock';
import { createMemoryDeps } from '@server/testing/memory-deps';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendQueued } from '@/api/runs/queued-call';
import type { RunStage } from '@/api/runs/run-record';
import { makeRun } from '@/api/runs/testing/run-fixture';

/** Against the whole gateway, with scripted models. */

const ORIGIN = 'http://127.0.0.1:8189';
const REQUESTS = `${ORIGIN}/v2/models/scripted/echo/requests`;

let app: App;
let asked: string[];
let stages: RunStage[];
let caller: AbortController;

beforeEach(async () => {
  app = createApp(await createMemoryDeps({ settings: { modelCalls: 1 } }, systemClock));
  await app.start();
  asked = [];
  stages = [];
  caller = new AbortController();
});
afterEach(() => app.close());

function send(body: object, more: Parameters<typeof makeRun>[0] = {}) {
  const run = makeRun({ modelId: 'scripted/echo', delivery: 'queue', key: crypto.randomUUID(), ...more });
  return sendQueued(run, JSON.stringify(body), {
    requestsUrl: REQUESTS,
    fetch: (url, init) => {
      asked.push(`${init.method} ${url.replace(REQUESTS, '').replace(/[0-9a-f-]{36}/, 'id')}`);
      return app.fetch(new Request(url, init));
    },
    pause: () => new Promise((resolve) => setTimeout(resolve, 5)),
    requestId: null,
    onRequest: () => {},
    onStage: (stage) => stages.push(stage),
    signal: caller.signal,
  });
}

/** Takes the only place, until the app closes. */
async function occupy(): Promise<void> {
  const body = JSON.stringify({ fault: 'hang' });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const { status_url: status } = (await (await app.fetch(new Request(REQUESTS, init))).json()) as {
    status_url: string;
  };
  await vi.waitFor(async () => {
    const read = (await (await app.fetch(new Request(status))).json()) as { status: string };
    expect(read.status).toBe('IN_PROGRESS');
  });
}

it('a call is submitted, followed and collected', async () => {
  const { outcome, result } = await send({ prompt: 'fog' });
  expect(outcome.kind).toBe('result');
  expect(await result?.text()).toBe('{"prompt":"fog"}');
  expect(asked[0]).toBe('POST ');
  expect(asked.slice(1, -1).every((line) => line === 'GET /id/status')).toBe(true);
  expect(asked.at(-1)).toBe('GET /id');
});

it('a failure of the request is final, with its fields', async () => {
  const { outcome } = await send({ fault: 'field_faults' });
  expect(outcome).toMatchObject({ kind: 'failure', failure: { status: 422, isFinal: true } });
  expect(outcome.kind === 'failure' && outcome.failure.faults).toHaveLength(2);
});

it('a rejected submit is no end of a request', async () => {
  const { outcome } = await send([] as never);
  expect(outcome).toMatchObject({ kind: 'failure', failure: { status: 422 } });
  expect(outcome.kind === 'failure' && outcome.failure.isFinal).toBeUndefined();
  expect(asked).toEqual(['POST ']);
});

describe('a call that the user stops', () => {
  it('is canceled while it waits, and shows its position until then', async () => {
    await occupy();
    const sent = send({ prompt: 'fog' });
    await vi.waitFor(() => expect(stages).toContainEqual({ name: 'queued', position: 0 }));
    caller.abort();
    expect((await sent).outcome).toEqual({ kind: 'canceled' });
    expect(asked).toContain('PUT /id/cancel');
  });

  it('goes on if its provider may charge, and can be collected', async () => {
    const sent = send({ ms: 60_000 });
    await vi.waitFor(() => expect(stages.filter(({ name }) => name === 'waiting').length).toBeGreaterThan(3));
    caller.abort();
    expect((await sent).outcome).toEqual({ kind: 'aborted' });
  });
});
