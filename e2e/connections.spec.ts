import type { Page } from '@playwright/test';
import { spawnHosted, type HostedAddresses } from '../scripts/processes/hosted-process.mjs';
import { expect, test as base } from './fixtures';

/** Three servers that each run several jobs at once for minutes. */
const test = base.extend<{ hosted: readonly HostedAddresses[] }>({
  // Playwright reads the names of fixtures from the pattern of the first parameter.
  // oxlint-disable-next-line no-empty-pattern
  hosted: async ({}, provide) => {
    // Lists of these servers include the links of jobs, so the page follows active ones.
    const server = { kind: 'serverless', listing: 'jobs', engine: 'scripted', parallel: 3 };
    const { surfaces, end } = await spawnHosted([server, server, server]);
    await provide(surfaces);
    await end();
  },
});

const STREAMS = /\/events$/;
const JOBS_OF_EACH = 3;
const READS = 8;
/** A request without a free connection waits until a stream ends, which takes minutes. */
const BOUND_MS = 30_000;

const RUNNING = {
  '1': { class_type: 'ScriptSteps', inputs: { steps: 1200, ms: 250, preview: false } },
  '2': { class_type: 'ScriptText', inputs: { text: 'made', after: ['1', 0] } },
};

test('three busy servers in four tabs leave connections free for reads', async ({ page, hosted, gateway, traffic }) => {
  const ids = ['studio', 'cloud', 'lab'];
  for (const [index, { baseUrl, keys }] of hosted.entries()) {
    const id = ids[index] ?? '';
    const surface = { id, name: id, color: 'blue', kind: 'serverless', baseUrl, routerBaseUrl: null };
    const relayed = { ...surface, access: 'relay', routerAuth: 'bearer', dialect: 'service' };
    const added = await fetch(`${gateway.address}/console/surfaces/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ surface: relayed, credential: keys.valid }),
    });
    expect(added.status).toBe(200);
    for (let job = 1; job <= JOBS_OF_EACH; job += 1) await submit(baseUrl, keys.valid, `${id} ${job}`);
  }

  const all = page;
  const [studio, cloud, lab] = [await newTab(page), await newTab(page), await newTab(page)];
  // Each list would follow two active jobs of its server, and the page's gateway has another stream.
  await studio.goto('/studio/jobs');
  await cloud.goto('/cloud/jobs');
  await lab.goto('/lab/jobs');
  await all.goto('/local/jobs?scope=all');
  for (const id of ids) await expect(all.getByRole('link', { name: `${id} 1` })).toBeVisible();
  const tabs = [studio, cloud, lab, all];
  // Checks that events arrive, and not only poll responses.
  await expect.poll(() => traffic.open(STREAMS)).toBeGreaterThan(1);

  for (const tab of tabs) {
    await tab.bringToFront();
    const times = await tab.evaluate(readAll, { ids, reads: READS, boundMs: BOUND_MS });
    expect(Math.max(...times)).toBeLessThan(BOUND_MS);
    await expect(tab.getByText('running', { exact: true }).first()).toBeVisible();
  }
  // A reload is an ordinary read.
  await studio.reload();
  await expect(studio.getByRole('link', { name: 'studio 1' })).toBeVisible();
  await expect.poll(() => traffic.open(STREAMS)).toBeGreaterThan(1);
});

function newTab(page: Page): Promise<Page> {
  return page.context().newPage();
}

async function submit(baseUrl: string, key: string, title: string): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v2/jobs`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ workflow: RUNNING, metadata: { flowdeck_title: title } }),
  });
  expect(response.status).toBe(201);
}

interface Reading {
  ids: string[];
  reads: number;
  boundMs: number;
}

/** Runs in the page: reads from the gateway and each server in turn. @returns the times in ms */
async function readAll({ ids, reads, boundMs }: Reading): Promise<number[]> {
  const paths = ['/api/v2/jobs?limit=1', ...ids.map((id) => `/console/relay/${id}/jobs/api/v2/jobs?limit=1`)];
  const times: number[] = [];
  for (let read = 0; read < reads; read += 1) {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(boundMs);
    const response = await fetch(paths[read % paths.length] ?? '', { cache: 'no-store', signal });
    await response.text();
    times.push(performance.now() - startedAt);
  }
  return times;
}
