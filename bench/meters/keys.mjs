// Time from keys to their paint.
import { pause } from '../sessions/gateway-session.mjs';

/**
 * Presses a key repeatedly in the focused control.
 * @param {import('playwright').Page} page
 * @param {{ count: number, pauseMs: number }} how `pauseMs`: between keys
 * @returns {Promise<number[]>} milliseconds from each key to its paint
 */
export async function typeKeys(page, { count, pauseMs }) {
  await page.evaluate(watchKeys);
  for (let key = 0; key < count; key += 1) {
    await page.keyboard.press('a');
    // Users type more slowly; without a pause the work of one key would count for the next.
    await pause(pauseMs);
  }
  const times = await page.evaluate(() => window.keyTimes);
  if (times.length < count) throw new Error(`${times.length} of ${count} keys were seen`);
  return times;
}

/** Runs in the page: measures from the key to its paint. Browsers record no entry for what takes less than a frame. */
function watchKeys() {
  const isWatched = 'keyTimes' in window;
  window.keyTimes = [];
  if (isWatched) return;
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => window.keyTimes.push(performance.now() - timeStamp), { once: true });
        port1.start();
        port2.postMessage(null);
      });
    },
    { capture: true },
  );
}
