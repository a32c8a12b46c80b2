import { expect, it } from 'vitest';
import { pauseForPage } from './pause-for-page';

it('lets other tasks run when a slice is over, and not before', async () => {
  let now = 0;
  const pause = pauseForPage(() => now);
  const order: string[] = [];
  setTimeout(() => order.push('other task'));
  now += 5;
  await pause();
  order.push('within a slice');
  now += 5;
  await pause();
  order.push('after a slice');
  now += 5;
  await pause();
  order.push('within the next');
  expect(order).toEqual(['within a slice', 'other task', 'after a slice', 'within the next']);
});
