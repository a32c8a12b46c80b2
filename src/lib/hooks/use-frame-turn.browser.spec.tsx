import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useFrameTurn } from './use-frame-turn';

function Part() {
  return useFrameTurn() ? <i>costly</i> : null;
}

const parts = (count: number) => Array.from({ length: count }, (_, index) => <Part key={index} />);

let callbacks: FrameRequestCallback[] = [];
let now = 0;

/** Runs the frame that comes after this time. */
function frameAfter(ms: number): void {
  now += ms;
  const due = callbacks;
  callbacks = [];
  for (const callback of due) callback(now);
}

beforeEach(() => {
  callbacks = [];
  now = 1000;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => callbacks.push(callback));
});
afterEach(() => vi.unstubAllGlobals());

it('lets a few parts render in each frame, and only one after a late frame', async () => {
  const { container } = await render(<div>{parts(11)}</div>);
  const count = () => container.querySelectorAll('i').length;
  expect(count()).toBe(0);
  for (const [ms, total] of [
    [16, 4],
    [17, 8],
    [60, 9],
    [16, 11],
  ] as const) {
    frameAfter(ms);
    await expect.poll(count).toBe(total);
  }
  expect(callbacks).toEqual([]);
});

it('skips parts that are removed before their turn', async () => {
  const { container, rerender } = await render(<div>{parts(200)}</div>);
  await rerender(<div>{parts(1)}</div>);
  frameAfter(16);
  await expect.poll(() => container.querySelectorAll('i').length).toBe(1);
  expect(callbacks).toEqual([]);
});
