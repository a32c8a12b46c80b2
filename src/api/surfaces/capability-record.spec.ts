import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Surface } from '../surface';
import { capabilityOf } from './capability-guess';
import {
  capabilities,
  findCapability,
  forgetCapabilities,
  lacksCapability,
  learn,
  markProbed,
  uploadLimitOf,
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

it('an unsupported capability expires after an hour, and the newest response applies at once', () => {
  expect(lacksCapability(far, 'lists')).toBe(false);
  learn(far, 'lists', false);
  expect(lacksCapability(far, 'lists')).toBe(true);
  vi.advanceTimersByTime(HOUR_MS);
  expect(lacksCapability(far, 'lists')).toBe(false);
  learn(far, 'lists', false);
  learn(far, 'lists', true);
  expect(lacksCapability(far, 'lists')).toBe(false);
});

it('a confirmation does not change the time of the first observation', () => {
  const since = Date.now();
  learn(far, 'logs', false);
  vi.advanceTimersByTime(HOUR_MS);
  learn(far, 'logs', false, { source: 'probe' });
  expect(findCapability(far, 'logs')).toEqual({
    isOffered: false,
    source: 'probe',
    since,
    confirmedAt: since + HOUR_MS,
  });
});

it('the record survives a reload, and applies to one base address only', async () => {
  learn(far, 'workflow', false);
  markProbed(far);
  vi.resetModules();
  const reloaded = await import('./capability-record');
  expect([reloaded.lacksCapability(far, 'workflow'), reloaded.isProbeDue(far)]).toEqual([true, false]);
  const moved = { ...far, remote: { jobs: 'https://moved.example', router: null } };
  expect([reloaded.lacksCapability(moved, 'workflow'), reloaded.isProbeDue(moved)]).toEqual([false, true]);
});

it('an unreadable record is discarded', () => {
  localStorage.setItem('flowdeck.capabilities', '{"far":{"address":7}}');
  expect(capabilities.get()).toEqual({});
});

it('capabilities are guessed from the kind of server until known, and a guess is never final', () => {
  const records = capabilities.get();
  expect(capabilityOf(far, 'lists', records)).toEqual({ isOffered: false, source: 'kind', since: null });
  expect(capabilityOf(far, 'ranges', records)).toBeNull();
  expect(lacksCapability(far, 'lists')).toBe(false);
});

it('an upload limit expires like an unsupported capability, since only a larger file could contradict it', () => {
  learn(far, 'uploadLimit', true, { maxBytes: 100 });
  expect(uploadLimitOf(far)).toBe(100);
  vi.advanceTimersByTime(HOUR_MS);
  expect(uploadLimitOf(far)).toBeNull();
});
