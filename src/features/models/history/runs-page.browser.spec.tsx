import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearCurated } from '@/domains/curated/curated-records';
import { putNamedTexts } from '@/domains/curated/named-texts';
import { durableRuns } from '@/domains/model-calls/run-journal';
import { readRunBody } from '@/domains/model-calls/runs';
import { readCachedInput } from '@/domains/models/input-cache';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { forgetRuns, makeRun, storeResponse, storeRun } from '@/testing/run-fixtures';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1200, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  await forgetRuns();
  await clearCurated('wildcard');
  await unmountGateway();
});

it('lists the runs of all models, and opens the model of a run with its input', async () => {
  await storeResponse({ text: 'Grey cranes.' }, {}, { modelId: 'anthropic/small' });
  await storeResponse({ text: 'Fog.' }, {}, { modelId: 'luma_2/ray-2.1' });
  const { screen, router } = await renderApp('/local/models/runs');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
  await expect.element(screen.getByText('2 runs')).toBeVisible();
  await screen.getByRole('button', { name: 'More actions for the run of luma_2/ray-2.1, succeeded' }).click();
  await screen.getByRole('menuitem', { name: 'Edit and run again' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/local/models/luma_2/ray-2.1');
  await expect.poll(() => readCachedInput(LOCAL_SURFACE, 'luma_2/ray-2.1')).toBe('{"prompt":"a harbour at dawn"}');
});

it('shows on a phone what the input of a run was, instead of its size', async () => {
  await page.viewport(390, 844);
  await storeResponse({ text: 'Grey cranes.' }, {}, { modelId: 'anthropic/small' });
  const { screen } = await renderApp('/local/models/runs');
  const row = screen.getByRole('button', { name: 'Show the run of anthropic/small, succeeded' });
  const summary = row.getByText(/· a harbour at dawn/);
  await expect.element(summary).toBeVisible();
  await expect.element(row.getByText(/sent$/)).not.toBeVisible();
  await page.viewport(1200, 800);
  await expect.element(row.getByText(/sent$/)).toBeVisible();
  await expect.element(summary).not.toBeVisible();
});

it('runs the same input on other models, shows how it fits each of them, and compares the results', async () => {
  const echo = { id: 'scripted/echo', title: 'Echo', summary: '', isFree: true, isLocal: true, uploadHost: null };
  const models = [{ ...echo, inputModalities: ['text'], outputModalities: ['text'] }];
  gateway.worker.use(
    http.get('*/console/models', () => HttpResponse.json({ build: '1', configProblem: null, models })),
  );
  await storeResponse({ text: 'Grey cranes.' }, {}, { modelId: 'anthropic/small' });
  const { screen } = await renderApp('/local/models/runs');
  await screen.getByRole('button', { name: 'More actions for the run of anthropic/small, succeeded' }).click();
  await screen.getByRole('menuitem', { name: 'Run on other models' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Run on multiple models' });
  await dialog.getByRole('checkbox', { name: /^scripted\/text/ }).click();
  await dialog.getByRole('checkbox', { name: /^scripted\/echo/ }).click();
  await expect.element(dialog.getByText(/^Takes 1 of 1 input/).first()).toBeVisible();
  await expect.element(dialog.getByText('No previous runs; cost unknown.')).toBeVisible();
  await expect.element(dialog.getByText('No previous runs; free.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Run on 2 models' }).click();
  const compared = screen.getByRole('dialog', { name: '3 runs compared' });
  await expect.element(compared.getByRole('region', { name: 'Run B' })).toHaveTextContent(/scripted\/text.*succeeded/);
  await expect.element(compared.getByRole('region', { name: 'Run C' })).toHaveTextContent(/scripted\/echo.*succeeded/);
  await expect.element(compared.getByRole('region', { name: 'Inputs' })).toHaveTextContent('Inputsthe same');
  await expect
    .element(compared.getByRole('region', { name: 'Output' }))
    .toHaveTextContent('Nothing differs beyond what is shown.');
});

/** A list so long that two draws do not give the same value. */
const NUMBERS = { id: 'n', name: 'number', text: Array.from({ length: 5000 }, (_, at) => `no. ${at}`).join('\n') };

async function storedBodies(): Promise<(string | null)[]> {
  return Promise.all((await durableRuns.all()).map(({ id }) => readRunBody(id)));
}

it('draws wildcard lists once for all models, so that they get the same input', async () => {
  await putNamedTexts('wildcard', [NUMBERS]);
  const input = encodeURIComponent('{"prompt":"__number__"}');
  const { screen } = await renderApp(`/local/models/scripted/echo#input=${input}`);
  await screen.getByRole('button', { name: 'Compare models' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Run on multiple models' });
  await dialog.getByRole('checkbox', { name: /^scripted\/text/ }).click();
  await dialog.getByRole('button', { name: 'Run on 2 models' }).click();
  await expect.element(screen.getByRole('dialog', { name: '2 runs compared' })).toBeVisible();
  await expect.poll(async () => (await storedBodies()).length).toBe(2);
  const [first, second] = await storedBodies();
  expect(first).toMatch(/^\{"prompt":"no\. \d+"\}$/);
  expect(second).toBe(first);
});

it('does not draw the input of a stored run a second time', async () => {
  await putNamedTexts('wildcard', [NUMBERS]);
  const body = '{"prompt":"__number__"}';
  await storeRun(makeRun({ modelId: 'anthropic/small' }), body, new Blob(['{}']));
  const { screen } = await renderApp('/local/models/runs');
  await screen.getByRole('button', { name: 'More actions for the run of anthropic/small, succeeded' }).click();
  await screen.getByRole('menuitem', { name: 'Run on other models' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Run on multiple models' });
  await dialog.getByRole('checkbox', { name: /^scripted\/echo/ }).click();
  await dialog.getByRole('button', { name: 'Run on 1 model' }).click();
  await expect.element(screen.getByRole('dialog', { name: '2 runs compared' })).toBeVisible();
  await expect.poll(storedBodies).toEqual([body, body]);
});
