import { expect, onTestFinished, test, vi } from 'vitest';
import { VirtualClock } from './virtual-clock';

test('timers run in order of their due times, those with equal times in the order they were set', async () => {
  const clock = new VirtualClock(1000);
  const ran: [string, number][] = [];
  const note = (name: string) => () => void ran.push([name, clock.now()]);
  clock.after(20, note('b'));
  clock.after(10, note('a'));
  clock.after(20, note('c'));
  clock.after(21, note('d'));
  await clock.advance(20);
  expect(ran).toEqual([
    ['a', 1010],
    ['b', 1020],
    ['c', 1020],
  ]);
  expect([clock.now(), clock.pending]).toEqual([1020, 1]);
});

test('work started by a timer runs at its own time, even after a promise', async () => {
  const clock = new VirtualClock(0);
  const ran: number[] = [];
  clock.after(5, () => {
    void Promise.resolve()
      .then(() => new Response('body').text())
      .then(() => clock.after(5, () => ran.push(clock.now())));
  });
  await clock.advance(100);
  expect(ran).toEqual([10]);
});

test('a canceled timer does not run', async () => {
  const clock = new VirtualClock(0);
  let ran = false;
  const takeBack = clock.after(5, () => (ran = true));
  takeBack();
  takeBack();
  await clock.advance(10);
  expect([ran, clock.pending]).toEqual([false, 0]);
});

test('a timer that fails ends the advance, and leaves no open port', async () => {
  const close = vi.spyOn(MessagePort.prototype, 'close');
  onTestFinished(() => close.mockRestore());
  const clock = new VirtualClock(0);
  clock.after(5, () => {
    throw new Error('broken');
  });
  await expect(clock.advance(10)).rejects.toThrow('broken');
  expect([clock.now(), clock.pending, close.mock.calls.length]).toEqual([5, 0, 1]);
});

test('a month of a timer that repeats every five minutes passes in seconds', async () => {
  const clock = new VirtualClock(0);
  let count = 0;
  const again = () => {
    count += 1;
    clock.after(300_000, again);
  };
  again();
  await clock.advance(30 * 24 * 3600 * 1000);
  expect(count).toBe(30 * 24 * 12 + 1);
});
