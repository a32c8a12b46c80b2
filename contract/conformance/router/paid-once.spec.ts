import { fc, runs } from '@contract/testing/properties';
import { COLLECT, readResponseHeaders } from '@contract/router/headers';
import { createApp, type App } from '@server/app';
import { systemClock } from '@server/clock';
import type { AppDeps } from '@server/deps';
import { configuredModels } from '@server/router/providers/http/testing/configured-models';
import { openSmallServer, sendJson, type ReceivedRequest } from '@server/router/providers/http/testing/small-server';
import { createMemoryDeps } from '@server/testing/memory-deps';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendQueued } from '@/domains/model-calls/queued-call';
import { readFailure } from '@/domains/model-calls/read-response';
import { runActions } from '@/domains/model-calls/run-actions';
import { nextAction, step, type SendOutcome } from '@/domains/model-calls/run-machine';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { runText } from '@/domains/model-calls/run-text';
import { failed } from '@/domains/model-calls/testing/faulty-router';
import { makeRun } from '@/domains/model-calls/testing/run-fixture';

/**
 * Covers the path from the click to the provider's bill: the console's own state machine, the complete gateway, and an HTTP
 * provider that counts. However calls fail, the provider never runs more of them than the user clicked.
 */

type Reply = (response: ServerResponse) => void;
const status = (code: number, headers: Record<string, string> = {}): Reply => {
  return (response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    sendJson(response, code, { error: { message: 'As the test says' } });
  };
};

/** Provider responses, with whether the provider may have run the call. */
const REPLIES = {
  fine: { mayRun: true, reply: (response) => sendJson(response, 200, { ok: true }) },
  crash: { mayRun: true, reply: status(500) },
  bad_gateway: { mayRun: true, reply: status(502) },
  overloaded: { mayRun: true, reply: status(503) },
  gateway_timeout: { mayRun: true, reply: status(504) },
  timeout: { mayRun: true, reply: status(408) },
  dropped: { mayRun: true, reply: (response) => response.destroy() },
  cut_head: { mayRun: true, reply: (response) => response.socket?.end('HTTP/1.1 200 OK\r\nContent-Ty') },
  cut_body: {
    mayRun: true,
    reply: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"half":', () => response.destroy());
    },
  },
  no_json: {
    mayRun: true,
    reply: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<'),
  },
  unknown_model: { mayRun: true, reply: status(404) },
  bad_credential: { mayRun: true, reply: status(401) },
  conflict: { mayRun: true, reply: status(409) },
  leak: {
    mayRun: true,
    reply: (response) =>
      sendJson(response, 422, { detail: [{ loc: ['body'], msg: `Bad ${LEAKED}`, type: 'x', input: LEAKED }] }),
  },
  bad_input: { mayRun: true, reply: status(400) },
  redirect: { mayRun: true, reply: status(307, { location: '/elsewhere' }) },
  /** These responses state that nothing was run. */
  limited: { mayRun: false, reply: status(429) },
  try_later: { mayRun: false, reply: status(503, { 'retry-after': '1' }) },
  should_retry: { mayRun: false, reply: status(500, { 'x-should-retry': 'true' }) },
} as const satisfies Record<string, { mayRun: boolean; reply: Reply }>;
type ReplyName = keyof typeof REPLIES;
const NAMES = Object.keys(REPLIES) as ReplyName[];

const LEAKED = 'Bearer abc.xyz-SECRETVALUE';

let planned: ReplyName[] = [];
let counted: string[] = [];
let server: Awaited<ReturnType<typeof openSmallServer>>;
let models: ReturnType<typeof configuredModels>;
let deps: AppDeps;
let app: App;

const answer = ({ headers }: ReceivedRequest, response: ServerResponse) => {
  const { mayRun, reply } = REPLIES[planned.shift() ?? 'fine'];
  if (mayRun) counted.push(String(headers['idempotency-key'] ?? ''));
  reply(response);
};

beforeAll(async () => {
  server = await openSmallServer(answer);
  const one = { baseUrl: server.origin, models: [{ name: 'model', path: '/run' }] };
  models = configuredModels({
    providers: [
      { name: 'plain', ...one },
      { name: 'keyed', idempotencyHeader: 'Idempotency-Key', ...one },
      { name: 'repeated', repeatable: true, ...one },
      { name: 'away', ...one, baseUrl: 'http://127.0.0.1:1' },
    ],
  });
});
afterAll(() => Promise.all([models.close(), server.close()]));
beforeEach(async () => {
  planned = [];
  counted = [];
  deps = await createMemoryDeps(
    { models: [models.source], settings: { modelRate: { calls: 1e6, windowMs: 1 } } },
    systemClock,
  );
  await restart();
});

