import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { PooledEngineStatus } from '@server/engines/engine';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { showJob } from '@/testing/show-job';

const GIB = 1024 ** 3;
const comfyui = (url: string, state: 'here' | 'away' = 'here') => ({
  url,
  state,
  version: state === 'here' ? '0.3.64' : null,
  memory:
    state === 'here'
      ? {
          totalBytes: 32 * GIB,
          freeBytes: 20 * GIB,
          devices: [{ name: 'cuda:0 Card', totalBytes: 24 * GIB, freeBytes: 6 * GIB }],
        }
      : null,
});
const JOB = '7f3a90c1-0000-4000-8000-000000000000';
const ENGINES: PooledEngineStatus[] = [
  { name: 'gpu', state: 'active', comfyui: comfyui('http://127.0.0.1:8188'), jobs: [JOB] },
  { name: 'big', state: 'active', comfyui: comfyui('http://10.0.0.5:8188', 'away'), jobs: [] },
  { name: 'old', state: 'draining', comfyui: comfyui('http://10.0.0.6:8188'), jobs: [] },
  { name: 'embedded', state: 'active', comfyui: null, jobs: [] },
];

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

function have(engines: readonly PooledEngineStatus[]): void {
  Object.assign(gateway.engine, { engines: () => engines });
}

it('shows each engine with its state, what it runs and its memory', async () => {
  have(ENGINES);
  const { screen } = await renderApp('/local/settings#connection');
  const engines = screen.getByRole('region', { name: 'Connection' }).getByRole('region', { name: 'Engines' });
  const gpu = engines.getByRole('listitem', { name: 'gpu' });
  await expect.element(gpu.getByText('Connected', { exact: true })).toBeVisible();
  await expect.element(gpu.getByText('http://127.0.0.1:8188')).toBeVisible();
  await expect.element(gpu.getByText(/^6.+ free of 24/)).toBeVisible();
  await expect.element(gpu.getByRole('link', { name: '7f3a90c1' })).toHaveAttribute('href', `/local/jobs/${JOB}`);
  await expect.element(engines.getByRole('listitem', { name: 'big' }).getByText('Not connected')).toBeVisible();
  await expect.element(engines.getByRole('listitem', { name: 'old' }).getByText(/^Draining/)).toBeVisible();
  await expect.element(engines.getByRole('listitem', { name: 'embedded' }).getByText('no job')).toBeVisible();
});

it.each([
  ['several', ENGINES, true],
  ['one', ENGINES.slice(0, 1), false],
] as const)('says on the job page where a job ran if there are %s of them', async (_count, engines, isShown) => {
  have(engines);
  const { screen } = await showJob(gateway, makeJob({ engine: 'big' }), '?tab=details');
  await expect.element(screen.getByText('Submitted', { exact: true })).toBeVisible();
  // The status of the gateway is there.
  await expect.element(screen.getByText(/^scripted/).first()).toBeVisible();
  await expect.poll(() => screen.getByText('Ran on').elements().length).toBe(isShown ? 1 : 0);
});
