import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveIdempotencyKey, RUN_KEY_LIFETIME_MS } from '@server/router/calls/idempotency';
import type { KeyedRun } from '@server/storage/router-records';
import { COLLECT, readResponseHeaders } from '../../router/headers';
import { modelPath } from '../../router/model-id';
import { retryAdvice } from '../../router/retry';
import { HOSTS } from '../harness/harness';
import {
  startedRun,
  ECHO,
  callsAfter,
  recordedCalls,
  advanceUntil,
  rejectionOf,
  run,
  runFor,
  until,
  withKey,
} from '../harness/router-on-surface';
import type { Surface } from '../harness/surface';

describe('a request with a used key', () => {
  const request = { method: 'POST', target: '/v2/models/a/b', bodyHash: 'h' };
  const record: KeyedRun = {
    ...request,
    owner: 'local',
    key: 'k',
    claimedAt: 0,
    callId: 'c',
    state: 'answered',
    response: null,
  };

  test('R-4.45 R-4.46 R-4.47 R-4.48 is rejected if method, path, query or body differ', () => {
    expect(resolveIdempotencyKey(record, request, 1)).toBe('answered');
    for (const other of [
      { ...request, method: 'PUT' },
      { ...request, target: '/v2/models/a/c' },
      { ...request, target: '/v2/models/a/b?a=1' },
      { ...request, bodyHash: 'i' },
    ]) {
      expect(resolveIdempotencyKey(record, other, 1)).toBe('another-request');
    }
  });

  test('is processed again one day after the first use', () => {
    expect(resolveIdempotencyKey(record, request, RUN_KEY_LIFETIME_MS - 1)).toBe('answered');
    expect(resolveIdempotencyKey(record, request, RUN_KEY_LIFETIME_MS)).toBe('unused');
    expect(resolveIdempotencyKey(null, request, 0)).toBe('unused');
  });
});

