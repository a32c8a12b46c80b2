import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { toggleColumn } from '@/features/jobs/view/list-view';
import { formatDateTime } from '@/lib/format';
import type { ComfyuiConnection, PooledEngineStatus } from '@server/engines/engine';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { showJob } from '@/testing/show-job';

const GIB = 1024 ** 3;
const AWAY_SINCE = Date.UTC(2026, 10, 22, 14, 32);
const comfyui = (url: string, state: 'here' | 'away' = 'here', foreign = 0): ComfyuiConnection => ({
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
  unreachableSince: state === 'here' ? null : AWAY_SINCE,
  queue: state === 'here' ? { prompts: foreign === 0 ? 0 : foreign + 1, foreign } : null,
});
const JOB = '7f3a90c1-0000-4000-8000-000000000000';
const engineWith = (more: Partial<PooledEngineStatus> & { name: string }): PooledEngineStatus => ({
  state: 'active',
  drainedBy: null,
  movesTo: null,
  comfyui: null,
  jobs: [],
  ...more,
});
const GPU = engineWith({ name: 'gpu', comfyui: comfyui('http://127.0.0.1:8188', 'here', 2), jobs: [JOB] });
const BIG = engineWith({ name: 'big', comfyui: comfyui('http://10.0.0.5:8188', 'away') });
const ENGINES = [
  GPU,
  BIG,
  engineWith({ name: 'spare', comfyui: comfyui('http://10.0.0.7:8188') }),
  engineWith({ name: 'shared', comfyui: { ...comfyui('http://10.0.0.9:8188'), queue: { prompts: 2, foreign: 2 } } }),
  engineWith({ name: 'old', state: 'removed', comfyui: comfyui('http://10.0.0.6:8188'), jobs: [JOB] }),
  engineWith({ name: 'fixed', state: 'draining', drainedBy: 'config', comfyui: comfyui('http://10.0.0.8:8188') }),
  engineWith({ name: 'embedded' }),
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

it('the list shows each engine with its state, jobs and memory', async () => {
  have(ENGINES);
  const { screen } = await renderApp('/local/settings#connection');
  const engines = screen.getByRole('region', { name: 'Connection' }).getByRole('region', { name: 'Engines' });
  const gpu = engines.getByRole('listitem', { name: 'gpu' });
  const itemOf = (name: string) => engines.getByRole('listitem', { name });
  await expect.element(gpu.getByText('Busy', { exact: true })).toBeVisible();
  await expect.element(gpu.getByText('3 prompts, 2 from other clients')).toBeVisible();
  await expect.element(gpu.getByText('http://127.0.0.1:8188')).toBeVisible();
  await expect.element(gpu.getByText(/^6.+ free of 24/)).toBeVisible();
  await expect.element(gpu.getByRole('link', { name: '7f3a90c1' })).toHaveAttribute('href', `/local/jobs/${JOB}`);
  await expect.element(itemOf('big').getByText(`Unreachable since ${formatDateTime(AWAY_SINCE)}`)).toBeVisible();
  await expect.element(itemOf('spare').getByText('Idle', { exact: true })).toBeVisible();
  await expect.element(itemOf('spare').getByText('empty')).toBeVisible();
  await expect.element(itemOf('shared').getByText('Busy for other clients')).toBeVisible();
  await expect.element(itemOf('shared').getByText('2 prompts, all from other clients')).toBeVisible();
  await expect.element(itemOf('old').getByText('Removed from the configuration · finishing its job')).toBeVisible();
  await expect.element(itemOf('fixed').getByText('Draining · idle')).toBeVisible();
  await expect.element(itemOf('embedded').getByText('built in')).toBeVisible();
  await expect.element(itemOf('embedded').getByText('none')).toBeVisible();
  const buttons = engines.getByRole('button').elements();
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Drain gpu',
    'Remove gpu',
    'Drain big',
    'Remove big',
    'Drain spare',
    'Remove spare',
    'Drain shared',
    'Remove shared',
    'Resume fixed',
    'Remove fixed',
  ]);
  await expect.element(engines.getByRole('button', { name: 'Resume fixed' })).toHaveAttribute('aria-disabled', 'true');
});

