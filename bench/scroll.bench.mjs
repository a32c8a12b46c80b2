// Five seconds of scrolling through a list of ten thousand jobs, and the memory of the page after it.
import { withPage } from './browser-session.mjs';
import { quantile, median } from './figures.mjs';
import { fillWithJobs, submitNote, withGateway } from './gateway-session.mjs';

const JOBS = 10_000;
const SECONDS = 5;
const STEP_PX = 60;

/** @param {import('./figures.mjs').Report} report */
export async function run(report) {
  await withGateway(
    ['--engine', 'scripted', '--scripted-parallel', '30', '--queue-depth', '20000'],
    async ({ address, ask }) => {
      await fillWithJobs(ask, JOBS, (index) => submitNote(ask, `Bench ${index}`));
      await withPage(async (page) => {
        const startedAt = performance.now();
        await page.goto(`${address}/local/jobs`);
        await page.getByRole('listitem').first().waitFor();
        report({ name: 'first rows of 10,000 jobs', value: performance.now() - startedAt, unit: 'ms', bar: 500 });
        await page.waitForTimeout(1000);
        const { frames, longest } = await page.evaluate(scroll, { seconds: SECONDS, step: STEP_PX });
        const note = `${frames.length} frames, 10,000 jobs`;
        report({ name: 'scroll, median frame', value: median(frames), unit: 'ms', bar: 17, note });
        report({ name: 'scroll, p95 frame', value: quantile(frames, 0.95), unit: 'ms', bar: 34, note });
        report({ name: 'scroll, longest task', value: longest, unit: 'ms', bar: 50 });
        const memory = await page.evaluate(
          () =>
            /** @type {{ memory?: { usedJSHeapSize: number } }} */ (/** @type {unknown} */ (performance)).memory
              ?.usedJSHeapSize ?? Number.NaN,
        );
        report({ name: 'heap of the page after scrolling', value: memory / 1e6, unit: 'MB', bar: 150 });
      });
    },
  );
}

/**
 * Runs in the page: scrolls the list frame by frame, down and up again at its end.
 * @param {{ seconds: number, step: number }} how
 * @returns {Promise<{ frames: number[], longest: number }>}
 */
async function scroll({ seconds, step }) {
  const row = document.querySelector('main li');
  let list = row?.parentElement ?? null;
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
