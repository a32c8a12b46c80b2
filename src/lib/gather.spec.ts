import { beforeEach, describe, expect, test, vi } from 'vitest';
import { gather } from './gather';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('gathered loads', () => {
  test('need 20 requests for 1,000 keys in screens of 50', async () => {
    const loads: (readonly string[])[] = [];
    const read = gather({
      waitMs: 10,
      most: 100,
      load: async (keys) => {
        loads.push(keys);
        return new Map(keys.map((key) => [key, `value of ${key}`]));
      },
    });
    for (let screen = 0; screen < 20; screen += 1) {
      const keys = Array.from({ length: 50 }, (_, index) => String(screen * 50 + index));
      const values = Promise.all(keys.map(read));
      await vi.advanceTimersByTimeAsync(10);
      expect(await values).toEqual(keys.map((key) => `value of ${key}`));
    }
    expect(loads).toHaveLength(20);
  });

  test('run one at a time, with what was requested meanwhile and at most the given number of keys', async () => {
    const loads: (readonly string[])[] = [];
    const ends: (() => void)[] = [];
    const read = gather({
      waitMs: 0,
      most: 2,
      load: async (keys) => {
        loads.push(keys);
        await new Promise<void>((resolve) => ends.push(resolve));
        return new Map(keys.map((key) => [key, key]));
      },
    });
    const values = Promise.all(['a', 'a', 'b', 'c'].map(read));
    await vi.advanceTimersByTimeAsync(0);
    expect(loads).toEqual([['a', 'b']]);
    const last = read('d');
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(loads).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    ends[1]?.();
    expect([await values, await last]).toEqual([['a', 'a', 'b', 'c'], 'd']);
  });

  test('are null for what was not loaded, and fail together', async () => {
    let isDown = false;
    const read = gather<string>({
      waitMs: 0,
      most: 9,
      load: async () => {
        if (isDown) throw new Error('down');
        return new Map();
      },
    });
    const missing = read('a');
    await vi.advanceTimersByTimeAsync(0);
    expect(await missing).toBeNull();
    isDown = true;
    const failed = Promise.allSettled([read('a'), read('b')]);
    await vi.advanceTimersByTimeAsync(0);
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
