// Scripted scrolling for list benches.

/**
 * Runs in the page: scrolls the list frame by frame, down and back up at its end.
 * @param {{ seconds: number, step: number, row?: string }} how `row`: selector of a part of the list
 * @returns {Promise<{ frames: number[], longest: number }>}
 */
export async function scroll({ seconds, step, row = 'main li' }) {
  const first = document.querySelector(row);
  let list = first?.parentElement ?? null;
  while (list && list.scrollHeight <= list.clientHeight) list = list.parentElement;
  const target = list;
  if (!target) throw new Error('Nothing scrolls');
  /** @type {number[]} */
  const frames = [];
  let longest = 0;
  const observer = new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ type: 'longtask' });
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this function travels into the page
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let direction = 1;
  let last = await nextFrame();
  const end = last + seconds * 1000;
  while (last < end) {
    const before = target.scrollTop;
    target.scrollTop += step * direction;
    if (target.scrollTop === before) direction = -direction;
    const now = await nextFrame();
    frames.push(now - last);
    last = now;
  }
  observer.disconnect();
  return { frames, longest };
}
