// Frames of a page that works without user input.

/**
 * Runs in the page: measures the time between frames, and the longest task, in milliseconds.
 * @param {{ seconds: number }} how
 * @returns {Promise<{ frames: number[], longest: number }>}
 */
export async function recordFrames({ seconds }) {
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
    const now = await nextFrame();
    frames.push(now - last);
    last = now;
  }
  observer.disconnect();
  return { frames, longest };
}
