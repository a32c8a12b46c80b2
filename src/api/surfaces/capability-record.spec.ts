import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Surface } from '../surface';
import { capabilityOf } from './capability-guess';
import {
  factOf,
  forgetCapabilities,
  isLacking,
  isProbeDue,
  learn,
  markProbed,
  rereadCapabilities,
  uploadLimitOf,
  useCapabilities,
} from './capability-record';

const HOUR_MS = 3_600_000;
const far: Surface = {
  id: 'far',
  name: 'Far',
  kind: 'managed',
  baseUrl: 'http://127.0.0.1:8189/console/relay/far/jobs',
  routerBaseUrl: null,
  remote: { jobs: 'https://far.example', router: null },
};

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  forgetCapabilities('far');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('believes a "no" for an hour, and the newest response at once', () => {
  expect(isLacking(far, 'lists')).toBe(false);
  learn(far, 'lists', false);
  expect(isLacking(far, 'lists')).toBe(true);
  vi.advanceTimersByTime(HOUR_MS);
  expect(isLacking(far, 'lists')).toBe(false);
  learn(far, 'lists', false);
  learn(far, 'lists', true);
  expect(isLacking(far, 'lists')).toBe(false);
});

it('keeps since when a fact holds, across confirmations', () => {
  const since = Date.now();
  learn(far, 'logs', false);
  vi.advanceTimersByTime(HOUR_MS);
  learn(far, 'logs', false, { source: 'probe' });
  expect(factOf(far, 'logs')).toEqual({ isOffered: false, source: 'probe', since, confirmedAt: since + HOUR_MS });
});

it('survives a reload, and is of one address only', () => {
  learn(far, 'workflow', false);
  markProbed(far);
  useCapabilities.setState({ records: {} });
  rereadCapabilities();
  expect([isLacking(far, 'workflow'), isProbeDue(far)]).toEqual([true, false]);
  const moved = { ...far, remote: { jobs: 'https://moved.example', router: null } };
  expect([isLacking(moved, 'workflow'), isProbeDue(moved)]).toEqual([false, true]);
});

it('starts anew if what is stored cannot be read', () => {
  localStorage.setItem('flowdeck.capabilities', '{"far":{"address":7}}');
  rereadCapabilities();
  expect(useCapabilities.getState().records).toEqual({});
});

it('guesses from the kind until something is known, and never takes a guess for a "no"', () => {
  const { records } = useCapabilities.getState();
  expect(capabilityOf(far, 'lists', records)).toEqual({ isOffered: false, source: 'kind', since: null });
  expect(capabilityOf(far, 'ranges', records)).toBeNull();
  expect(isLacking(far, 'lists')).toBe(false);
});

it('forgets an upload limit as it forgets a "no": only a larger file could contradict it', () => {
  learn(far, 'uploadLimit', true, { maxBytes: 100 });
  expect(uploadLimitOf(far)).toBe(100);
  vi.advanceTimersByTime(HOUR_MS);
  expect(uploadLimitOf(far)).toBeNull();
});
