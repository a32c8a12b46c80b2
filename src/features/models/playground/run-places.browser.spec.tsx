import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { forgetRuns, storeResponse } from '@/testing/run-fixtures';
import { modelDocument } from '../form/testing/model-document';

let gateway: BrowserGateway;

beforeEach(async () => {
  gateway = await mountGateway();
});
afterEach(async () => {
  localStorage.clear();
  await forgetRuns();
  await unmountGateway();
});

const RESULT_URL = '/local/models/scripted/echo?step=result';

it('runs again from a result on a phone', async () => {
  await page.viewport(390, 844);
  await storeResponse({ text: 'an earlier one' }, {}, { modelId: 'scripted/echo' });
  const { screen } = await renderApp(`${RESULT_URL}#input=${encodeURIComponent('{"prompt":"fog"}')}`);
  await expect.element(screen.getByText('an earlier one').first()).toBeVisible();
  await screen.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
  await expect.element(screen.getByText('an earlier one').first()).not.toBeInTheDocument();
});

it('leads from a result to the input if that cannot run', async () => {
  await page.viewport(390, 844);
  const headers = { 'Content-Type': 'application/json', ETag: '"required"' };
  const schema = modelDocument({ required: ['subject'], properties: { subject: { type: 'string' } } });
  gateway.worker.use(http.get('*/v2/models/scripted/echo/openapi.json', () => new HttpResponse(schema, { headers })));
  const { screen } = await renderApp(RESULT_URL);
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByText('1 field to correct.')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'subject' })).toBeVisible();
});

it.each([
  [390, false],
  [640, true],
  [1024, true],
  [1440, true],
])('shows the label of Compare models at %i: %s', async (width, isShown) => {
  await page.viewport(width, 844);
  const { screen } = await renderApp('/local/models/scripted/echo');
  const compare = screen.getByRole('button', { name: 'Compare models' });
  await expect.element(compare).toBeVisible();
  const label = compare.getByText('Compare models', { exact: true });
  expect(label.element().checkVisibility()).toBe(isShown);
  const footer = compare.element().closest('footer');
  expect(footer?.scrollWidth).toBe(footer?.clientWidth);
});
