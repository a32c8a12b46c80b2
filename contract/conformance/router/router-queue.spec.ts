import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_RECORDED_BYTES } from '@server/router/responses/response-recorder';
import { COLLECT, readResponseHeaders } from '../../router/headers';
import type { RequestHandle } from '../../router/queue-schemas';
import { RESULT_LIFETIME_MS } from '../../router/queue-schemas';
import { HOSTS } from '../harness/harness';
import { openInMemory } from '../harness/memory-host';
import { queueClient } from '../harness/queue-client';
import {
  ECHO,
  callsAfter,
  recordedCalls,
  rejectionOf,
  run,
  runFor,
  until,
  withKey,
} from '../harness/router-on-surface';
import type { Surface } from '../harness/surface';

const ONE_AT_A_TIME = { modelCalls: 1 };

describe.each(HOSTS)('queued delivery $name', ({ open, canRestart }) => {
  /** Shared surface for tests without special limits. */
  let shared: Surface;
  let surface: Surface;
  beforeAll(async () => {
    shared = await open();
  });
  afterAll(() => shared.close());
  beforeEach(() => {
    surface = shared;
  });
  afterEach(async () => {
    if (surface !== shared) await surface.close();
  });
  const opened = async (options?: Parameters<typeof open>[0]) => {
    if (options) surface = await open(options);
    return queueClient(surface, ECHO);
  };

  /** Starts a request that occupies the model for a minute, and returns it. */
  const busy = async (client: ReturnType<typeof queueClient>) => {
    const id = await client.submitted({ ms: 60_000 });
    await client.untilIn(id, 'IN_PROGRESS');
    return id;
  };

  test('a submit returns at once, and the result is the output that a run returns', async () => {
    const client = await opened();
    const body = { prompt: 'a fox', ms: 500 };
    const response = await client.submit(body);
    expect(response.status).toBe(201);
    const handle = (await response.json()) as RequestHandle;
    expect(handle.status).toBe('IN_QUEUE');
    expect(handle.response_url.endsWith(`/v2/models/${ECHO}/requests/${handle.request_id}`)).toBe(true);
    await client.completed(handle.request_id);
    const result = await surface.fetch(handle.response_url);
    expect([result.status, result.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await result.text()).toBe(await (await runFor(surface, 600, ECHO, body)).text());
    expect((await client.result(handle.request_id)).status).toBe(200);
  });

  test('binary output is delivered with its own type', async () => {
    const client = queueClient(surface, 'scripted/bytes');
    const id = await client.submitted({ bytes: 300_000 });
    expect((await client.completed(id)).error_type).toBeUndefined();
    const result = await client.result(id);
    const direct = await run(surface, 'scripted/bytes', { bytes: 300_000 });
    expect(result.headers.get('content-type')).toBe(direct.headers.get('content-type'));
    expect(new Uint8Array(await result.arrayBuffer())).toEqual(new Uint8Array(await direct.arrayBuffer()));
  });

  test('a result that is too long to replay to a run is stored for its request', async () => {
    const client = queueClient(surface, 'scripted/bytes');
    const bytes = MAX_RECORDED_BYTES + 1;
    const id = await client.submitted({ bytes });
    expect((await client.completed(id)).error_type).toBeUndefined();
    expect((await (await client.result(id)).arrayBuffer()).byteLength).toBe(bytes);
  });

  test('a result that cannot be replayed is delivered, and can be read again', async () => {
    const client = queueClient(surface, 'scripted/picture-link');
    const id = await client.submitted();
    await client.completed(id);
    expect((await client.result(id)).status).toBe(200);
    expect((await client.result(id)).status).toBe(200);
  });

  test('requests wait in order, and the position counts those ahead', async () => {
    const client = await opened(ONE_AT_A_TIME);
    const first = await client.submitted({ fault: 'silent' });
    await client.untilIn(first, 'IN_PROGRESS');
    const second = await client.submitted({ ms: 10 });
    const third = await client.submitted({ ms: 10 });
    expect(await client.status(first)).not.toHaveProperty('queue_position');
    expect(await client.status(second)).toMatchObject({ status: 'IN_QUEUE', queue_position: 0 });
    expect(await client.status(third)).toMatchObject({ status: 'IN_QUEUE', queue_position: 1 });
    const response = await client.readStatus(third);
    expect(readResponseHeaders(response.headers).retryAfterS).toBeGreaterThan(0);
    const early = await client.result(third);
    expect(early.status).toBe(202);
    expect(await early.json()).toMatchObject({ request_id: third, status: 'IN_QUEUE' });
    await client.cancel(first);
    await client.completed(second);
    await client.completed(third);
  });

  test('a waiting request is canceled at once, and never runs', async () => {
    const client = await opened(ONE_AT_A_TIME);
    await busy(client);
    const id = await client.submitted({ ms: 10 });
    const before = surface.models?.received.length;
    const canceled = await client.cancel(id);
    expect([canceled.status, canceled.body]).toEqual([202, { request_id: id, status: 'CANCELLATION_REQUESTED' }]);
    expect(await client.status(id)).toMatchObject({ status: 'COMPLETED', error_type: 'cancelled' });
    expect(await rejectionOf(await client.result(id))).toMatchObject({ status: 409, errorType: 'cancelled' });
    expect(surface.models?.received.length).toBe(before);
    const again = await client.cancel(id);
    expect([again.status, again.body.status]).toEqual([409, 'ALREADY_COMPLETED']);
    // Clients recognize this case by the body: a bucket would hide it.
    expect(readResponseHeaders(again.headers).errorType).toBeNull();
  });

  test('a running request whose provider may charge continues, and its result is stored', async () => {
    const client = await opened();
    const id = await client.submitted({ ms: 1500 });
    await client.untilIn(id, 'IN_PROGRESS');
    await surface.pass(200);
    expect((await client.cancel(id)).status).toBe(202);
    await surface.pass(1500);
    await client.completed(id);
    expect((await client.result(id)).status).toBe(200);
  });

  test('a running request that no provider has accepted is stopped', async () => {
    const client = await opened();
    const id = await client.submitted({ fault: 'silent' });
    await client.untilIn(id, 'IN_PROGRESS');
    expect((await client.cancel(id)).status).toBe(202);
    expect(await client.completed(id)).toMatchObject({ error_type: 'cancelled' });
  });

  test('a failed request is COMPLETED with the error type of its result', async () => {
    const client = await opened();
    for (const [fault, status, errorType] of [
      ['content_policy_violation', 400, 'content_policy_violation'],
      ['provider_error', 502, 'provider_error'],
      ['provider_timeout', 504, 'provider_timeout'],
      ['internal_error', 500, 'internal_error'],
      ['field_faults', 422, 'invalid_input'],
    ] as const) {
      const id = await client.submitted({ fault });
      expect(await client.completed(id)).toMatchObject({ status: 'COMPLETED', error_type: errorType });
      expect(await rejectionOf(await client.result(id))).toMatchObject({ status, errorType });
    }
  });

  test('the status of a failed request has the detail of its result: a text, or the invalid fields', async () => {
    const client = await opened();
    for (const [fault, expected] of [
      ['provider_error', expect.stringMatching(/./)],
      ['field_faults', expect.arrayContaining([expect.objectContaining({ loc: expect.any(Array) })])],
    ] as const) {
      const id = await client.submitted({ fault });
      const { detail } = await client.completed(id);
      expect(detail).toEqual(expected);
      expect(await (await client.result(id)).json()).toMatchObject({ detail });
    }
    const fine = await client.completed(await client.submitted({ a: 1 }));
    expect(fine).not.toHaveProperty('detail');
  });

  test('one key is one request, which runs once', async () => {
    const client = await opened();
    const before = recordedCalls(surface).length;
    const both = await Promise.all([1, 2].map(() => client.submit({ ms: 20 }, withKey('one'))));
    const later = await client.submit({ ms: 20 }, withKey('one'));
    const handles = (await Promise.all([...both, later].map((each) => each.json()))) as RequestHandle[];
    expect([...both, later].map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(handles.map(({ request_id: id }) => id)).size).toBe(1);
    expect([...both, later].filter(({ headers }) => readResponseHeaders(headers).isReplayed)).toHaveLength(2);
    await client.completed(handles[0]?.request_id ?? '');
    expect((await (await client.submit({ ms: 20 }, withKey('one'))).json()) as RequestHandle).toEqual(handles[0]);
    expect(await callsAfter(surface, before + 1)).toHaveLength(before + 1);
  });

  test('the idempotency key of a submit is rejected for any other request or run', async () => {
    const client = await opened();
    await client.submitted({ a: 1 }, withKey('taken'));
    const other = await rejectionOf(await client.submit({ a: 2 }, withKey('taken')));
    expect(other).toMatchObject({ status: 409, errorType: 'invalid_input' });
    expect(await rejectionOf(await run(surface, ECHO, { a: 1 }, withKey('taken')))).toMatchObject({ status: 409 });
    await (await run(surface, ECHO, { a: 1 }, withKey('run'))).text();
    expect((await client.submit({ a: 1 }, withKey('run'))).status).toBe(409);
  });

  test('a submit that only queries runs nothing', async () => {
    const client = await opened();
    const headers = { ...withKey('never sent'), [COLLECT]: 'only' };
    expect(await rejectionOf(await client.submit({}, headers))).toMatchObject({ status: 409, callOutcome: 'not_run' });
    const id = await client.submitted({}, withKey('never sent'));
    expect(((await (await client.submit({}, headers)).json()) as RequestHandle).request_id).toBe(id);
  });

  test('the backlog is limited, and drains', async () => {
    const client = await opened({ ...ONE_AT_A_TIME, queueDepth: 2 });
    await busy(client);
    const waiting = [await client.submitted(), await client.submitted()];
    const rejection = await rejectionOf(await client.submit());
    expect(rejection).toMatchObject({ status: 429, errorType: 'queue_backlog_full' });
    await client.cancel(waiting[0] ?? '');
    await client.submitted();
  });

  test('synchronous and queued calls share the limits', async () => {
    const client = await opened({ modelSpendCents: 100, modelCalls: 8 });
    const costly = queueClient(surface, 'scripted/costly');
    const first = await costly.submitted({ ms: 2000 });
    await costly.untilIn(first, 'IN_PROGRESS');
    const second = await costly.submitted({ ms: 20 });
    await surface.pass(100);
    expect((await costly.status(second)).status).toBe('IN_QUEUE');
    expect((await run(surface, 'scripted/costly', { ms: 20 })).status).toBe(429);
    await surface.pass(2000);
    await costly.completed(second);
    await client.submitted();
  });

  test('input is validated before a request is accepted', async () => {
    const client = await opened({ maxModelBodyBytes: 1024 ** 2 });
    const path = `/v2/models/${ECHO}/requests`;
    const send = (body: string) => surface.fetch(path, { method: 'POST', body });
    expect(await rejectionOf(await send('[1]'))).toMatchObject({ status: 400, errorType: 'invalid_input' });
    expect(await rejectionOf(await send('{'))).toMatchObject({ status: 400, errorType: 'invalid_input' });
    const long = await client.submit({ text: 'x'.repeat(1024 ** 2) });
    expect(await rejectionOf(long)).toMatchObject({ status: 413, errorType: 'invalid_input' });
    const unknown = await queueClient(surface, 'scripted/none').submit();
    expect(await rejectionOf(unknown)).toMatchObject({ status: 404, errorType: 'model_not_found' });
  });

  test('an unknown id, and one of another model, is not found', async () => {
    const client = await opened();
    const id = await client.submitted();
    for (const read of [
      await client.readStatus('nobody'),
      await client.result(crypto.randomUUID()),
      await queueClient(surface, 'scripted/bytes').readStatus(id),
    ]) {
      expect(await rejectionOf(read)).toMatchObject({ status: 404, errorType: 'request_not_found' });
    }
    const nowhere = await queueClient(surface, 'scripted/none').readStatus(id);
    expect(await rejectionOf(nowhere)).toMatchObject({ status: 404, errorType: 'model_not_found' });
  });

  test('long inputs and long results are passed completely', async () => {
    const client = await opened();
    const text = 'lang '.repeat(200_000);
    const id = await client.submitted({ text });
    await client.completed(id);
    expect(await (await client.result(id)).json()).toEqual({ text });
  });

  test('the earlier prefix serves the queue as well, without keys', async () => {
    const client = await opened();
    const path = `/v1/models/${ECHO}/requests`;
    const submit = () => surface.fetch(path, { method: 'POST', headers: withKey('ignored'), body: '{"a":1}' });
    const [one, two] = (await Promise.all(
      [await submit(), await submit()].map((each) => each.json()),
    )) as RequestHandle[];
    expect(one?.request_id).not.toBe(two?.request_id);
    expect(one?.status_url).toContain('/v1/models/');
    await client.completed(one?.request_id ?? '');
    const result = await surface.fetch(one?.response_url ?? '');
    expect(await result.json()).toEqual({ a: 1 });
  });

  test('the published description has the four operations', async () => {
    const { paths } = (await (await surface.fetch('/v2/openapi.json')).json()) as { paths: Record<string, object> };
    const at = '/v2/models/{provider}/{model}/requests';
    expect(Object.keys(paths[at] ?? {})).toEqual(['post']);
    expect(Object.keys(paths[`${at}/{request_id}`] ?? {})).toEqual(['get']);
    expect(Object.keys(paths[`${at}/{request_id}/status`] ?? {})).toEqual(['get']);
    expect(Object.keys(paths[`${at}/{request_id}/cancel`] ?? {})).toEqual(['put']);
  });

  describe('across a restart', () => {
    test('waiting requests keep their order, and results remain available', async ({ skip }) => {
      skip(!canRestart, 'restarts of the surface are not in our hands');
      const client = await opened(ONE_AT_A_TIME);
      const done = await client.submitted({ a: 'done' }, withKey('done'));
      await client.completed(done);
      await busy(client);
      const waiting = [await client.submitted({ a: 1 }), await client.submitted({ a: 2 }, withKey('two'))];
      await surface.restart();
      expect(await (await client.result(done)).json()).toEqual({ a: 'done' });
      for (const [index, id] of waiting.entries()) {
        await client.completed(id);
        expect(await (await client.result(id)).json()).toEqual({ a: index + 1 });
      }
      const again = (await (await client.submit({ a: 2 }, withKey('two'))).json()) as RequestHandle;
      expect(again.request_id).toBe(waiting[1]);
    });

    test('a request whose provider may have charged fails and is not run again', async ({ skip }) => {
      skip(!canRestart, 'restarts of the surface are not in our hands');
      const client = await opened({});
      const id = await busy(client);
      await surface.pass(1000);
      await surface.restart();
      expect(await client.completed(id)).toMatchObject({ error_type: 'internal_error' });
      const rejection = await rejectionOf(await client.result(id));
      expect(rejection).toMatchObject({ status: 500, callOutcome: 'unknown' });
      expect(rejection.detail).toMatch(/stopped while/);
    });

    test('a request that no provider had accepted runs', async ({ skip }) => {
      skip(!canRestart, 'restarts of the surface are not in our hands');
      const client = await opened({});
      const body = { accept_ms: 3000 };
      const id = await client.submitted(body);
      await client.untilIn(id, 'IN_PROGRESS');
      await surface.restart();
      await surface.pass(3200);
      await client.completed(id);
      expect(await (await client.result(id)).json()).toEqual(body);
    });
  });
});

describe('queued delivery over days', () => {
  let surface: Surface;
  afterEach(() => surface.close());

  test('a result is available for one day after its request completed', async () => {
    surface = await openInMemory();
    const client = queueClient(surface, ECHO);
    const id = await client.submitted({ text: 'x'.repeat(400_000) });
    await client.completed(id);
    await surface.clock?.advance(RESULT_LIFETIME_MS - 60_000);
    expect((await client.result(id)).status).toBe(200);
    await surface.clock?.advance(2 * 3600 * 1000);
    for (const read of [await client.result(id), await client.readStatus(id)]) {
      expect(await rejectionOf(read)).toMatchObject({ status: 410, errorType: 'request_not_found' });
    }
  });

  test('a request that is never admitted fails after one day', async () => {
    surface = await openInMemory({ modelRate: { calls: 1, windowMs: 100 * 24 * 3600 * 1000 } });
    const client = queueClient(surface, ECHO);
    await client.completed(await client.submitted());
    const id = await client.submitted();
    await surface.clock?.advance(RESULT_LIFETIME_MS + 2 * 3600 * 1000);
    const stopped = await until(
      surface,
      () => client.status(id),
      ({ status }) => status === 'COMPLETED',
    );
    expect(stopped.error_type).toBe('queue_timeout');
    expect(await rejectionOf(await client.result(id))).toMatchObject({ status: 504, errorType: 'queue_timeout' });
  });
});
