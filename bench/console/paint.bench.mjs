// Largest paint and blocking time of first visits, each with a new browser profile.
import { withPage } from '../sessions/browser-session.mjs';
import { median, sized } from '../figures.mjs';
import { submitNote, waitUntilDone, withGateway } from '../sessions/gateway-session.mjs';
import { IN_USE, visit } from '../meters/page-visit.mjs';

const PROFILES = sized(5, 9);
const JOBS = 50;

const LCP_BAR_MS = 400;
/** Limit until the first row or field is painted. */
const CONTENT_BAR_MS = 600;
/** Maximum ratio of model screens to the job list in the same run. */
const MODELS_RATIO_BAR = 1.3;
const BLOCKING_BAR_MS = 50;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(['--engine', 'scripted', '--scripted-parallel', '30'], async ({ address, ask }) => {
    await measure(report, { 'submit, empty': { url: `${address}/local/submit`, content: `main button${IN_USE}` } });
    for (let index = 0; index < JOBS; index += 1) await submitNote(ask, `Bench ${index}`);
    await waitUntilDone(ask, 60_000);
    const jobs = `jobs, ${JOBS} rows`;
    const times = await measure(report, {
      [jobs]: { url: `${address}/local/jobs`, content: `main li [data-row-id]${IN_USE}` },
      'model catalog': { url: `${address}/local/models`, content: `main li [data-row-id]${IN_USE}` },
      'model page': {
        url: `${address}/local/models/flowdeck/halftone`,
        content: `main [aria-label="Input"] :is(label, [role="group"])${IN_USE}`,
      },
    });
    for (const screen of ['model catalog', 'model page']) {
      for (const figure of /** @type {const} */ (['largest paint', 'content'])) {
        report({
          name: `${figure}, ${screen} over jobs`,
          value: (times[screen]?.[figure] ?? Number.NaN) / (times[jobs]?.[figure] ?? Number.NaN),
          unit: 'x',
          bar: MODELS_RATIO_BAR,
          note: 'ratio of the medians',
        });
      }
    }
  });
}

/** @typedef {import('../meters/page-visit.mjs').Screen} Screen */
/** @typedef {{ 'largest paint': number, content: number }} Times median milliseconds */

/**
 * Alternates between the screens, so that temporary load affects all of them.
 * @param {import('../figures.mjs').Report} report
 * @param {Readonly<Record<string, Screen>>} screens by name
 * @returns {Promise<Record<string, Times>>} by name
 */
async function measure(report, screens) {
  /** @type {Record<string, { lcp: number, contentAt: number, blocking: number }[]>} */
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
    times[name] = { 'largest paint': lcp, content };
    report({ name: `largest paint, ${name}`, value: lcp, unit: 'ms', bar: LCP_BAR_MS, note });
    report({ name: `content, ${name}`, value: content, unit: 'ms', bar: CONTENT_BAR_MS, note });
    report({
      name: `blocking time, ${name}`,
      value: median(seen.map(({ blocking }) => blocking)),
      unit: 'ms',
      bar: BLOCKING_BAR_MS,
      note,
    });
  }
  return times;
}
