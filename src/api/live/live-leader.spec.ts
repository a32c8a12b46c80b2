import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEAD_STREAM_MS } from '@contract/jobs/events';
import { createLocalLocks } from '@/lib/web-locks';
import { joinLive, type LiveChannel, type LiveMessage } from './live-leader';

/** Channels of several tabs in one process. */
function fakeBrowser() {
  const locks = createLocalLocks();
  const properties = new Set<(message: LiveMessage) => void>();
  const openChannel = (_name: string, onMessage: (message: LiveMessage) => void): LiveChannel => {
    properties.add(onMessage);
    return {
      post: (message) => {
        for (const property of properties) if (property !== onMessage) queueMicrotask(() => property(message));
      },
      close: () => properties.delete(onMessage),
    };
  };
  let streams = 0;
  const publishers: ((message: LiveMessage) => void)[] = [];
  const openTab = () => {
    const heard: LiveMessage[] = [];
    const leave = joinLive({
      name: 'flowdeck.live.local',
      locks,
      openChannel,
      onMessage: (message) => heard.push(message),
      lead: (signal, publish) => {
        streams += 1;
        publishers.push(publish);
        publish({ kind: 'state', state: 'open' });
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            streams -= 1;
            resolve();
          });
        });
      },
    });
    return { heard, leave };
  };
  return { openTab, publishers, streams: () => streams };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('one stream for all tabs', () => {
  it('is opened by one tab and received by all', async () => {
    const browser = fakeBrowser();
    const tabs = [browser.openTab(), browser.openTab(), browser.openTab()];
    await settle();
    expect(browser.streams()).toBe(1);
    browser.publishers[0]?.({ kind: 'frame', event: 'status', data: '{}' });
    await settle();
    for (const { heard } of tabs) expect(heard).toContainEqual({ kind: 'frame', event: 'status', data: '{}' });
  });

  it('sends the current state to a tab that opens later', async () => {
    const browser = fakeBrowser();
    browser.openTab();
    await settle();
    const late = browser.openTab();
    await settle();
    expect(late.heard).toEqual([{ kind: 'state', state: 'open' }]);
  });

  it('passes to another tab when the leading one closes', async () => {
    const browser = fakeBrowser();
    const first = browser.openTab();
    const second = browser.openTab();
    await settle();
    first.leave();
    await settle();
    expect(browser.streams()).toBe(1);
    expect(second.heard.at(-1)).toEqual({ kind: 'state', state: 'open' });
    browser.publishers[1]?.({ kind: 'opened' });
    expect(second.heard.at(-1)).toEqual({ kind: 'opened' });
  });

  it('ignores a tab that has closed', async () => {
    const browser = fakeBrowser();
    const first = browser.openTab();
    const second = browser.openTab();
    await settle();
    first.leave();
    const before = second.heard.length;
    browser.publishers[0]?.({ kind: 'frame', event: 'status', data: 'stale' });
    await settle();
    expect(second.heard.slice(before)).not.toContainEqual({ kind: 'frame', event: 'status', data: 'stale' });
  });

  it('detects a hanging leader tab by its silence', async () => {
    const browser = fakeBrowser();
    browser.openTab();
    const follower = browser.openTab();
    await settle();
    await vi.advanceTimersByTimeAsync(DEAD_STREAM_MS - 1000);
    browser.publishers[0]?.({ kind: 'beat' });
    await vi.advanceTimersByTimeAsync(DEAD_STREAM_MS - 1000);
    expect(follower.heard.at(-1)).toEqual({ kind: 'state', state: 'open' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(follower.heard.at(-1)).toEqual({ kind: 'state', state: 'waiting' });
  });
});
