// Responsiveness of the gateway while its engine works: a growth with previews and a large blur, in a full run three times with a new
// gateway each.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sized } from '../figures.mjs';
import { waitUntil, withGateway } from '../sessions/gateway-session.mjs';
import { startLoopWatch } from '../meters/loop-watch.mjs';

const ROUNDS = sized(1, 3);

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const watch = startLoopWatch();
    await withGateway(
      [],
      async ({ ask, pid }) => {
        // This process is nearly idle: its own delay shows how busy the machine is.
        const control = monitorEventLoopDelay({ resolution: 1 });
        control.enable();
        watch.begin(pid);
        for (const workflow of [growth(round), largeBlur(round)]) {
          const { status, text } = await ask('POST', '/api/v2/jobs', { workflow });
          if (status !== 201) throw new Error(`A job was refused: ${text}`);
        }
        await waitUntil(async () => {
          const { text } = await ask('GET', '/api/v2/jobs?limit=2');
          const { jobs } = JSON.parse(text);
          return jobs.every((/** @type {{ status: string }} */ job) => job.status === 'succeeded');
        }, 180_000);
        const { p999, max } = await watch.end(pid);
        control.disable();
        const idle = { p999: `idle: ${ms(control.percentile(99.9))} ms`, max: `idle: ${ms(control.max)} ms` };
        report({
          name: `event loop beside long jobs, p99.9, run ${round}`,
          value: p999,
          unit: 'ms',
          bar: 20,
          note: idle.p999,
        });
        report({
          name: `event loop beside long jobs, max, run ${round}`,
          value: max,
          unit: 'ms',
          bar: 50,
          note: idle.max,
        });
      },
      watch.how,
    );
  }
}

/** @param {number} nanoseconds */
const ms = (nanoseconds) => (nanoseconds / 1e6 - 1).toFixed(1);

/** @param {number} seed */
function growth(seed) {
  const inputs = { seed, width: 1024, height: 1024, steps: 300, feed: 0.0545, kill: 0.062, scale: 2, palette: 'coral' };
  return {
    1: { class_type: 'FlowdeckReactionDiffusion', inputs },
    2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'bench' } },
  };
}

/** @param {number} color */
function largeBlur(color) {
  return {
    1: { class_type: 'EmptyImage', inputs: { width: 4000, height: 3000, batch_size: 1, color } },
    2: { class_type: 'ImageBlur', inputs: { image: ['1', 0], blur_radius: 31, sigma: 1 } },
    3: { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'bench' } },
  };
}
