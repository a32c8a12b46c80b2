// Cost of configured servers: switching between servers and, in a full run, the first screens with ten servers compared with one.
import { withPage } from '../sessions/browser-session.mjs';
import { isFull, median, quantile } from '../figures.mjs';
import { submitNote, waitUntilDone, withGateway } from '../sessions/gateway-session.mjs';
import { IN_USE, visit } from '../meters/page-visit.mjs';
import { relayTo } from '../sessions/relayed-server.mjs';

const SERVERS = 10;
const JOBS = 50;
const PROFILES = 11;
const RATIO_BAR = 1.05;
const SWITCHES = 10;
const SWITCH_BAR_MS = 200;

const ROW = `main li [data-row-id]${IN_USE}`;

/** @typedef {import('../sessions/gateway-session.mjs').Session} Session */

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(['--engine', 'scripted', '--scripted-parallel', '30'], async (far) => {
    await withGateway(['--engine', 'scripted', '--scripted-parallel', '30'], async (one) => {
      await withGateway(['--engine', 'scripted', '--scripted-parallel', '30'], async (ten) => {
        for (const { ask } of [far, one, ten]) {
          for (let index = 0; index < JOBS; index += 1) await submitNote(ask, `Bench ${index}`);
          await waitUntilDone(ask, 60_000);
        }
        await relayTo(one, 'far', far.address);
        for (let index = 0; index < SERVERS; index += 1) await relayTo(ten, `far-${index}`, far.address);
        if (isFull) await compareFirstScreens(report, one, ten);
        await measureSwitches(report, one);
      });
    });
  });
}

/** @param {import('../figures.mjs').Report} report @param {Session} one @param {Session} ten */
async function compareFirstScreens(report, one, ten) {
  const screens = { submit: { path: 'submit', content: `main button${IN_USE}` }, jobs: { path: 'jobs', content: ROW } };
  for (const [name, { path, content }] of Object.entries(screens)) {
    /** @type {number[]} */
    const withOne = [];
    /** @type {number[]} */
    const withTen = [];
    for (let index = 0; index < PROFILES; index += 1) {
      // Alternates, so that other load affects both.
      for (const [{ address }, times] of /** @type {const} */ ([
        [one, withOne],
        [ten, withTen],
      ])) {
        const url = `${address}/local/${path}`;
        times.push((await withPage((page) => visitKnown(page, url, content))).contentAt);
      }
    }
    const note = `content: ${median(withTen).toFixed(0)} ms beside ${median(withOne).toFixed(0)} ms, ${PROFILES} profiles`;
    const value = median(withTen) / median(withOne);
    report({ name: `${name} with ${SERVERS} servers beside one`, value, unit: 'times', bar: RATIO_BAR, note });
  }
}

/**
 * Visits a page with the server list stored from an earlier visit.
 * @param {import('playwright').Page} page
 * @param {string} url
 * @param {string} content
 */
async function visitKnown(page, url, content) {
  await page.goto(url);
  await page.getByRole('button', { name: 'This machine' }).waitFor();
  await page.waitForTimeout(500);
  const again = await page.context().newPage();
  return visit(again, { url, content });
}

/** @param {import('../figures.mjs').Report} report @param {Session} gateway */
async function measureSwitches(report, { address }) {
  const times = await withPage(async (page) => {
    await page.goto(`${address}/local/jobs`);
    await page.locator(ROW).first().waitFor();
    // Waits until the server list has loaded.
    await page.locator('button[aria-haspopup="menu"]', { hasText: 'This machine' }).waitFor();
    /** @type {number[]} */
    const measured = [];
    for (let index = 0; index < SWITCHES * 2 + 2; index += 1) {
      const [from, to] = index % 2 === 0 ? ['This machine', 'far'] : ['far', 'This machine'];
      await page.getByRole('button', { name: from, exact: false }).first().click();
      await page.getByRole('menuitemradio', { name: to }).waitFor();
      const ms = await page.evaluate(switchTo, { name: to, id: to === 'far' ? 'far' : 'local', row: ROW });
      // The first visit of each server has to load its list.
      if (index >= 2) measured.push(ms);
    }
    return measured;
  });
  const note = `${times.length} switches between lists of ${JOBS} that were seen before`;
  report({ name: 'switching servers, median', value: median(times), unit: 'ms', bar: SWITCH_BAR_MS, note });
  report({ name: 'switching servers, p95', value: quantile(times, 0.95), unit: 'ms' });
}

/**
 * Runs in the page: measures from the choice in the open menu to the paint of the other server's first row.
 * @param {{ name: string, id: string, row: string }} what
 * @returns {Promise<number>}
 */
function switchTo({ name, id, row }) {
  return new Promise((resolve, reject) => {
    const items = [...document.querySelectorAll('[role="menuitemradio"]')];
    const item = items.find((each) => each.textContent?.includes(name));
    if (!(item instanceof HTMLElement)) {
      reject(new Error(`${name} is not in the menu`));
      return;
    }
    const startedAt = performance.now();
    const limit = setTimeout(() => reject(new Error('No row came')), 10_000);
    const look = () => {
      const isThere = location.pathname.startsWith(`/${id}/`) && document.querySelector(`${row}[href^="/${id}/jobs/"]`);
      if (!isThere) {
        requestAnimationFrame(look);
        return;
      }
      clearTimeout(limit);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
    };
    item.click();
    look();
  });
}
