// Five seconds of scrolling through a list of ten thousand jobs, and the page's memory afterwards.
import { withPage } from '../sessions/browser-session.mjs';
import { quantile, median } from '../figures.mjs';
import { fillWithJobs, submitNote, withGateway } from '../sessions/gateway-session.mjs';
import { inUse, rendererMb } from '../meters/page-memory.mjs';
import { recordFrames } from '../meters/frames.mjs';

const JOBS = 10_000;
const SECONDS = 5;
const STEP_PX = 60;
const MAX_PAGE_MB = 150;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(
    ['--engine', 'scripted', '--scripted-parallel', '30', '--queue-depth', '20000'],
    async ({ address, ask }) => {
      await fillWithJobs(ask, JOBS, (index) => submitNote(ask, `Bench ${index}`));
      await withPage(async (page) => {
        await page.goto(`${address}/local/jobs`);
        await page.getByRole('listitem').first().waitFor();
        await page.waitForTimeout(1000);
        const { frames, longest } = await page.evaluate(recordFrames, { seconds: SECONDS, scroll: { step: STEP_PX } });
        const note = `${frames.length} frames, 10,000 jobs`;
        report({ name: 'scroll, median frame', value: median(frames), unit: 'ms', bar: 17, note });
        report({ name: 'scroll, p95 frame', value: quantile(frames, 0.95), unit: 'ms', bar: 34, note });
        report({ name: 'scroll, longest task', value: longest, unit: 'ms', bar: 50 });
        await reportMemory(page, report);
      });
    },
  );
}

/** @param {import('playwright').Page} page @param {import('../figures.mjs').Report} report */
async function reportMemory(page, report) {
  const devtools = await page.context().newCDPSession(page);
  const { heapMb, nodes } = await inUse(devtools);
  const processMb = await rendererMb(page);
  const note = 'after scrolling and a collection';
  // Memory of the whole page if the system reports it, else the heap that the browser reports.
  const heap = { name: 'script heap of the page', value: heapMb, unit: 'MB', note };
  report(processMb === null ? { ...heap, bar: MAX_PAGE_MB } : heap);
  report({ name: 'nodes of the page', value: nodes, unit: '', note });
  if (processMb === null) return;
  report({ name: 'private memory of the renderer', value: processMb, unit: 'MB', bar: MAX_PAGE_MB, note });
}
