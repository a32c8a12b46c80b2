import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Job } from '@contract/jobs/schemas';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob, makeOutput, surfaceWith } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

async function showJob(job: Job, search = '', workflow?: object) {
  gateway.worker.use(...surfaceWith(() => job, workflow));
  return renderApp(`/local/jobs/${job.id}${search}`);
}

const graph = () => page.getByRole('application', { name: /^Graph of/ });
const nodeBox = (name: string) => graph().getByRole('group', { name, exact: true });
const openTab = (name: string) => page.getByRole('tab', { name, selected: true });

const header = { status: 'running', started_at: '2026-11-20T10:00:04Z', completed_at: null } as const;

describe('the graph of a job', () => {
  it('highlights node by node while our gateway runs it', async () => {
    const job = await gateway.submit({
      '1': scripted('ScriptOutput', { name: 'first.png', seed: 3 }, { title: 'Draw' }),
      '2': scripted('ScriptSteps', { steps: 1000, ms: 60 }, { title: 'Dream', after: '1' }),
      '3': scripted('ScriptText', {}, { title: 'Tell', after: '2' }),
    });
    await renderApp(`/local/jobs/${job.id}?tab=graph`);
    await expect.element(openTab('Graph')).toBeVisible();
    await expect.element(nodeBox('Draw, node 1')).toHaveTextContent(/done/);
    await expect.element(nodeBox('Dream, node 2')).toHaveTextContent(/running.*\d+ \/ 1,000/);
    await expect.element(nodeBox('Tell, node 3')).toHaveTextContent(/waiting/);
    await expect.element(nodeBox('Dream, node 2').getByRole('progressbar', { name: 'Steps of Dream' })).toBeVisible();
    await expect.poll(() => nodeBox('Draw, node 1').element().querySelector('img')?.naturalWidth).toBeGreaterThan(0);
    expect(page.getByText(/^Estimated/).elements()).toEqual([]);
  });

  it('estimates the states if the surface reports none, and says so', async () => {
    const progress = { value: 0.4, nodes_done: 1, nodes_total: 3, current_node: '5', step: 2, steps: 8 };
    await showJob(makeJob({ ...header, progress }), '?tab=graph');
    await expect.element(page.getByText(/^Estimated/)).toBeVisible();
    await expect.element(nodeBox('Canvas, node 3')).toHaveTextContent(/done/);
    await expect.element(nodeBox('Reaction diffusion, node 5')).toHaveTextContent(/running.*2 \/ 8/);
    await expect.element(nodeBox('Save, node 9')).toHaveTextContent(/waiting/);
  });

  it('marks the node that failed', async () => {
    const error = { code: 'node_execution_error', message: 'sizes differ', node_id: '5' };
    await showJob(makeJob({ status: 'failed', error }), '?tab=graph');
    await expect.element(nodeBox('Reaction diffusion, node 5')).toHaveTextContent(/failed.*sizes differ/);
  });

  it('shows the inputs of a selected node, links to its neighbors, and stores it in the URL', async () => {
    const { router } = await showJob(makeJob({ outputs: [makeOutput()] }), '?tab=graph');
    await nodeBox('Reaction diffusion, node 5').click();
    const details = page.getByRole('region', { name: 'Node 5' });
    await expect.element(details.getByRole('button', { name: 'Canvas 3' })).toBeVisible();
    expect(router.state.location.search).toMatchObject({ node: '5' });
    await details.getByRole('button', { name: 'Save 9' }).click();
    await expect.element(page.getByRole('region', { name: 'Node 9' })).toBeVisible();
    await page.getByRole('button', { name: 'Close the node' }).click();
    await expect.poll(() => router.state.location.search).not.toHaveProperty('node');
    await expect.poll(() => page.getByRole('region', { name: /^Node/ }).elements()).toEqual([]);
  });

  it('opens at the node in the URL', async () => {
    await showJob(makeJob(), '?node=9');
    await expect.element(page.getByRole('region', { name: 'Node 9' })).toBeVisible();
  });

  it('ignores a node in the URL that the workflow does not have', async () => {
    await showJob(makeJob(), '?node=nowhere');
    await expect.element(nodeBox('Save, node 9')).toBeVisible();
    expect(page.getByRole('region', { name: /^Node/ }).elements()).toEqual([]);
  });
});

describe('the list of nodes', () => {
  const list = () => page.getByRole('list', { name: 'Nodes in order of execution' });

  it('is the graph of a phone, which shows the drawing on request', async () => {
    await page.viewport(390, 844);
    const { router } = await showJob(makeJob());
    await page.getByRole('tab', { name: 'Graph' }).click();
    await expect.element(list()).toBeVisible();
    expect(router.state.location.search).toMatchObject({ tab: 'nodes' });
    await page.getByRole('button', { name: 'As graph' }).click();
    await expect.element(nodeBox('Save, node 9')).toBeVisible();
    await page.getByRole('button', { name: 'As table' }).click();
    await expect.element(list()).toBeVisible();
  });

  it('is the graph of a single node', async () => {
    await showJob(makeJob(), '', { '1': { class_type: 'EmptyImage', inputs: {} } });
    await page.getByRole('tab', { name: 'Graph' }).click();
    await expect.element(list()).toBeVisible();
  });

  it('opens by its link of earlier versions, and shows the inputs of a node', async () => {
    const { router } = await showJob(makeJob(), '?tab=nodes');
    await expect.element(openTab('Graph')).toBeVisible();
    await list().getByRole('button', { name: 'Reaction diffusion' }).click();
    const details = page.getByRole('region', { name: 'Node 5' });
    await details.getByRole('button', { name: 'Canvas 3' }).click();
    await expect.element(page.getByRole('region', { name: 'Node 3' })).toBeVisible();
    expect(router.state.location.search).toMatchObject({ tab: 'nodes', node: '3' });
    await expect.element(list().getByRole('button', { name: 'Canvas', pressed: true })).toBeVisible();
  });
});
