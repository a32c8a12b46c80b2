import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { resetChoices } from '@/lib/settings/setting';
import { themeSetting } from '@/lib/theme';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { watchDownloads } from '@/testing/watch-downloads';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  vi.restoreAllMocks();
  resetChoices();
  await unmountGateway();
});

async function openDiagnostics() {
  const { screen } = await renderApp('/local/settings#diagnostics');
  const region = screen.getByRole('region', { name: 'Diagnostics', exact: true });
  const report = region.getByRole('region', { name: 'Diagnostics report' });
  const button = (name: string) => region.getByRole('button', { name });
  return { report, button };
}

it('shows the report first, and saves exactly what it shows', async () => {
  themeSetting.set('light');
  const { report, button } = await openDiagnostics();
  await expect.element(button('Save as a file')).not.toBeInTheDocument();
  await button('Make a report').click();
  await expect.element(report).toHaveTextContent(/"version": "0\.0\.0-test"/);
  await expect.element(report).toHaveTextContent(/"theme": "light"/);
  const downloads = watchDownloads();
  await button('Save as a file').click();
  expect(downloads).toMatchObject([{ name: expect.stringMatching(/^flowdeck-diagnostics-[\d-]+\.json$/) }]);
  const saved = await (await fetch(downloads[0]?.url ?? '')).text();
  expect(saved).toBe(report.element().textContent);
  expect(JSON.parse(saved)).toMatchObject({ gateway: { status: { engine: { name: 'scripted' } } } });
});

it('reports the browser even if the gateway does not respond', async () => {
  gateway.worker.use(http.get('*/console/diagnostics', () => HttpResponse.error()));
  const { report, button } = await openDiagnostics();
  await button('Make a report').click();
  await expect.element(report).toHaveTextContent(/"problem": /);
  await expect.element(report).toHaveTextContent(/"browser": "Mozilla/);
});
