import { describe, expect, it } from 'vitest';
import { livenessOf, STALE_AFTER_MS, type LivenessInput } from './liveness';

const calm: LivenessInput = { health: 'live', updatedAt: 1000, failure: null, hasActive: true, now: 2000 };

describe('how true the screen is', () => {
  it('is live while frames arrive and GETs are answered', () => {
    expect(livenessOf(calm)).toEqual({ kind: 'live' });
  });

  it('is polling without a stream', () => {
    for (const health of ['off', 'waiting', 'connecting'] as const) {
      expect(livenessOf({ ...calm, health })).toEqual({ kind: 'polling' });
    }
  });

  it('is settled when nothing moves and nothing is followed', () => {
    expect(livenessOf({ ...calm, health: 'off', hasActive: false, now: 1e9 })).toEqual({ kind: 'settled' });
  });

  it('is stale when answers stop coming or are no good', () => {
    expect(livenessOf({ ...calm, health: 'off', now: 1001 + STALE_AFTER_MS })).toEqual({ kind: 'stale', since: 1000 });
    expect(livenessOf({ ...calm, failure: 'answered' })).toEqual({ kind: 'stale', since: 1000 });
    expect(livenessOf({ ...calm, failure: 'malformed' })).toEqual({ kind: 'stale', since: 1000 });
  });

  it('is unreachable without an answer, even while a stream seems open', () => {
    expect(livenessOf({ ...calm, failure: 'unreachable' })).toEqual({ kind: 'unreachable', since: 1000 });
    expect(livenessOf({ ...calm, failure: 'unreachable', updatedAt: 0 })).toEqual({ kind: 'unreachable', since: null });
  });
});
