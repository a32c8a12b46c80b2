import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEAD_STREAM_MS } from '@contract/jobs/events';
import { createLocalLocks } from '../local-locks';
import { joinLive, type LiveChannel, type LiveMessage } from './live-leader';

/** Channels of several tabs in one process. */
function fakeBrowser() {
  const locks = createLocalLocks();
  const members = new Set<(message: LiveMessage) => void>();
  const openChannel = (_name: string, onMessage: (message: LiveMessage) => void): LiveChannel => {
    members.add(onMessage);
    return {
      post: (message) => {
        for (const member of members) if (member !== onMessage) queueMicrotask(() => member(message));
      },
      close: () => members.delete(onMessage),
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
  it('is read by one tab and heard by all', async () => {
    const browser = fakeBrowser();
    const tabs = [browser.openTab(), browser.openTab(), browser.openTab()];
    await settle();
    expect(browser.streams()).toBe(1);
    browser.publishers[0]?.({ kind: 'frame', event: 'status', data: '{}' });
    await settle();
    for (const { heard } of tabs) expect(heard).toContainEqual({ kind: 'frame', event: 'status', data: '{}' });
  });

  it('tells a tab that comes later how things are', async () => {
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

  it('lets nobody hear a tab that has left', async () => {
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

  it('notices a leading tab that hangs by its silence', async () => {
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
