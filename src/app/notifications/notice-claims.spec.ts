import { beforeEach, expect, it, vi } from 'vitest';
import { createLocalLocks } from '@/lib/web-locks';
import { createNoticeClaims } from './notice-claims';

const channels = new Set<LocalChannel>();

/** Delivers at once. */
class LocalChannel extends EventTarget {
  constructor() {
    super();
    channels.add(this);
  }
  postMessage(data: string): void {
    for (const other of channels) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => {
  channels.clear();
  vi.stubGlobal('BroadcastChannel', LocalChannel);
  vi.stubGlobal('navigator', { locks: createLocalLocks() });
  return () => vi.unstubAllGlobals();
});

it('exactly one tab gets a notice, also if all ask at once, and each notice has one', async () => {
  const tabs = [createNoticeClaims(), createNoticeClaims(), createNoticeClaims()];
  const first = await Promise.all(tabs.map((claim) => claim('batch.ended.70')));
  expect(first.filter(Boolean)).toHaveLength(1);
  const second = await Promise.all(tabs.map((claim) => claim('batch.paused.90')));
  expect(second.filter(Boolean)).toHaveLength(1);
});

it('a notice stays taken after the tab that showed it was closed, with its locks', async () => {
  const first = createNoticeClaims();
  vi.stubGlobal('navigator', { locks: createLocalLocks() });
  const second = createNoticeClaims();
  expect(await first('batch.ended.70')).toBe(true);
  expect(await second('batch.ended.70')).toBe(false);
});
