import { describe, expect, it } from 'vitest';
import { publicSpelling, readResponseHeaders, readHeader, writePublicSpellings } from './headers';

describe('response headers', () => {
  it('are parsed in either dialect', () => {
    expect(readHeader(new Headers({ 'X-Service-Request-Id': 'a' }), 'requestId')).toBe('a');
    expect(readHeader(new Headers({ 'X-Comfy-Error-Type': 'forbidden' }), 'errorType')).toBe('forbidden');
    expect(readHeader(new Headers({ 'X-Comfy-Retry-After': '1' }), 'retryAfter')).toBeNull();
  });

  it('are written in both spellings if there are two', () => {
    const headers = new Headers({ 'X-Service-Error-Type': 'forbidden', 'Retry-After': '1' });
    writePublicSpellings(headers);
    expect(headers.get('x-comfy-error-type')).toBe('forbidden');
    expect([...headers.keys()]).toHaveLength(3);
    expect(publicSpelling('X-Service-Request-Id')).toBe('X-Comfy-Request-Id');
  });

  it('return the committed spend only if it is complete', () => {
    const spend = { 'X-Committed-Spend-Limit': '500', 'X-Committed-Spend-Current': '200' };
    expect(readResponseHeaders(new Headers(spend)).spend).toBeNull();
    const whole = new Headers({ ...spend, 'X-Committed-Spend-Remaining': '300' });
    expect(readResponseHeaders(whole).spend).toEqual({ limit: 500, current: 200, remaining: 300 });
  });

  it('accept only whole seconds for Retry-After', () => {
    const secondsOf = (text: string) => readResponseHeaders(new Headers({ 'Retry-After': text })).retryAfterS;
    expect(['7', '0', '1.5', 'soon', '-1'].map(secondsOf)).toEqual([7, 0, null, null, null]);
  });

  it('mark a replay with the value true', () => {
    const isReplayed = (text: string) => readResponseHeaders(new Headers({ 'Idempotent-Replayed': text })).isReplayed;
    expect(['true', 'True', 'false', ''].map(isReplayed)).toEqual([true, true, false, false]);
  });
});
