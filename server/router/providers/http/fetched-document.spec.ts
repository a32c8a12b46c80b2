import { expect, it } from 'vitest';
import { VirtualClock } from '../../../testing/virtual-clock';
import { FetchedDocument } from './fetched-document';

const MINUTE_MS = 60_000;

function open() {
  const clock = new VirtualClock();
  const stale: unknown[] = [];
  const asked: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
  const document = new FetchedDocument({
    clock,
    fetch: () => new Promise((resolve, reject) => asked.push({ resolve, reject })),
    onStale: (error) => stale.push(error),
  });
  return { clock, stale, asked, document };
}

it('is fetched once for all who wait for it, and again for who asks after a failure', async () => {
  const { asked, document } = open();
  const both = [document.read(), document.read()];
  expect(asked).toHaveLength(1);
  asked[0]?.reject(new Error('gone'));
  for (const one of both) await expect(one).rejects.toThrow('gone');
  const again = document.read();
  asked[1]?.resolve('first');
  expect(await again).toBe('first');
  expect(await document.read()).toBe('first');
  expect(asked).toHaveLength(2);
});

it('stays in use while a newer one is fetched, and where that fails', async () => {
  const { clock, stale, asked, document } = open();
  const first = document.read();
  asked[0]?.resolve('first');
  await first;
  await clock.advance(10 * MINUTE_MS);
  expect(await document.read()).toBe('first');
  asked[1]?.reject(new Error('away'));
  await clock.advance(MINUTE_MS - 1);
  expect(stale).toMatchObject([{ message: 'away' }]);
  expect(await document.read()).toBe('first');
  expect(asked).toHaveLength(2);
  await clock.advance(1);
  expect(await document.read()).toBe('first');
  asked[2]?.resolve('second');
  await clock.advance(0);
  expect(await document.read()).toBe('second');
  expect(stale).toHaveLength(1);
});
