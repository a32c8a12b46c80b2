import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time';

test('calls during the work lead to one more time, which begins after it, even if it failed', async () => {
  const log: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const run = oneAtATime(async () => {
    log.push('begins');
    await new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
    log.push('ends');
  });
  const first = run();
  const [second, third] = [run(), run()];
  expect(log).toEqual(['begins']);
  ends[0]?.(new Error('down'));
  await expect(first).rejects.toThrow('down');
  await expect.poll(() => log).toEqual(['begins', 'begins']);
  ends[1]?.();
  await Promise.all([second, third]);
  expect(log).toEqual(['begins', 'begins', 'ends']);

  const last = run();
  ends[2]?.();
  await last;
  expect(log.filter((what) => what === 'begins')).toHaveLength(3);
});

test('a call at the end of the work joins the one that waits, instead of running beside it', async () => {
  let running = 0;
  let most = 0;
  let count = 0;
  const run = oneAtATime(async () => {
    count += 1;
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  });
  const first = run();
  const atTheEnd = first.then(run);
  await Promise.all([atTheEnd, run()]);
  expect([count, most]).toEqual([2, 1]);
});
