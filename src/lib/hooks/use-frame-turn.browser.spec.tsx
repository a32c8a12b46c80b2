import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { useFrameTurn } from './use-frame-turn';

function Part() {
  return useFrameTurn() ? <i>costly</i> : null;
}

it('lets a few parts render in each frame until all have', async () => {
  const counts = new Set<number>();
  const parts = Array.from({ length: 10 }, (_, index) => <Part key={index} />);
  const { container } = await render(<div>{parts}</div>);
  const observer = new MutationObserver(() => counts.add(container.querySelectorAll('i').length));
  observer.observe(container, { childList: true, subtree: true });
  await expect.poll(() => container.querySelectorAll('i').length).toBe(10);
  observer.disconnect();
  // It may have begun before the observer.
  expect([...counts].every((count) => count % 4 === 0 || count === 10)).toBe(true);
});

it('skips parts that are removed before their turn', async () => {
  const parts = (count: number) => Array.from({ length: count }, (_, index) => <Part key={index} />);
  const { container, rerender } = await render(<div>{parts(200)}</div>);
  await rerender(<div>{parts(1)}</div>);
  await expect.poll(() => container.querySelectorAll('i').length).toBe(1);
});
