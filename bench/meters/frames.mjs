// Frames of a page, idle for the user or scrolled.

/**
 * Runs in the page: measures the time between frames, and the longest task, in milliseconds.
 * @param {{ seconds: number, scroll?: { step: number, row?: string } }} how `scroll`: scrolls the list with this part frame by
 *   frame, down and back up at its end
 * @returns {Promise<{ frames: number[], longest: number }>}
 */
export async function recordFrames({ seconds, scroll }) {
  let list = scroll ? (document.querySelector(scroll.row ?? 'main li')?.parentElement ?? null) : null;
  while (list && list.scrollHeight <= list.clientHeight) list = list.parentElement;
  const target = list;
  if (scroll && !target) throw new Error('Nothing scrolls');
  let step = scroll?.step ?? 0;
  const moveOn = () => {
    if (!target) return;
    const before = target.scrollTop;
    target.scrollTop += step;
    if (target.scrollTop === before) step = -step;
  };
  /** @type {number[]} */
  const frames = [];
  let longest = 0;
  const observer = new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ type: 'longtask' });
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this function travels into the page
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let last = await nextFrame();
  const end = last + seconds * 1000;
  while (last < end) {
    moveOn();
    const now = await nextFrame();
    frames.push(now - last);
    last = now;
  }
  observer.disconnect();
  return { frames, longest };
}
