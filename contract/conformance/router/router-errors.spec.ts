import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_BUCKETS } from '../../router/errors';
import { publicSpelling } from '../../router/headers';
import { retryAdvice } from '../../router/retry';
import { HOSTS } from '../harness/harness';
import {
  startedRun,
  ECHO,
  endOf,
  callsAfter,
  recordedCalls,
  rejectionOf,
  run,
  runFor,
  until,
  withKey,
} from '../harness/router-on-surface';
import type { Surface } from '../harness/surface';

test('R-7.02 R-2.48 there are exactly fifteen buckets', () => {
  expect(Object.keys(ERROR_BUCKETS)).toHaveLength(15);
});

describe.each(HOSTS)('errors $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open();
  });
  afterAll(() => surface.close());

  const faultyRun = async (fault: string, model = ECHO, more: object = {}) =>
    rejectionOf(await run(surface, model, { fault, ...more }));

  test.each([
    ['content_policy_violation', 400, 'content_policy_violation'],
    ['provider_error', 502, 'provider_error'],
    ['unreadable', 502, 'provider_error'],
    ['provider_timeout', 504, 'provider_timeout'],
    ['insufficient_credits', 402, 'insufficient_credits'],
    ['forbidden', 403, 'forbidden'],
    ['not_enabled', 403, 'not_enabled'],
    ['service_unavailable', 503, 'service_unavailable'],
    ['rate_limited', 429, 'rate_limited'],
    ['internal_error', 500, 'internal_error'],
  ] as const)(
    'R-2.45 R-2.48 R-4.03 R-4.35 R-4.37 R-7.01 R-7.09 R-7.12 R-7.13 R-7.25 R-7.31 R-7.34 R-7.36 R-7.37 %s gets %i %s',
    async (fault, status, bucket) => {
      const response = await run(surface, ECHO, { fault });
      const body = (await response.clone().json()) as Record<string, unknown>;
      const rejection = await rejectionOf(response);
      expect(rejection).toMatchObject({ status, errorType: bucket });
      expect(body['error_type']).toBe(bucket);
      expect(rejection.detail).toMatch(/\w/);
    },
  );

  test('R-2.46 internal details of a provider are not exposed', async () => {
    for (const fault of ['provider_error', 'internal_error']) {
      const text = await (await run(surface, ECHO, { fault })).text();
      expect(text).not.toMatch(/sk-scripted-secret|Error:|\.ts:/);
    }
  });

  test('R-7.14 R-4.52 a provider timeout is a distinct 504, without Retry-After', async () => {
    const rejection = await rejectionOf(
      await run(surface, ECHO, { fault: 'provider_timeout' }, withKey('slow-partner')),
    );
    expect(rejection).toMatchObject({ status: 504, errorType: 'provider_timeout', retryAfterS: null });
    expect(retryAdvice(rejection, 0)).toMatchObject({ action: 'stop', key: 'same' });
  });

  test('a policy refusal includes its subject', async () => {
    expect(await faultyRun('content_policy_violation')).toMatchObject({
      refusalSubject: 'input_text',
      upstreamStatus: 400,
      upstreamDetail: 'Flagged by the safety system',
    });
  });

  test.each([
    [ECHO, false],
    ['scripted/costly', true],
    ['scripted/riddle', null],
  ])('R-2.14 a refusal by %s is recorded with its billing fact: charged %s', async (model, charged) => {
    const before = recordedCalls(surface).length;
    await faultyRun('content_policy_violation', model);
    expect((await callsAfter(surface, before + 1)).at(-1)).toMatchObject({ model, status: 400, charged });
  });

  test('R-7.33 a rate limit of the provider includes Retry-After', async () => {
    expect(await faultyRun('rate_limited')).toMatchObject({ retryAfterS: 2, status: 429 });
  });

  test('R-4.01 R-7.01 public clients get each header in both spellings, with the same value', async () => {
    const response = await run(surface, ECHO, { fault: 'content_policy_violation' });
    const names = [...response.headers.keys()].filter((name) => name.startsWith('x-service-'));
    expect(names).toEqual(expect.arrayContaining(['x-service-error-type', 'x-service-refusal-subject']));
    for (const name of names) {
      expect(response.headers.get(publicSpelling(name))).toBe(response.headers.get(name));
    }
    await response.text();
  });

  test('R-4.74 the record of a call has the request id of its response', async () => {
    const before = recordedCalls(surface).length;
    const { requestId } = await faultyRun('provider_error');
    expect((await callsAfter(surface, before + 1)).at(-1)).toMatchObject({ requestId, errorType: 'provider_error' });
  });

  test('a truncated response is cut off, and does not look complete', async () => {
    const before = recordedCalls(surface).length;
    // The connection may break before its response headers are sent.
    expect(await endOf(run(surface, ECHO, { fault: 'cut' }))).toBe('gone');
    expect((await callsAfter(surface, before + 1)).at(-1)).toMatchObject({ model: ECHO, errorType: 'provider_error' });
  });

  describe('a caller that disconnects', () => {
    const leave = async (body: object, headers: Record<string, string> = {}) => {
      const caller = new AbortController();
      // A call whose client disconnects before the model starts does not run, and its idempotency key is released.
      const { end } = await startedRun(surface, ECHO, body, headers, { signal: caller.signal });
      caller.abort();
      expect(await end).toBeNull();
    };

    test('R-7.23 R-7.38 R-7.24 is recorded as disconnected and gets no response, and a produced result is charged', async () => {
      const before = recordedCalls(surface).length;
      await leave({ ms: 2000, stubborn: true });
      await surface.pass(2000);
      expect((await callsAfter(surface, before + 1)).at(-1)).toMatchObject({
        status: 499,
        errorType: 'client_disconnected',
        charged: true,
      });
    });

    test('R-4.79 leaves no orphaned work behind', async () => {
      const before = recordedCalls(surface).length;
      await leave({ ms: 3_600_000 });
      expect((await callsAfter(surface, before + 1)).at(-1)).toMatchObject({ status: 499, charged: null });
    });

    test('R-4.20 R-7.24 can fetch the result with the idempotency key, which ran once', async () => {
      const before = recordedCalls(surface).length;
      const body = { ms: 2000, prompt: 'left and came back' };
      await leave(body, withKey('left'));
      // 409 until the surface has noticed that the first client disconnected.
      const response = await until(
        surface,
        () => runFor(surface, 2000, ECHO, body, withKey('left')),
        ({ status }) => status !== 409,
      );
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual(body);
      expect((await callsAfter(surface, before + 1)).at(-1)).toMatchObject({ status: 499, charged: true });
    });
  });
});
