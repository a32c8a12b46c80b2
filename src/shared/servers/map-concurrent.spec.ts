import { describe, expect, it } from 'vitest';
import { runAtServers, mapConcurrent } from './map-concurrent';

const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('mapping a list with limited concurrency', () => {
  it('never exceeds the limit, and starts the items in order', async () => {
    const started: number[] = [];
    let underWay = 0;
    let most = 0;
    await mapConcurrent([1, 2, 3, 4, 5, 6, 7], 3, new AbortController().signal, async (item) => {
      started.push(item);
      underWay += 1;
      most = Math.max(most, underWay);
      await pause();
      underWay -= 1;
    });
    expect(most).toBe(3);
    expect(started).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('finishes active items when it is aborted, and starts no more', async () => {
    const stop = new AbortController();
    const done: number[] = [];
    await mapConcurrent([1, 2, 3, 4], 2, stop.signal, async (item) => {
      await pause();
      done.push(item);
      stop.abort();
    });
    expect(done).toEqual([1, 2]);
  });
});

describe('work on several servers', () => {
  it.each([
    [1, 4],
    [2, 2],
    [3, 1],
    [6, 1],
  ])('gives each of %i servers %i requests, four in all', async (count, share) => {
    let underWay = 0;
    let most = 0;
    const done: number[] = [];
    const servers = Array.from({ length: count }, (_, index) => index);
    await runAtServers(servers, new AbortController().signal, async (server, limit) => {
      expect(limit).toBe(share);
      underWay += limit;
      most = Math.max(most, underWay);
      await pause();
      underWay -= limit;
      done.push(server);
    });
    expect(most).toBeLessThanOrEqual(4);
    expect(done.toSorted()).toEqual(servers);
  });
});
