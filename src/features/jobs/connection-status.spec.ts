import { describe, expect, it } from 'vitest';
import { toConnectionStatus, STALE_AFTER_MS, type ConnectionStatusInput } from './connection-status';

const calm: ConnectionStatusInput = { health: 'live', updatedAt: 1000, failure: null, hasActive: true, now: 2000 };

describe('the connection status', () => {
  it('is live while frames arrive and GETs succeed', () => {
    expect(toConnectionStatus(calm)).toEqual({ kind: 'live' });
  });

  it('is polling without a stream', () => {
    for (const health of ['off', 'waiting', 'connecting'] as const) {
      expect(toConnectionStatus({ ...calm, health })).toEqual({ kind: 'polling' });
    }
  });

  it('is settled if no job is active and nothing is followed', () => {
    expect(toConnectionStatus({ ...calm, health: 'off', hasActive: false, now: 1e9 })).toEqual({ kind: 'settled' });
  });

  it('is stale if responses stop or fail', () => {
    expect(toConnectionStatus({ ...calm, health: 'off', now: 1001 + STALE_AFTER_MS })).toEqual({
      kind: 'stale',
      since: 1000,
    });
    expect(toConnectionStatus({ ...calm, failure: 'answered' })).toEqual({ kind: 'stale', since: 1000 });
    expect(toConnectionStatus({ ...calm, failure: 'malformed' })).toEqual({ kind: 'stale', since: 1000 });
  });

  it('is unreachable without a response, even if a stream seems open', () => {
    expect(toConnectionStatus({ ...calm, failure: 'unreachable' })).toEqual({ kind: 'unreachable', since: 1000 });
    expect(toConnectionStatus({ ...calm, failure: 'unreachable', updatedAt: 0 })).toEqual({
      kind: 'unreachable',
      since: null,
    });
  });
});
