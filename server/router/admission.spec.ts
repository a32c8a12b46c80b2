import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../storage/memory-store';
import type { CallRecord } from '../storage/router-records';
import { admit, spendHeaders } from './admission';
import { RouterProblem } from './router-problem';

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

function refusal(calls: readonly CallRecord[], request: { holdCents?: number; now?: number; owner?: string } = {}) {
  const store = createMemoryStore();
  for (const each of calls) store.router.insertCall(each);
  try {
    admit(store, limits, { owner: 'local', holdCents: 0, now: 0, ...request });
    return null;
  } catch (error) {
    if (error instanceof RouterProblem) return error;
    throw error;
  }
}

describe('admission', () => {
  it('counts the calls of one account that have not ended', () => {
    const three = [call('a'), call('b'), call('c', { endedAt: 1 })];
    expect(refusal(three)).toBeNull();
    expect(refusal([...three, call('d', { holdCents: 0 })])?.bucket).toBe('concurrency_limit_exceeded');
    expect(refusal([...three, call('d', { owner: 'other' })])).toBeNull();
  });

  it('lets a call in that fills the ceiling, and none that goes over it', () => {
    expect(refusal([call('a')], { holdCents: 150 })).toBeNull();
    expect(refusal([call('a')], { holdCents: 151 })?.options.headers).toEqual({
      'X-Committed-Spend-Limit': '250',
      'X-Committed-Spend-Current': '100',
      'X-Committed-Spend-Remaining': '150',
    });
  });

  it('opens a window again when its first call is out of it', () => {
    const five = [10, 20, 30, 40, 50].map((startedAt) => call(`c${startedAt}`, { startedAt, endedAt: startedAt }));
    expect(refusal(five, { now: 100 })).toMatchObject({ bucket: 'rate_limited', status: 429 });
    expect(refusal(five, { now: 100 })?.options.headers).toEqual({ 'Retry-After': '60' });
    expect(refusal(five, { now: 60_009 })?.options.headers).toEqual({ 'Retry-After': '1' });
    expect(refusal(five, { now: 60_010 })).toBeNull();
  });

  it('R-4.81 never says that less than nothing is left', () => {
    expect(spendHeaders(100, 300)['X-Committed-Spend-Remaining']).toBe('0');
  });
});