describe.each(HOSTS)('keys of runs $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open();
  });
  afterAll(() => surface.close());

  /** Runs `work` and waits until the expected number of further calls has been recorded and has finished. */
  const during = async (calls: number, work: () => Promise<void>) => {
    const before = recordedCalls(surface).length;
    await work();
    await surface.pass(50);
    await callsAfter(surface, before + calls);
  };
  const wholeRun = async (...args: Parameters<typeof run>) => {
    const response = await run(...args);
    return { response, facts: readResponseHeaders(response.headers), text: await response.text() };
  };

  test('R-4.19 R-4.20 R-4.24 R-4.39 replay a repeated call', async () => {
    await during(1, async () => {
      const body = '{ "prompt": "a harbour" }';
      const first = await wholeRun(surface, ECHO, body, withKey('replay'));
      expect(first.facts.isReplayed).toBe(false);
      for (let times = 0; times < 2; times += 1) {
        const again = await wholeRun(surface, ECHO, body, withKey('replay'));
        expect(again.response.headers.get('idempotent-replayed')).toBe('true');
        expect([again.response.status, again.text]).toEqual([200, first.text]);
        expect(again.response.headers.get('content-type')).toBe(first.response.headers.get('content-type'));
        expect(again.facts.requestId).not.toBe(first.facts.requestId);
        expect(again.facts.spend).toEqual(first.facts.spend);
      }
    });
  });

  test('R-4.24 replay the same bytes and credits', async () => {
    for (const [model, body] of [
      ['scripted/sound', {}],
      ['scripted/picture-inline', {}],
      ['scripted/bytes', { bytes: 500_000 }],
    ] as const) {
      const first = await run(surface, model, body, withKey(`again ${model}`));
      const bytes = new Uint8Array(await first.arrayBuffer());
      const again = await run(surface, model, body, withKey(`again ${model}`));
      expect(readResponseHeaders(again.headers).isReplayed).toBe(true);
      expect(new Uint8Array(await again.arrayBuffer())).toEqual(bytes);
      expect(readResponseHeaders(again.headers).creditsUsed).toBe(readResponseHeaders(first.headers).creditsUsed);
    }
  });

  test.each([
    ['content_policy_violation', 400, 'content_policy_violation'],
    ['field_faults', 422, 'invalid_input'],
  ])('R-4.27 R-4.34 replay a permanent failure (%s)', async (fault, status, errorType) => {
    await during(1, async () => {
      const first = await rejectionOf(await run(surface, ECHO, { fault }, withKey(fault)));
      expect(first).toMatchObject({ status, errorType, isReplayed: false });
      const again = await rejectionOf(await run(surface, ECHO, { fault }, withKey(fault)));
      expect(again).toMatchObject({ status, errorType, isReplayed: true, detail: first.detail, faults: first.faults });
    });
  });

  test.each(['provider_error', 'service_unavailable', 'insufficient_credits', 'internal_error'])(
    'R-4.20 run the model again after %s',
    async (fault) => {
      const body = { fault, times: 1 };
      const rejection = await rejectionOf(await run(surface, ECHO, body, withKey(`once ${fault}`)));
      expect(rejection.isReplayed).toBe(false);
      const again = await wholeRun(surface, ECHO, body, withKey(`once ${fault}`));
      expect([again.response.status, again.facts.isReplayed]).toEqual([200, false]);
    },
  );

  test('R-4.20 replay a failure that may have run if a repetition may be charged', async () => {
    await during(1, async () => {
      const body = { fault: 'provider_error', times: 1 };
      const first = await rejectionOf(await run(surface, 'scripted/once', body, withKey('may have run')));
      expect(first).toMatchObject({ status: 502, isReplayed: false, callOutcome: 'unknown' });
      expect(retryAdvice(first, 0)).toMatchObject({ action: 'stop', key: 'new' });
      const again = await rejectionOf(await run(surface, 'scripted/once', body, withKey('may have run')));
      expect(again).toMatchObject({ status: 502, isReplayed: true, detail: first.detail, callOutcome: 'unknown' });
    });
  });

  test('let the console query an earlier call without running one', async () => {
    await during(0, async () => {
      const only = { ...withKey('asked for'), [COLLECT]: 'only' };
      const rejection = await rejectionOf(await run(surface, 'scripted/once', { n: 1 }, only));
      expect(rejection).toMatchObject({ status: 409, errorType: 'invalid_input', callOutcome: 'not_run' });
    });
    await during(1, async () => {
      await wholeRun(surface, 'scripted/once', { n: 1 }, withKey('asked for'));
      const only = { ...withKey('asked for'), [COLLECT]: 'only' };
      const { response, facts: details } = await wholeRun(surface, 'scripted/once', { n: 1 }, only);
      expect([response.status, details.isReplayed]).toEqual([200, true]);
      expect(details.callMs).toBeGreaterThanOrEqual(0);
    });
  });

  test('R-4.45 R-4.46 R-4.48 R-4.43 R-7.07 cannot be reused for another request, which needs a new one', async () => {
    await during(2, async () => {
      const key = withKey('taken');
      await wholeRun(surface, ECHO, { n: 1 }, key);
      const others = [
        await run(surface, ECHO, { n: 2 }, key),
        await run(surface, ECHO, '{"n": 1}', key),
        await run(surface, 'scripted/text', { n: 1 }, key),
        await surface.fetch(`${modelPath(ECHO)}?a=1`, { method: 'POST', headers: key, body: '{"n":1}' }),
      ];
      for (const other of others) {
        const rejection = await rejectionOf(other);
        expect(rejection).toMatchObject({ status: 409, errorType: 'invalid_input', retryAfterS: null });
        expect(retryAdvice(rejection, 0)).toMatchObject({ action: 'stop', key: 'new' });
      }
      expect((await wholeRun(surface, ECHO, { n: 2 }, withKey('fresh'))).response.status).toBe(200);
    });
  });

  test('R-4.49 R-2.95 do not replay a result that is hosted by the provider', async () => {
    await during(1, async () => {
      expect((await wholeRun(surface, 'scripted/picture-link', {}, withKey('linked'))).response.status).toBe(200);
      const again = await rejectionOf(await run(surface, 'scripted/picture-link', {}, withKey('linked')));
      expect(again).toMatchObject({ status: 409, errorType: 'invalid_input', isReplayed: false });
    });
  });

  test('R-4.49 do not replay a response above 64 MiB, which is streamed through', async () => {
    const body = { bytes: 65 * 1024 ** 2 };
    const first = await run(surface, 'scripted/bytes', body, withKey('large'));
    expect((await first.arrayBuffer()).byteLength).toBe(body.bytes);
    expect(await rejectionOf(await run(surface, 'scripted/bytes', body, withKey('large')))).toMatchObject({
      status: 409,
    });
  });

  test('R-4.31 R-4.41 R-4.77 R-7.22 respond with Retry-After while their call runs', async () => {
    await during(1, async () => {
      const body = { ms: 3000 };
      const { end } = await startedRun(surface, ECHO, body, withKey('running'));
      const rejection = await rejectionOf(await run(surface, ECHO, body, withKey('running')));
      expect(rejection).toMatchObject({ status: 409, errorType: 'concurrency_limit_exceeded' });
      expect(rejection.retryAfterS).toBeGreaterThanOrEqual(1);
      expect(retryAdvice(rejection, 0)).toMatchObject({ action: 'collect', key: 'same' });
      const first = await advanceUntil(surface, end);
      expect(first?.status).toBe(200);
      await first?.text();
      expect((await wholeRun(surface, ECHO, body, withKey('running'))).facts.isReplayed).toBe(true);
    });
  });

  test('R-4.20 run the model once for fifty concurrent requests', async () => {
    await during(1, async () => {
      const all = Promise.all(Array.from({ length: 50 }, () => run(surface, ECHO, { ms: 300 }, withKey('crowd'))));
      const responses = await advanceUntil(surface, all);
      await Promise.all(responses.map((response) => response.text()));
      // Requests after its end get its response.
      const others = responses.filter(
        ({ status, headers }) => status === 409 || readResponseHeaders(headers).isReplayed,
      );
      expect(others).toHaveLength(49);
    });
  });

  test.each(['', 'k'.repeat(256), 'k'.repeat(5000)])('R-7.07 R-8.03 cannot be %j', async (key) => {
    await during(0, async () => {
      const rejection = await rejectionOf(await run(surface, ECHO, {}, withKey(key)));
      expect(rejection).toMatchObject({ status: 400, errorType: 'invalid_input' });
    });
  });

  test.each(['k', 'k'.repeat(255), 'with spaces "and" \\ signs'])('R-4.19 can be %j', async (key) => {
    expect((await wholeRun(surface, ECHO, {}, withKey(key))).response.status).toBe(200);
  });

  test('R-4.39 are required for a replay', async () => {
    await during(2, async () => {
      for (let times = 0; times < 2; times += 1) {
        expect((await wholeRun(surface, ECHO, { keyless: true })).facts.isReplayed).toBe(false);
      }
    });
  });

  test('R-4.22 are released if the body is rejected before the model is called', async () => {
    expect((await run(surface, ECHO, '{', withKey('first try'))).status).toBe(400);
    expect((await wholeRun(surface, ECHO, { n: 1 }, withKey('first try'))).response.status).toBe(200);
  });
});

