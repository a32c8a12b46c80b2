import { expect, it } from 'vitest';
import { runInSlices } from '@contract/slices';
import { yieldEvery } from './pauses';

it('work in turns yields when its time slice is over, and not before', async () => {
  let uptime = 0;
  const order: string[] = [];
  function* work() {
    for (const part of ['first', 'second', 'third']) {
      order.push(part);
      uptime += 3;
      yield;
    }
    return 'done';
  }
  const done = runInSlices(work(), yieldEvery(5, { uptime: () => uptime }));
  setImmediate(() => order.push('other'));
  expect(await done).toBe('done');
  expect(order).toEqual(['first', 'second', 'other', 'third']);
});
