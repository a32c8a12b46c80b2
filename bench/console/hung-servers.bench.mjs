// Ten servers in ten tabs, seven of them hung, each in another way: a new tab of this machine is as quick as without them. A browser
// opens six connections to the gateway for all tabs, and a request to a hung server holds one until it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { withPage } from '../sessions/browser-session.mjs';
import { median } from '../figures.mjs';
import { pause, submitNote, waitUntilDone, withGateway } from '../sessions/gateway-session.mjs';
import { IN_USE, visit } from '../meters/page-visit.mjs';
import { relayTo } from '../sessions/relayed-server.mjs';

const SERVERS = 10;
const JOBS = 30;
const RATIO_BAR = 1.5;
/** Seconds after the last of the tabs was opened: during the first reads, and during later rounds of polls. */
const VISITS_AT_S = [0, 4, 10, 16, 20, 24, 30, 40, 50, 60, 70];

const ROW = `main li [data-row-id]${IN_USE}`;
const SCRIPTED = ['--engine', 'scripted', '--scripted-parallel', '30'];

/** @typedef {import('../sessions/gateway-session.mjs').Session} Session */

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withHungServers(async (hung) => {
    await withGateway(SCRIPTED, async (far) => {
      await withGateway(SCRIPTED, async (plain) => {
        await withGateway(SCRIPTED, async (tested) => {
          for (const { ask } of [far, plain, tested]) {
            for (let index = 0; index < JOBS; index += 1) await submitNote(ask, `Bench ${index}`);
            await waitUntilDone(ask, 60_000);
          }
          for (let index = 0; index < SERVERS; index += 1) {
            await relayTo(plain, `s${index}`, far.address);
            await relayTo(tested, `s${index}`, hung[index]?.address ?? far.address);
          }
          const [without, beside] = await visitBesideTabs([plain, tested]);
          const note = `${list(beside.own)} beside ${list(without.own)}; ${hung.map(({ way }) => way).join(', ')}`;
          const value = median(beside.own) / median(without.own);
          report({ name: 'rows of this machine beside 7 hung servers', value, unit: 'times', bar: RATIO_BAR, note });
          const worst = Math.max(...beside.own) / Math.max(...without.own);
          report({ name: 'the slowest of them', value: worst, unit: 'times', bar: 2 * RATIO_BAR });
          const goodNote = `${list(beside.good)} beside ${list(without.good)}`;
          const good = median(beside.good) / median(without.good);
          report({ name: 'rows of a relayed server beside them', value: good, unit: 'times', note: goodNote });
        });
      });
    });
  });
}

/** @param {readonly number[]} times */
const list = (times) => `${times.map((ms) => ms.toFixed(0)).join(', ')} ms`;

/**
 * Alternates between the gateways, each in its own browser, so that other load affects both.
 * @param {[Session, Session]} gateways
 */
async function visitBesideTabs([plain, tested]) {
  return withPage((first) =>
    withPage(async (second) => {
      const visitors = [await openTabs(first, plain), await openTabs(second, tested)];
      const openedAt = performance.now();
      for (const seconds of VISITS_AT_S) {
        await pause(Math.max(0, openedAt + seconds * 1000 - performance.now()));
        for (const { context, address, own, good } of visitors) {
          own.push(await timeOfRows(context, `${address}/local/jobs`));
          good.push(await timeOfRows(context, `${address}/s${SERVERS - 1}/jobs`));
        }
      }
      return /** @type {[typeof visitors[0], typeof visitors[0]]} */ (visitors);
    }),
  );
}

/** @param {import('playwright').Page} page @param {Session} gateway */
async function openTabs(page, { address }) {
  await page.goto(`${address}/local/jobs`);
  await page.locator(ROW).first().waitFor();
  await pause(500);
  const context = page.context();
  for (let index = 0; index < SERVERS; index += 1) {
    await (await context.newPage()).goto(`${address}/s${index}/jobs`, { waitUntil: 'commit' });
  }
  return { context, address, own: /** @type {number[]} */ ([]), good: /** @type {number[]} */ ([]) };
}

/** @param {import('playwright').BrowserContext} context @param {string} url */
async function timeOfRows(context, url) {
  const tab = await context.newPage();
  try {
    const { contentAt } = await visit(tab, { url, content: ROW });
    if (!Number.isNaN(contentAt)) return contentAt;
    // Later than the visit lasts.
    const startedAt = performance.now();
    await tab.locator(ROW).first().waitFor({ timeout: 60_000 });
    return 2500 + performance.now() - startedAt;
  } finally {
    await tab.close();
  }
}

/** @param {(hung: { way: string, address: string }[]) => Promise<void>} work */
async function withHungServers(work) {
  const script = fileURLToPath(new URL('../sessions/hung-server.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(child.stdout, 'data');
    const ports = /** @type {Record<string, number>} */ (JSON.parse(String(line)));
    await work(Object.entries(ports).map(([way, port]) => ({ way, address: `http://127.0.0.1:${port}` })));
  } finally {
    child.kill();
  }
}
