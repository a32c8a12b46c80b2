import { describe, expect, it } from 'vitest';
import { ERROR_BUCKETS } from './errors';
import { backoffMs, RETRY_RULES, retryAdvice, ruleFor, type RunRejection } from './retry';

const refusal = (status: number | null, errorType: string | null, retryAfterS: number | null = null): RunRejection => ({
  status,
  errorType,
  retryAfterS,
});
const none = () => 0;

describe('what a caller does after an answer', () => {
  it.each([
    [409, 'concurrency_limit_exceeded', 2, 'collect', 'same', 2000],
    [409, 'invalid_input', null, 'stop', 'new', 0],
    [504, 'deadline_exceeded', 5, 'collect', 'same', 5000],
    [504, 'deadline_exceeded', null, 'wait', 'same', 1000],
    [504, 'provider_timeout', null, 'stop', 'same', 0],
    [429, 'concurrency_limit_exceeded', null, 'wait', 'same', 1000],
    [429, 'rate_limited', 30, 'wait', 'same', 30_000],
    [503, 'service_unavailable', null, 'wait', 'same', 1000],
    [502, 'provider_error', null, 'wait', 'same', 1000],
    [500, 'internal_error', null, 'wait', 'same', 1000],
    [400, 'content_policy_violation', null, 'stop', 'new', 0],
    [400, 'invalid_input', null, 'stop', 'new', 0],
    [422, 'invalid_input', null, 'stop', 'new', 0],
    [401, 'unauthorized', null, 'stop', 'same', 0],
    [402, 'insufficient_credits', null, 'stop', 'same', 0],
    [403, 'not_enabled', null, 'stop', 'same', 0],
    [404, 'model_not_found', null, 'stop', 'new', 0],
    // No answer at all.
    [null, null, null, 'wait', 'same', 1000],
  ] as const)('%s %s, Retry-After %s: %s with the %s key', (status, errorType, retryAfterS, action, key, waitMs) => {
    expect(retryAdvice(refusal(status, errorType, retryAfterS), 0, none)).toMatchObject({ action, key, waitMs });
  });

  it('waits for a call of its own before the time, where too many were in flight', () => {
    expect(retryAdvice(refusal(429, 'concurrency_limit_exceeded'), 0, none).pause).toBe('own-call');
  });

  it('handles an unknown bucket as an internal error, and one without a bucket by its status', () => {
    expect(ruleFor(refusal(418, 'brand_new'))).toBe(ruleFor(refusal(500, 'internal_error')));
    expect(ruleFor(refusal(503, null))).toBe(ruleFor(refusal(503, 'service_unavailable')));
    expect(ruleFor(refusal(504, null))).toBe(ruleFor(refusal(500, 'internal_error')));
  });

  it('gives up a fault after a few tries, and keeps the key', () => {
    const fault = refusal(502, 'provider_error');
    expect([0, 1, 2, 3].map((tries) => retryAdvice(fault, tries).action)).toEqual(['wait', 'wait', 'wait', 'stop']);
    expect(retryAdvice(fault, 3).key).toBe('same');
  });

  it('leaves it to a person where the provider had all its time, and tries a few times where it never took the call', () => {
    const timesOf = (bucket: string) =>
      [0, 1, 2, 3, 4].filter((tries) => retryAdvice(refusal(504, bucket), tries).action === 'wait').length;
    expect(timesOf('provider_timeout')).toBe(0);
    expect(timesOf('deadline_exceeded')).toBe(3);
  });

  it('collects as long as there is something to collect, growing where no time is named', () => {
    const running = refusal(409, 'concurrency_limit_exceeded', 0);
    expect(retryAdvice(running, 500, none)).toMatchObject({ action: 'collect', waitMs: 45_000 });
  });

  it.each([
    [502, 'provider_error', 'unknown', 'stop', 'new'],
    [502, 'provider_error', 'protected', 'stop', 'same'],
    [502, 'provider_error', 'refused', 'stop', 'new'],
    [502, 'provider_error', 'not_run', 'wait', 'same'],
    [502, 'provider_error', 'repeatable', 'wait', 'same'],
    [502, 'provider_error', null, 'wait', 'same'],
    [503, 'service_unavailable', 'unknown', 'stop', 'new'],
    [500, 'internal_error', 'unknown', 'stop', 'new'],
    [504, 'provider_timeout', 'unknown', 'stop', 'new'],
    [504, 'provider_timeout', 'not_run', 'stop', 'same'],
    [429, 'rate_limited', 'not_run', 'wait', 'same'],
    [429, 'rate_limited', 'refused', 'stop', 'new'],
    [400, 'invalid_input', 'refused', 'stop', 'new'],
  ] as const)('%s %s of our own gateway, outcome %s: %s with the %s key', (status, errorType, callOutcome, ...then) => {
    const { action, key } = retryAdvice({ ...refusal(status, errorType), callOutcome }, 0, none);
    expect([action, key]).toEqual(then);
  });

  it('collects what our own gateway still runs', () => {
    const running = { ...refusal(504, 'deadline_exceeded', 5), callOutcome: 'unknown' as const };
    expect(retryAdvice(running, 0, none)).toMatchObject({ action: 'collect', key: 'same', waitMs: 5000 });
  });

  it('has a rule for every bucket that fits always', () => {
    for (const bucket of Object.keys(ERROR_BUCKETS)) {
      const own = RETRY_RULES.filter((rule) => rule.bucket === bucket);
      expect(own.at(-1)).toMatchObject({ bucket });
      expect(own.at(-1)?.status).toBeUndefined();
      expect(own.at(-1)?.hasRetryAfter).toBeUndefined();
    }
  });
});

describe('pauses', () => {
  it('double up to the longest, with up to a quarter taken off', () => {
    expect([0, 1, 2, 3, 10].map((tries) => backoffMs(tries, none))).toEqual([1000, 2000, 4000, 8000, 45_000]);
    expect(backoffMs(3, () => 1)).toBe(6000);
  });
});
