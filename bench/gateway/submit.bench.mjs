// 300 jobs of 512 x 512, a thousand in a full run: response time of a 201 while they run, and the gateway's memory afterwards.
import { quantile, median, sized } from '../figures.mjs';
import { memoryMb, pause, waitUntil, withGateway } from '../sessions/gateway-session.mjs';
import { startLoopWatch } from '../meters/loop-watch.mjs';

const JOBS = sized(300, 1000);
const SIDE = 512;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  const watch = startLoopWatch();
  await withGateway(
    ['--engine', 'embedded', '--queue-depth', String(JOBS * 2)],
    async ({ ask, pid }) => {
      await ask('POST', '/api/v2/jobs', { workflow: frame(JOBS) });
      const times = [];
      for (let index = 0; index < JOBS; index += 1) {
        const { status, ms, text } = await ask('POST', '/api/v2/jobs', { workflow: frame(index) });
        if (status !== 201) throw new Error(`A job was refused: ${text}`);
        times.push(ms);
      }
      report({ name: `submit to 201, median of ${JOBS}`, value: median(times), unit: 'ms', bar: 10 });
      report({ name: `submit to 201, p99 of ${JOBS}`, value: quantile(times, 0.99), unit: 'ms' });
      watch.begin(pid);
      await waitUntil(async () => (await open(ask)) === 0, 600_000);
      const failed = await ask('GET', '/api/v2/jobs?status=failed&limit=1');
      if (JSON.parse(failed.text).jobs.length > 0) throw new Error(`A job failed: ${failed.text}`);
      const delays = await watch.end(pid);
      report({ name: 'event loop delay while jobs run, p99.9', value: delays.p999, unit: 'ms', bar: 20 });
      report({ name: 'event loop delay while jobs run, max', value: delays.max, unit: 'ms', bar: 50 });
      await pause(10_000);
      report({ name: `gateway RSS after ${JOBS} jobs and 10 s idle`, value: memoryMb(pid), unit: 'MB', bar: 200 });
    },
    watch.how,
  );
}

/** @param {import('../sessions/gateway-session.mjs').Session['ask']} ask */
async function open(ask) {
  const { text } = await ask('GET', '/api/v2/jobs?status=queued,running&limit=1');
  return JSON.parse(text).jobs.length;
}

/** Builds a frame of a distinct color, so that no earlier result is reused. @param {number} color */
function frame(color) {
  return {
    1: { class_type: 'EmptyImage', inputs: { width: SIDE, height: SIDE, batch_size: 1, color } },
    2: { class_type: 'ImageBlur', inputs: { image: ['1', 0], blur_radius: 3, sigma: 1.5 } },
    3: { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'bench' } },
  };
}