it('an engine can be drained and resumed, each with Undo', async () => {
  const drained = new Set<string>();
  Object.assign(gateway.engine, {
    engines: () =>
      [GPU, BIG].map((engine) =>
        drained.has(engine.name) ? { ...engine, state: 'draining', drainedBy: 'console' } : engine,
      ),
    drain: (name: string, isWanted: boolean) => {
      if (isWanted) drained.add(name);
      else drained.delete(name);
      return 'done';
    },
  });
  const { screen } = await renderApp('/local/settings#connection');
  const gpu = screen.getByRole('listitem', { name: 'gpu' });
  await gpu.getByRole('button', { name: 'Drain gpu' }).click();
  await expect.element(gpu.getByText('Draining · finishing its job')).toBeVisible();
  expect([...drained]).toEqual(['gpu']);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(gpu.getByText('Busy', { exact: true })).toBeVisible();
  await gpu.getByRole('button', { name: 'Drain gpu' }).click();
  await gpu.getByRole('button', { name: 'Resume gpu' }).click();
  await expect.element(screen.getByText('gpu gets jobs again')).toBeVisible();
  expect([...drained]).toEqual([]);
});

it('a failed drain shows the reason', async () => {
  have([GPU, BIG]);
  Object.assign(gateway.engine, { drain: () => 'not_found' });
  const { screen } = await renderApp('/local/settings#connection');
  await screen.getByRole('button', { name: 'Drain gpu' }).click();
  await expect.element(screen.getByText('Could not drain gpu')).toBeVisible();
  await expect.element(screen.getByText('No engine that can be drained is called "gpu"')).toBeVisible();
});

describe.each([
  ['several', ENGINES, 1],
  ['one', [GPU], 0],
] as const)('a job on a gateway with engines: %s', (_count, engines, shown) => {
  beforeEach(() => have(engines));

  it('shows on its page where it ran only if there are several', async () => {
    const { screen } = await showJob(gateway, makeJob({ engine: 'big' }), '?tab=details');
    await expect.element(screen.getByText('Submitted', { exact: true })).toBeVisible();
    // The status of the gateway is there.
    await expect.element(screen.getByText(/^scripted/).first()).toBeVisible();
    await expect.poll(() => screen.getByText('Ran on', { exact: true }).elements().length).toBe(shown);
    await expect.poll(() => screen.getByText(/ · ran on big$/).elements().length).toBe(shown);
  });

  it('has an optional engine column in the list only if there are several', async () => {
    await gateway.submit({ '1': scripted('ScriptText', { text: 'done' }) });
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByText(/^scripted/).first()).toBeVisible();
    await screen.getByRole('button', { name: 'View', exact: true }).click();
    await expect.element(screen.getByRole('menuitemcheckbox', { name: 'Run time' })).toBeVisible();
    await expect.poll(() => screen.getByRole('menuitemcheckbox', { name: 'Engine' }).elements().length).toBe(shown);
  });
});

it('the engine column shows the engine of each job', async () => {
  have(ENGINES);
  await gateway.submit({ '1': scripted('ScriptText', { text: 'done' }) });
  const onBig = async ({ request }: { request: Request }) => {
    const page = (await (await gateway.app.fetch(request)).json()) as { jobs: object[] };
    return HttpResponse.json({ ...page, jobs: page.jobs.map((job) => ({ ...job, engine: 'big' })) });
  };
  gateway.worker.use(http.get('*/console/jobs', onBig), http.get('*/api/v2/jobs', onBig));
  toggleColumn('engine');
  try {
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByText('Engine', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('big', { exact: true })).toBeVisible();
  } finally {
    toggleColumn('engine');
  }
});