/** Simulates another process with the same store. */
async function restart(): Promise<void> {
  app = createApp(deps);
  await app.start();
}

async function sendOnce(run: RunRecord): Promise<SendOutcome> {
  const response = await app.fetch(
    new Request(`http://127.0.0.1:8189/v2/models/${run.modelId}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': run.key,
        ...(run.collectsOnly ? { [COLLECT]: 'only' } : {}),
      },
      body: '{"prompt":"x"}',
    }),
  );
  const text = await response.text().catch(() => null);
  if (text === null) return failed(0, null, null, 0);
  if (!response.ok) {
    const { retryAfterS } = readResponseHeaders(response.headers);
    return {
      kind: 'failure',
      failure: readFailure(response.status, response.headers, text, 0),
      retryAfterS,
      spend: null,
    };
  }
  return { kind: 'result', answer: { status: 200 } as never, spend: null };
}

/** Requests that the page has submitted; lost on reload. */
const submitted = new Map<string, string>();

/** Sends through the queue. @param isLost whether the response to the console is lost, by request */
async function sendThroughQueue(run: RunRecord, isLost: boolean[]): Promise<SendOutcome> {
  const { outcome } = await sendQueued(run, '{"prompt":"x"}', {
    requestsUrl: `http://127.0.0.1:8189/v2/models/${run.modelId}/requests`,
    fetch: async (url, init) => {
      const response = await app.fetch(new Request(url, init));
      if (isLost.shift()) throw new TypeError('The response was lost');
      return response;
    },
    pause: () => new Promise((resolve) => setTimeout(resolve, 1)),
    requestId: submitted.get(run.id) ?? null,
    onRequest: (requestId) => submitted.set(run.id, requestId),
    onStage: () => {},
    signal: new AbortController().signal,
  });
  return outcome;
}

let now = 1_700_000_000_000;
let pressed = 0;

/** Drives a run as the runner does, without any delays. @param isLost whether the response to the console is lost, by send */
async function drive(run: RunRecord, isLost: boolean[] = []): Promise<RunRecord> {
  let driven = run;
  for (let turn = 0; turn < 100; turn += 1) {
    const action = nextAction(driven, now);
    if (action.do === 'nothing') return driven;
    if (action.do === 'wait') now = action.until;
    driven = step(driven, { kind: 'send' }, now);
    const isQueued = driven.delivery === 'queue';
    const outcome = isQueued ? await sendThroughQueue(driven, isLost) : await sendOnce(driven);
    const seen = !isQueued && isLost.shift() ? failed(0, null, null, now) : outcome;
    driven = step(driven, { kind: 'sent', outcome: seen, hasOwnCalls: false }, now);
  }
  throw new Error('The run never came to an end');
}

function press(provider: string, delivery?: 'queue'): RunRecord {
  pressed += 1;
  const run = { id: `run-${pressed}`, modelId: `${provider}/model`, createdAt: now, key: crypto.randomUUID() };
  return makeRun({ ...run, ...(delivery ? { delivery } : {}) });
}

const textOf = (run: RunRecord) => {
  const { title, explanation } = runText(run, undefined, now);
  return `${title}. ${explanation ?? ''}`;
};

it('a credential in a field error of the provider is not stored with the idempotency key', async () => {
  planned = ['leak'];
  const run = press('plain');
  await sendOnce(run);
  const stored = deps.store.router.key('local', run.key);
  expect(stored?.state).toBe('answered');
  expect(JSON.stringify(stored)).not.toContain('SECRETVALUE');
});

