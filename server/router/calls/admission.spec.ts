import { describe, expect, it } from 'vitest';
import { HttpError } from '../../http/http-error';
import { createMemoryStore } from '../../storage/memory/memory-store';
import type { CallRecord } from '../../storage/router-records';
import { admit, spendHeaders } from './admission';

const call = (id: string, more: Partial<CallRecord> = {}): CallRecord => ({
  id,
  owner: 'local',
  model: 'a/b',
  startedAt: 0,
  endedAt: null,
  holdCents: 100,
  status: null,
  bucket: null,
  charged: null,
  creditsUsed: null,
  ...more,
});

const limits = { modelCalls: 3, modelSpendCents: 250, modelRate: { calls: 5, windowMs: 60_000 } };

function rejection(calls: readonly CallRecord[], request: { holdCents?: number; now?: number; owner?: string } = {}) {
  const store = createMemoryStore();
  for (const each of calls) store.router.insertCall(each);
  try {
    admit(store, limits, { owner: 'local', holdCents: 0, now: 0, ...request });
    return null;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

describe('admission', () => {
  it('counts the active calls of one account', () => {
    const three = [call('a'), call('b'), call('c', { endedAt: 1 })];
    expect(rejection(three)).toBeNull();
    expect(rejection([...three, call('d', { holdCents: 0 })])?.type).toBe('concurrency_limit_exceeded');
    expect(rejection([...three, call('d', { owner: 'other' })])).toBeNull();
  });

  it('admits a call that exactly reaches the limit, and rejects one that exceeds it', () => {
    expect(rejection([call('a')], { holdCents: 150 })).toBeNull();
    expect(rejection([call('a')], { holdCents: 151 })?.headers).toEqual({
      'X-Committed-Spend-Limit': '250',
      'X-Committed-Spend-Current': '100',
      'X-Committed-Spend-Remaining': '150',
    });
  });

  it('admits calls again when the first call has left the rate window', () => {
    const five = [10, 20, 30, 40, 50].map((startedAt) => call(`c${startedAt}`, { startedAt, endedAt: startedAt }));
    expect(rejection(five, { now: 100 })).toMatchObject({ type: 'rate_limited', status: 429 });
    expect(rejection(five, { now: 100 })?.headers).toEqual({ 'Retry-After': '60' });
    expect(rejection(five, { now: 60_009 })?.headers).toEqual({ 'Retry-After': '1' });
    expect(rejection(five, { now: 60_010 })).toBeNull();
  });

  it('R-4.81 never reports a negative remainder', () => {
    expect(spendHeaders(100, 300)['X-Committed-Spend-Remaining']).toBe('0');
  });
});
