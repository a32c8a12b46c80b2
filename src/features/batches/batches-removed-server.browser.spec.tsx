import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { RelayFailure } from '@server/console/relay/relay-fetch';
import type { HostedSurface } from '@server/testing/hosted-surface';
import { surfaceListQuery } from '@/api/surfaces/surface-config';
import { actOnBatch, removeBatch, resumeBatches, startBatch } from '@/domains/batches/batches';
import { useBatchView } from '@/domains/batches/batches-store';
import { HOSTED_KEY, HostedServers, surfaceAt } from '@/testing/hosted-servers';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let servers: HostedServers;
let hosted: HostedSurface;
/** Responses to the second submission get lost, and so does each check whether it arrived. */
let isLosing = false;

beforeEach(async () => {
  await page.viewport(1280, 800);
  let posts = 0;
  const gateway = await mountGateway({
    async relayFetch(request) {
      const isPost = request.method === 'POST';
      const isList = new URL(request.url).pathname.endsWith('/jobs') && !isPost;
      const response = await hosted.fetch(request);
      if (isPost) posts += 1;
      if (isLosing && (isList || (isPost && posts === 2))) throw new RelayFailure('unreachable', 'is unreachable');
      return response;
    },
  });
  servers = new HostedServers();
  hosted = await servers.open(gateway, 'https://blue.example');
  await resumeBatches();
});

afterEach(async () => {
  isLosing = false;
  for (const id of Object.keys(useBatchView.getState().entries)) {
    await actOnBatch(id, { kind: 'user_stop' });
    await removeBatch(id);
  }
  await fetch('/console/surfaces/blue', { method: 'DELETE' });
  await refresh();
  await unmountGateway();
  await servers.close();
});

async function addServer(): Promise<void> {
  const surface = {
    id: 'blue',
    name: 'Blue',
    color: 'blue',
    kind: 'serverless',
    baseUrl: hosted.baseUrl,
    routerBaseUrl: null,
    access: 'relay',
    routerAuth: 'bearer',
    dialect: 'service',
  };
  const body = JSON.stringify({ surface, credential: HOSTED_KEY });
  await fetch('/console/surfaces/blue', { method: 'PUT', body, headers: { 'Content-Type': 'application/json' } });
  await refresh();
}

const refresh = () => new QueryClient().fetchQuery(surfaceListQuery());
const batchOf = (id: string) => useBatchView.getState().entries[id];

/** Three cells: a job of some seconds, one whose response was lost, and one that waits for the first. */
async function startThree(): Promise<string> {
  isLosing = true;
  const id = await startBatch(surfaceAt('blue'), {
    title: 'Colors',
    workflowText: JSON.stringify({ '1': scripted('ScriptSteps', { steps: 60, ms: 100, preview: false }) }),
    plan: {
      axes: [
        {
          label: 'steps',
          inputs: [{ nodeId: '1', input: 'steps', label: 'steps' }],
          rows: [60, 2, 3].map((value) => ({ label: String(value), values: [value] })),
        },
      ],
    },
    limit: 3,
    draftId: null,
    needsPartnerKey: false,
  });
  await expect.poll(() => batchOf(id)?.inFlight.map(({ jobId }) => jobId !== null)).toEqual([true, false, true]);
  await expect.poll(() => batchOf(id)?.inFlight[1]?.isDelayed).toBe(true);
  return id;
}

it('says that the server of a running batch was removed, and reads its cells once it is added again', async () => {
  await addServer();
  const id = await startThree();
  const { screen } = await renderApp(`/local/batches/${id}`);
  await expect.element(screen.getByRole('button', { name: 'steps 60: sent' })).toBeVisible();

  // Another tab removes it: this page still has it in its list, and the relay refuses each request.
  await fetch('/console/surfaces/blue', { method: 'DELETE' });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(batchOf(id)).toMatchObject({ isPaused: false, tally: { failed: 0, refused: 0, unsettled: 0 } });
  await expect.element(screen.getByText('deleted on the server')).not.toBeInTheDocument();

  await refresh();
  for (const name of ['steps 60', 'steps 2', 'steps 3']) {
    const cell = screen.getByRole('button', { name: `${name}: server removed` });
    await expect.element(cell).toHaveTextContent('server removed');
  }
  await expect
    .element(screen.getByText(/^3 cells are on a server that was removed from the settings. They may still run/))
    .toBeVisible();

  isLosing = false;
  await addServer();
  await expect.poll(() => batchOf(id)?.tally.succeeded, { timeout: 25_000 }).toBe(3);
  await expect.element(screen.getByRole('button', { name: 'steps 2: succeeded' })).toBeVisible();
  const { jobs } = await (await hosted.fetch(listRequest())).json();
  expect(jobs).toHaveLength(3);
}, 60_000);

it('lets the user mark the cells of a removed server, and run one again', async () => {
  await addServer();
  const id = await startThree();
  const { screen } = await renderApp(`/local/batches/${id}`);
  await fetch('/console/surfaces/blue', { method: 'DELETE' });
  await refresh();
  for (const [name, choice, state] of [
    ['steps 60', 'Succeeded', 'succeeded'],
    ['steps 2', 'Not run', 'canceled'],
    ['steps 3', 'Failed', 'failed'],
  ] as const) {
    await screen.getByRole('button', { name: `Actions for ${name}` }).click();
    await screen.getByRole('menuitem', { name: 'Mark as…' }).click();
    const dialog = screen.getByRole('dialog', { name: `Mark ${name}?` });
    await expect.element(dialog.getByText(/may still run and cost money|it may run and cost money/)).toBeVisible();
    await expect.element(dialog.getByText(/it may run and be charged twice/)).toBeVisible();
    await dialog.getByRole('button', { name: choice, exact: true }).click();
    await expect.element(screen.getByRole('button', { name: `${name}: ${state}` })).toBeVisible();
  }
  // The screen shows a mark before the batch counts it.
  await expect.poll(() => batchOf(id)).toMatchObject({ inFlight: [], tally: { succeeded: 1, canceled: 1, failed: 1 } });

  // A retry needs its server: nothing is sent, and nothing fails.
  await screen.getByRole('button', { name: 'Retry failed (1)' }).click();
  await expect.element(screen.getByText(/^Paused because its server was removed from the settings/)).toBeVisible();
  expect(batchOf(id)?.tally.refused).toBe(0);
  isLosing = false;
  await addServer();
  await screen.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => batchOf(id)?.tally, { timeout: 25_000 }).toMatchObject({ succeeded: 2, failed: 0 });
}, 60_000);

const listRequest = () =>
  new Request(`${hosted.baseUrl}/api/v2/jobs`, { headers: { Authorization: `Bearer ${HOSTED_KEY}` } });
