// Time from an event on the wire to its text on the screen. The gateway reports each step of a running job. A client in this
// process records when the step arrives, and the page when its text has been painted. Both use the machine's clock.
import { withPage } from '../sessions/browser-session.mjs';
import { median, quantile } from '../figures.mjs';
import { withGateway } from '../sessions/gateway-session.mjs';
import { followSteps } from '../sessions/job-steps.mjs';
import { relayTo } from '../sessions/relayed-server.mjs';

const STEPS = 60;
const STEP_MS = 150;
const BAR_MS = 50;
/** Limit for a page whose server is behind the relay of another gateway. */
const RELAY_BAR_MS = 80;
/** The page opens in the middle of the job, so it misses the first steps. */
const FEWEST_SEEN = STEPS / 2;

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(['--engine', 'scripted'], async (server) => {
    const { address } = server;
    await measure(report, server, 'job page', (id) => `${address}/local/jobs/${id}`, BAR_MS);
    await measure(report, server, 'list', () => `${address}/local/jobs`, BAR_MS);
    await withGateway([], async (near) => {
      await relayTo(near, 'far', address);
      await measure(report, server, 'job page by relay', (id) => `${near.address}/far/jobs/${id}`, RELAY_BAR_MS);
    });
  });
}

/**
 * @param {import('../figures.mjs').Report} report @param {import('../sessions/gateway-session.mjs').Session} server that runs the job
 * @param {string} screen @param {(id: string) => string} urlOf @param {number} bar
 */
async function measure(report, { address, ask }, screen, urlOf, bar) {
  const { text } = await ask('POST', '/api/v2/jobs', {
    workflow: {
      1: { class_type: 'ScriptSteps', inputs: { steps: STEPS, ms: STEP_MS, preview: false } },
    },
  });
  const { id } = JSON.parse(text);
  const reported = followSteps(address, id);
  const shown = await withPage(async (page) => {
    await page.goto(urlOf(id));
    return page.evaluate(watchSteps, { last: STEPS - 1, limitMs: STEPS * STEP_MS + 10_000 });
  });
  const toldAt = await reported;
  const delays = shown.flatMap(([step, at]) => {
    const from = toldAt.get(step);
    return from === undefined ? [] : [at - from];
  });
  if (delays.length < FEWEST_SEEN) throw new Error(`Only ${delays.length} steps were seen on the ${screen}`);
  const note = `${delays.length} steps, each until its frame was drawn`;
  report({ name: `event to screen, ${screen}, median`, value: median(delays), unit: 'ms', bar, note });
  report({ name: `event to screen, ${screen}, p95`, value: quantile(delays, 0.95), unit: 'ms' });
}

/**
 * Runs in the page: records when the text of each step was painted.
 * @param {{ last: number, limitMs: number }} how
 * @returns {Promise<[step: number, at: number][]>}
 */
function watchSteps({ last, limitMs }) {
  return new Promise((resolve) => {
    /** @type {Map<number, number>} */
    const drawn = new Map();
    const finish = () => {
      observer.disconnect();
      resolve([...drawn]);
    };
    const observer = new MutationObserver(() => {
      const text = document.querySelector('main')?.textContent ?? '';
      const [, step] = /step (\d+)/.exec(text) ?? /(\d+)\/\d+ · ScriptSteps/.exec(text) ?? [];
      if (step === undefined || drawn.has(Number(step))) return;
      const number = Number(step);
      drawn.set(number, Number.NaN);
      // A task posted from the frame runs after that frame is painted.
      requestAnimationFrame(() => {
        setTimeout(() => {
          drawn.set(number, performance.timeOrigin + performance.now());
          if (number >= last) finish();
        }, 0);
      });
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    setTimeout(finish, limitMs);
  });
}