describe('one click on Run', () => {
  it.each([
    'crash',
    'bad_gateway',
    'overloaded',
    'gateway_timeout',
    'timeout',
    'dropped',
    'cut_head',
    'no_json',
  ] as const)(
    'calls a provider once that may have run and responded with %s, and lets the user decide',
    async (name) => {
      planned = [name];
      const run = await drive(press('plain'));
      expect(counted).toHaveLength(1);
      expect(run.state.name).toBe('failed');
      expect(runActions(run, now)).toEqual(['run_anew']);
      expect(textOf(run)).toContain('may have been charged');
    },
  );

  it.each(['unknown_model', 'bad_credential', 'conflict', 'bad_input', 'redirect'] as const)(
    'calls a provider once that rejected it with %s, and never claims a possible charge',
    async (name) => {
      planned = [name];
      const run = await drive(press('plain'));
      expect(counted).toHaveLength(1);
      expect(run.state.name).toBe('failed');
      expect(run.mayHaveRun).toBe(false);
      expect(textOf(run)).not.toMatch(/may (?:have|be|still)/);
    },
  );

  it.each(['limited', 'try_later', 'should_retry'] as const)(
    'is retried automatically after %s, which means that nothing ran',
    async (name) => {
      planned = [name, name];
      expect((await drive(press('plain'))).state.name).toBe('done');
      expect(counted).toHaveLength(1);
    },
  );

  it('is retried automatically if no connection was established, without a charge', async () => {
    const run = await drive(press('away'));
    expect(run.state.name).toBe('failed');
    expect(run.mayHaveRun).toBe(false);
    expect(counted).toEqual([]);
  });

  it('is retried automatically for a provider that is declared repeatable', async () => {
    planned = ['crash', 'crash'];
    expect((await drive(press('repeated'))).state.name).toBe('done');
    expect(counted).toHaveLength(3);
  });

  it('sends the same idempotency key to the provider each time, and not the one of the caller', async () => {
    planned = ['crash'];
    const run = await drive(press('keyed'));
    expect(counted).toHaveLength(1);
    expect(runActions(run, now)).toEqual(['try_again']);
    expect((await drive(step(run, { kind: 'user_ask' }, now))).state.name).toBe('done');
    expect(new Set(counted).size).toBe(1);
    expect(counted[0]).toMatch(/^[0-9a-f]{64}$/);
    await drive(press('keyed'));
    expect(new Set(counted).size).toBe(2);
    counted = [];
    await drive(press('plain'));
    expect(counted).toEqual(['']);
  });

  it('stores the failure with its key: a retry, even after a restart, does not call the provider again', async () => {
    planned = ['crash'];
    const run = press('plain');
    await sendOnce(run);
    await restart();
    const again = await sendOnce(run);
    expect(again).toMatchObject({
      kind: 'failure',
      failure: { isReplayed: true, status: 502, callOutcome: 'unknown' },
    });
    expect(counted).toHaveLength(1);
  });
});

describe('one click through the queue', () => {
  it.each(NAMES)(
    'calls a provider at most once that responds with %s, and is not retried automatically',
    async (name) => {
      planned = [name];
      const run = await drive(press('plain', 'queue'));
      expect(counted).toHaveLength(REPLIES[name].mayRun ? 1 : 0);
      expect(run.state.name).toBe(name === 'fine' ? 'done' : 'failed');
      expect(runActions(run, now)).not.toContain('try_again');
      expect(textOf(run)).not.toContain('same key');
    },
  );

  it('is one call even if every response is lost once, and across a reload and a restart', async () => {
    const lost = await drive(press('plain', 'queue'), [true, true, false, true]);
    expect(lost.state.name).toBe('done');
    expect(counted).toHaveLength(1);
    submitted.clear();
    await restart();
    const left: RunRecord = { ...lost, state: { name: 'in_flight' }, firstSentAt: now, sentAt: now };
    const again = await drive(step(left, { kind: 'resume', knowsItsCalls: true }, now));
    expect(again.state.name).toBe('done');
    expect(counted).toHaveLength(1);
  });
});

it('R-4.20 the provider never gets more calls than clicks, whatever it returns and whatever is lost', async () => {
  const plan = fc.record({
    replies: fc.array(fc.constantFrom(...NAMES), { maxLength: 8 }),
    losses: fc.array(fc.boolean(), { maxLength: 8 }),
    delivery: fc.constantFrom(undefined, 'queue' as const),
    /** After each run: the first offered action, a restart, or a new run. */
    next: fc.array(fc.constantFrom('act', 'restart', 'press', 'reload'), { maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ replies, losses, delivery, next }) => {
      planned = [...replies];
      counted = [];
      const isLost = [...losses];
      let clicks = 1;
      let run = await drive(press('plain', delivery), isLost);
      for (const what of next) {
        const [action] = runActions(run, now);
        if (what === 'restart') await restart();
        else if (what === 'reload') {
          // The page is closed after the send, and the next page finds the active run.
          submitted.clear();
          const left: RunRecord = { ...run, state: { name: 'in_flight' }, firstSentAt: now, sentAt: now };
          run = await drive(step(left, { kind: 'resume', knowsItsCalls: true }, now), isLost);
        } else if (what === 'press' || action === 'run_anew') {
          clicks += 1;
          run = await drive(press('plain', delivery), isLost);
        } else if (action === 'try_again' || action === 'collect') {
          // Collecting fetches existing results: it does not count as a click on Run.
          if (action === 'try_again') clicks += 1;
          run = await drive(step(run, { kind: 'user_ask' }, now), isLost);
        }
        expect(counted.length).toBeLessThanOrEqual(clicks);
      }
      expect(counted.length).toBeLessThanOrEqual(clicks);
    }),
    { numRuns: runs(60) },
  );
}, 60_000);
