// The gallery of 100,000 pictures: five seconds of scrolling from its top, and again below the pictures of a long search by eye; its
// memory then.
import { median, quantile } from '../figures.mjs';
import { recordFrames } from '../meters/frames.mjs';
import { inUse, rendererMb } from '../meters/page-memory.mjs';
import { withPage } from '../sessions/browser-session.mjs';
import { withManyJobs } from '../sessions/many-jobs.mjs';

const PICTURES = 100_000;
const SIDE_PX = 512;
const SCROLL_SECONDS = 5;
const SCROLL_STEP_PX = 60;
const TILE = 'main ul[aria-label="Files"] > li';
/** Pictures that are loaded before the second measurement. */
const SEEN = 3000;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  const measure = async (/** @type {import('playwright').Page} */ page, /** @type {string} */ where) => {
    await page.waitForFunction(paintedPictures, TILE);
    const scroll = { step: SCROLL_STEP_PX, row: TILE };
    const { frames, longest } = await page.evaluate(recordFrames, { seconds: SCROLL_SECONDS, scroll });
    await page.waitForFunction(paintedPictures, TILE);
    const note = `${frames.length} frames, ${await loaded(page)} of ${PICTURES} loaded`;
    report({ name: `gallery scroll ${where}, median frame`, value: median(frames), unit: 'ms', bar: 17, note });
    report({ name: `gallery scroll ${where}, p95 frame`, value: quantile(frames, 0.95), unit: 'ms', bar: 34, note });
    report({ name: `gallery scroll ${where}, longest task`, value: longest, unit: 'ms' });
  };
  await withManyJobs(
    PICTURES,
    async ({ address }) => {
      await withPage(async (page) => {
        await page.goto(`${address}/local/assets`);
        await measure(page, 'at the top');
        for (let count = await loaded(page); count < SEEN; count = await loaded(page)) {
          await page.evaluate(scrollToEnd, TILE);
          await page.waitForFunction(
            ({ tile, before }) => Number(document.querySelector(tile)?.getAttribute('aria-setsize')) > before,
            { tile: TILE, before: count },
          );
        }
        await measure(page, `below ${SEEN}`);
        const devtools = await page.context().newCDPSession(page);
        const { heapMb, nodes } = await inUse(devtools);
        const processMb = await rendererMb(page);
        report({ name: 'gallery, script heap', value: heapMb, unit: 'MB' });
        report({ name: 'gallery, nodes', value: nodes, unit: '' });
        if (processMb !== null)
          report({ name: 'gallery, private memory of the renderer', value: processMb, unit: 'MB' });
      });
    },
    { flags: ['--engine', 'embedded'], submit: submitPicture },
  );
}

/** @param {import('../sessions/gateway-session.mjs').Session['ask']} ask */
async function submitPicture(ask) {
  const size = { width: SIDE_PX, height: SIDE_PX, steps: 40 };
  const { status, text } = await ask('POST', '/api/v2/jobs', {
    workflow: {
      1: {
        class_type: 'FlowdeckReactionDiffusion',
        inputs: { seed: 7, ...size, feed: 0.0545, kill: 0.062, scale: 1, palette: 'coral' },
      },
      2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'reef' } },
    },
  });
  if (status !== 201) throw new Error(`A job was refused: ${text}`);
}

/** Runs in the page: number of pictures that are loaded in the drawn tiles. @param {string} tile */
function paintedPictures(tile) {
  const pictures = [...document.querySelectorAll(`${tile} img`)];
  return pictures.filter((picture) => picture instanceof HTMLImageElement && picture.naturalWidth > 0).length;
}

/** Runs in the page: the end of the loaded pictures makes it load more. @param {string} tile */
function scrollToEnd(tile) {
  const list = document.querySelector(tile)?.closest('[data-scroll-area]');
  list?.scrollTo({ top: list.scrollHeight });
}

/** Returns the number of files in the grid, drawn or not. @param {import('playwright').Page} page */
async function loaded(page) {
  return Number(await page.locator(TILE).first().getAttribute('aria-setsize'));
}
