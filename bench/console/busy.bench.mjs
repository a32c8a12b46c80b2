// Main-thread load of the dashboard with thirty running jobs in view, each with steps and previews.
import { withPage } from '../sessions/browser-session.mjs';
import { withGateway } from '../sessions/gateway-session.mjs';

const JOBS = 30;
const STEP_MS = 500;
const SECONDS = 10;
const BAR_PERCENT = 30;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(['--engine', 'scripted', '--scripted-parallel', String(JOBS)], async ({ address, ask }) => {
    for (let index = 0; index < JOBS; index += 1) {
      const { status, text } = await ask('POST', '/api/v2/jobs', {
        workflow: { 1: { class_type: 'ScriptSteps', inputs: { steps: 1000, ms: STEP_MS, preview: true } } },
        metadata: { flowdeck_title: `Busy ${index}` },
      });
      if (status !== 201) throw new Error(`A job was refused: ${text}`);
    }
    await withPage(
      async (page) => {
        await page.goto(`${address}/local/jobs`);
        await page
          .getByText(/^Busy 29$/)
          .first()
          .waitFor();
        await page.waitForTimeout(3000);
        const running = await page.getByRole('progressbar').count();
        if (running < JOBS) throw new Error(`Only ${running} running jobs are drawn`);
        const devtools = await page.context().newCDPSession(page);
        // CPU time of the thread: on a busy machine, wall-clock time includes other processes.
        await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
        const busySeconds = async () => {
          const { metrics } = await devtools.send('Performance.getMetrics');
          return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
        };
        const before = await busySeconds();
        await page.waitForTimeout(SECONDS * 1000);
        const percent = (((await busySeconds()) - before) / SECONDS) * 100;
        report({
          name: `main thread with ${JOBS} running jobs in view`,
          value: percent,
          unit: '%',
          bar: BAR_PERCENT,
          note: `${(JOBS * 1000) / STEP_MS} steps and previews a second`,
        });
      },
      { viewport: { width: 1440, height: 2200 } },
    );
  });
}