describe.each(HOSTS)('the deadline $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ modelDeadlineMs: 1000 });
  });
  afterAll(() => surface.close());

  const advice = { status: 504, errorType: 'deadline_exceeded' };

  test('R-4.50 R-4.51 R-7.26 R-7.27 R-7.28 R-8.14 an accepted call can be fetched with its key, and runs and is charged once', async () => {
    const before = recordedCalls(surface).length;
    const body = { ms: 2600, prompt: 'slow' };
    const first = await rejectionOf(await runFor(surface, 1000, ECHO, body, withKey('slow')));
    expect(first).toMatchObject({ ...advice, retryAfterS: 5, isReplayed: false });
    expect(retryAdvice(first, 0)).toMatchObject({ action: 'collect', key: 'same', waitMs: 5000 });
    // The call may still be running, so this may wait again.
    const come = () => runFor(surface, 1000, ECHO, body, withKey('slow'));
    const result = await until(surface, come, ({ status }) => status !== 504);
    expect(result.status).toBe(200);
    expect(readResponseHeaders(result.headers).isReplayed).toBe(true);
    expect(await result.json()).toEqual(body);
    expect((await callsAfter(surface, before + 1)).at(-1)).toMatchObject({ ...advice, charged: true });
    const again = await run(surface, ECHO, body, withKey('slow'));
    expect(await again.json()).toEqual(body);
    expect(recordedCalls(surface)).toHaveLength(before + 1);
  });

  test('R-4.50 a failure in the meantime is returned to the next request, and releases the key', async () => {
    const body = { ms: 1500, fault: 'provider_error', times: 1 };
    expect(await rejectionOf(await runFor(surface, 1000, ECHO, body, withKey('failed later')))).toMatchObject(advice);
    await surface.pass(1000);
    const reported = await rejectionOf(await run(surface, ECHO, body, withKey('failed later')));
    expect(reported).toMatchObject({ status: 502, errorType: 'provider_error' });
    expect(await rejectionOf(await runFor(surface, 1000, ECHO, body, withKey('failed later')))).toMatchObject(advice);
  });

  test('R-4.52 R-4.53 without a key nothing can be fetched later', async () => {
    const rejection = await rejectionOf(await runFor(surface, 1000, ECHO, { ms: 2000 }));
    expect(rejection).toMatchObject({ ...advice, retryAfterS: null });
    expect(retryAdvice(rejection, 0).action).not.toBe('collect');
  });

  test('R-4.54 R-7.27 a call that was not accepted in time has no result, and releases its key', async () => {
    const body = { accept_ms: 1500 };
    const rejection = await rejectionOf(await runFor(surface, 1000, ECHO, body, withKey('silent')));
    expect(rejection).toMatchObject({ ...advice, retryAfterS: null });
    const again = await rejectionOf(await runFor(surface, 1000, ECHO, body, withKey('silent')));
    expect(again).toMatchObject({ ...advice, retryAfterS: null });
  });

  test('R-7.28 a call without a key is charged even for a late result', async () => {
    const before = recordedCalls(surface).length;
    expect(await rejectionOf(await runFor(surface, 1000, ECHO, { ms: 1500, stubborn: true }))).toMatchObject(advice);
    await surface.pass(700);
    expect((await callsAfter(surface, before + 1)).at(-1)).toMatchObject({ ...advice, charged: true });
  });
});

describe.each(HOSTS.filter(({ isVirtual }) => isVirtual))('the lifetime of a key $name', ({ open }) => {
  test('R-4.20 ends one day after the first use, which removes its record', async () => {
    const surface = await open();
    await (await run(surface, ECHO, {}, withKey('old'))).text();
    await surface.pass(24 * 3600 * 1000 - 1);
    expect(readResponseHeaders((await run(surface, ECHO, {}, withKey('old'))).headers).isReplayed).toBe(true);
    await surface.pass(1);
    expect(readResponseHeaders((await run(surface, ECHO, {}, withKey('old'))).headers).isReplayed).toBe(false);
    await surface.close();
  });
});
