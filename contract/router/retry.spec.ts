import { describe, expect, it } from 'vitest';
import { ERROR_BUCKETS } from './errors';
import { backoffMs, RETRY_RULES, retryAdvice, ruleFor, type RunRejection } from './retry';

const rejection = (
  status: number | null,
  errorType: string | null,
  retryAfterS: number | null = null,
): RunRejection => ({
  status,
  errorType,
  retryAfterS,
});
const none = () => 0;

describe('client reaction to a response', () => {
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
    [403, 'not_enabled', null, 'stop', 'new', 0],
    [404, 'model_not_found', null, 'stop', 'new', 0],
    // No response.
    [null, null, null, 'wait', 'same', 1000],
  ] as const)('%s %s, Retry-After %s: %s with the %s key', (status, errorType, retryAfterS, action, key, waitMs) => {
    expect(retryAdvice(rejection(status, errorType, retryAfterS), 0, none)).toMatchObject({ action, key, waitMs });
  });

  it('retries before Retry-After when one of the own calls finishes, if too many were in flight', () => {
    expect(retryAdvice(rejection(429, 'concurrency_limit_exceeded'), 0, none).pause).toBe('own-call');
  });

  it('handles an unknown bucket as an internal error, and one without a bucket by its status', () => {
    expect(ruleFor(rejection(418, 'brand_new'))).toBe(ruleFor(rejection(500, 'internal_error')));
    expect(ruleFor(rejection(503, null))).toBe(ruleFor(rejection(503, 'service_unavailable')));
    expect(ruleFor(rejection(504, null))).toBe(ruleFor(rejection(500, 'internal_error')));
  });

  it('gives up on an error after a few attempts with the same key', () => {
    const fault = rejection(502, 'provider_error');
    expect([0, 1, 2, 3].map((tries) => retryAdvice(fault, tries).action)).toEqual(['wait', 'wait', 'wait', 'stop']);
    expect(retryAdvice(fault, 3).key).toBe('same');
  });

  it('lets the user decide if the provider timed out, and retries a few times if it never accepted the call', () => {
    const timesOf = (bucket: string) =>
      [0, 1, 2, 3, 4].filter((tries) => retryAdvice(rejection(504, bucket), tries).action === 'wait').length;
    expect(timesOf('provider_timeout')).toBe(0);
    expect(timesOf('deadline_exceeded')).toBe(3);
  });

  it('polls for the result while there is one, with backoff if there is no Retry-After', () => {
    const running = rejection(409, 'concurrency_limit_exceeded', 0);
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
    const { action, key } = retryAdvice({ ...rejection(status, errorType), callOutcome }, 0, none);
    expect([action, key]).toEqual(then);
  });

  it('polls for a result that our gateway still computes', () => {
    const running = { ...rejection(504, 'deadline_exceeded', 5), callOutcome: 'unknown' as const };
    expect(retryAdvice(running, 0, none)).toMatchObject({ action: 'collect', key: 'same', waitMs: 5000 });
  });

  it('has an unconditional rule for every bucket', () => {
    for (const bucket of Object.keys(ERROR_BUCKETS)) {
      const own = RETRY_RULES.filter((rule) => rule.bucket === bucket);
      expect(own.at(-1)).toMatchObject({ bucket });
      expect(own.at(-1)?.status).toBeUndefined();
      expect(own.at(-1)?.hasRetryAfter).toBeUndefined();
    }
  });
});

describe('delays', () => {
  it('double up to the maximum, minus up to 25 % jitter', () => {
    expect([0, 1, 2, 3, 10].map((tries) => backoffMs(tries, none))).toEqual([1000, 2000, 4000, 8000, 45_000]);
    expect(backoffMs(3, () => 1)).toBe(6000);
  });
});
