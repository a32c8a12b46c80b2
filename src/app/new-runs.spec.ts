import { expect, test, vi } from 'vitest';
import { takeNewRuns } from './new-runs';

test('an interrupted run is offered once, not on every load', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
  expect(takeNewRuns([{ createdAt: 5 }, { createdAt: 9 }])).toHaveLength(2);
  expect(takeNewRuns([{ createdAt: 5 }, { createdAt: 9 }])).toEqual([]);
  expect(takeNewRuns([{ createdAt: 9 }, { createdAt: 12 }])).toEqual([{ createdAt: 12 }]);
  vi.unstubAllGlobals();
});
