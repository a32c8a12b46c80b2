import { expect, it } from 'vitest';
import { VirtualClock } from '../../../../testing/virtual-clock';
import { FetchedDocument } from './fetched-document';

const MINUTE_MS = 60_000;

function open() {
  const clock = new VirtualClock();
  const stale: unknown[] = [];
  const requests: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
  const document = new FetchedDocument({
    clock,
    fetch: () => new Promise((resolve, reject) => requests.push({ resolve, reject })),
    onStale: (error) => stale.push(error),
  });
  return { clock, stale, asked: requests, document };
}

it('is fetched once for all waiting callers, and again for a caller after a failure', async () => {
  const { asked: requests, document } = open();
  const both = [document.read(), document.read()];
  expect(requests).toHaveLength(1);
  requests[0]?.reject(new Error('gone'));
  for (const one of both) await expect(one).rejects.toThrow('gone');
  const again = document.read();
  requests[1]?.resolve('first');
  expect(await again).toBe('first');
  expect(await document.read()).toBe('first');
  expect(requests).toHaveLength(2);
});

it('stays in use while a newer one is fetched, and if that fails', async () => {
  const { clock, stale, asked: requests, document } = open();
  const first = document.read();
  requests[0]?.resolve('first');
  await first;
  await clock.advance(10 * MINUTE_MS);
  expect(await document.read()).toBe('first');
  requests[1]?.reject(new Error('away'));
  await clock.advance(MINUTE_MS - 1);
  expect(stale).toMatchObject([{ message: 'away' }]);
  expect(await document.read()).toBe('first');
  expect(requests).toHaveLength(2);
  await clock.advance(1);
  expect(await document.read()).toBe('first');
  requests[2]?.resolve('second');
  await clock.advance(0);
  expect(await document.read()).toBe('second');
  expect(stale).toHaveLength(1);
});
