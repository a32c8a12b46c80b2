// Largest paint, first content and blocking time of first visits, each with a new browser profile. The first field of a model page is
// compared with a page that has nothing but an off-the-shelf form of the same schema, and the first row of the job list with a page that
// has nothing but a table of the same jobs, whose response is a file.
import { withPage } from '../sessions/browser-session.mjs';
import { median, sized } from '../figures.mjs';
import { submitNote, waitUntilDone, withGateway } from '../sessions/gateway-session.mjs';
import { IN_USE, visit } from '../meters/page-visit.mjs';
import { withBuiltPages } from './pages/build-pages.mjs';

const PROFILES = sized(5, 9);
const JOBS = 50;

const LCP_BAR_MS = 400;
/** Limit until the first row or field is painted. */
const CONTENT_BAR_MS = 600;
/** Maximum ratio of model screens to the job list in the same run. */
const MODELS_RATIO_BAR = 1.3;
const BLOCKING_BAR_MS = 50;

const MODEL = 'flowdeck/halftone';
const ROW = 'main li [data-row-id]';
const FIELD = ':is(label, [role="group"])';

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(['--engine', 'scripted', '--scripted-parallel', '30'], async ({ address, ask }) => {
    await measure(report, { 'submit, empty': { url: `${address}/local/submit`, content: `main button${IN_USE}` } });
    for (let index = 0; index < JOBS; index += 1) await submitNote(ask, `Bench ${index}`);
    await waitUntilDone(ask, 60_000);
    const jobs = `jobs, ${JOBS} rows`;
    const { text: document } = await ask('GET', `/v2/models/${MODEL}/openapi.json`);
    const { text: list } = await ask('GET', `/api/v2/jobs?limit=${JOBS}`);
    const files = { 'model.json': document, 'jobs.json': list };
    const times = await withBuiltPages(['rjsf-page', 'table-page'], files, (peers) =>
      measure(report, {
        [jobs]: { url: `${address}/local/jobs`, content: `${ROW}${IN_USE}`, shown: ROW },
        'table page': { url: `${peers}/table-page/index.html`, content: '#root [data-row-id]', isPeer: true },
        'model catalog': { url: `${address}/local/models`, content: `${ROW}${IN_USE}` },
        'model page': {
          url: `${address}/local/models/${MODEL}`,
          content: `main section ${FIELD}${IN_USE}`,
          shown: `main section ${FIELD}`,
        },
        'rjsf page': { url: `${peers}/rjsf-page/index.html`, content: `#root ${FIELD}`, isPeer: true },
      }),
    );
    /** @param {keyof Times} figure @param {string} ours @param {string} other @param {{ name: string, bar?: number }} said */
    const reportRatio = (figure, ours, other, said) => {
      const value = (times[ours]?.[figure] ?? Number.NaN) / (times[other]?.[figure] ?? Number.NaN);
      report({ ...said, value, unit: 'x', note: 'ratio of the medians' });
    };
    reportRatio('shown', 'model page', 'rjsf page', { name: 'first field shown, model page over rjsf page', bar: 1 });
    reportRatio('content', 'model page', 'rjsf page', { name: 'first field in use, model page over rjsf page' });
    reportRatio('shown', jobs, 'table page', { name: 'first row shown, job list over table page', bar: 1 });
    reportRatio('content', jobs, 'table page', { name: 'first row in use, job list over table page' });
    for (const screen of ['model catalog', 'model page']) {
      for (const figure of /** @type {const} */ (['largest paint', 'content'])) {
        reportRatio(figure, screen, jobs, { name: `${figure}, ${screen} over jobs`, bar: MODELS_RATIO_BAR });
      }
    }
  });
}

/** @typedef {import('../meters/page-visit.mjs').Screen & { isPeer?: boolean }} Screen `isPeer`: its figures have no bars */
/** @typedef {{ 'largest paint': number, shown: number, content: number }} Times median milliseconds */

/**
 * Alternates between the screens, so that temporary load affects all of them.
 * @param {import('../figures.mjs').Report} report
 * @param {Readonly<Record<string, Screen>>} screens by name
 * @returns {Promise<Record<string, Times>>} by name
 */
async function measure(report, screens) {
  /** @type {Record<string, Awaited<ReturnType<typeof visit>>[]>} */
  const visits = Object.fromEntries(Object.keys(screens).map((name) => [name, []]));
  for (let index = 0; index < PROFILES; index += 1) {
    for (const [name, screen] of Object.entries(screens)) {
      visits[name]?.push(await withPage((page) => visit(page, screen)));
    }
  }
  const note = `median of ${PROFILES} cold profiles`;
  /** @type {Record<string, Times>} */
  const times = {};
  for (const [name, seen] of Object.entries(visits)) {
    const lcp = median(seen.map((visit) => visit.lcp));
    const content = median(seen.map(({ contentAt }) => contentAt));
    const shown = median(seen.map(({ shownAt }) => shownAt));
    const barOf = (/** @type {number} */ bar) => (screens[name]?.isPeer ? {} : { bar });
    times[name] = { 'largest paint': lcp, shown, content };
    if (screens[name]?.shown) report({ name: `content shown, ${name}`, value: shown, unit: 'ms', note });
    report({ name: `largest paint, ${name}`, value: lcp, unit: 'ms', ...barOf(LCP_BAR_MS), note });
    report({ name: `content, ${name}`, value: content, unit: 'ms', ...barOf(CONTENT_BAR_MS), note });
    report({
      name: `blocking time, ${name}`,
      value: median(seen.map(({ blocking }) => blocking)),
      unit: 'ms',
      ...barOf(BLOCKING_BAR_MS),
      note,
    });
  }
  return times;
}
