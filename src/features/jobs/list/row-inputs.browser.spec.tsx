import { http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearDeviceData } from '@/domains/history/device-data';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 900);
  gateway = await mountGateway();
});
afterEach(async () => {
  gateway.worker.events.removeAllListeners();
  await clearDeviceData('history');
  await unmountGateway();
});

/** Submits a job as another program does. @param seed as text, since it may have more digits than a number */
async function submit({
  seed,
  prompt = 'a reef',
  name = 'a.txt',
}: Record<'seed', string> & Partial<Record<'prompt' | 'name', string>>): Promise<void> {
  const workflow = { '1': scripted('ScriptOutput', { prompt, seed: 0, name }) };
  const body = JSON.stringify({ workflow }).replace('"seed":0', `"seed":${seed}`);
  const headers = { 'Content-Type': 'application/json' };
  await gateway.app.fetch(new Request(`${location.origin}/api/v2/jobs`, { method: 'POST', headers, body }));
}

it('shows what made each job, also jobs that another program submitted', async () => {
  for (const seed of ['9007199254740993', '12']) await submit({ seed });
  const { screen } = await renderApp('/local/jobs');
  const rows = screen.getByRole('list', { name: 'Jobs' });
  await expect.element(rows.getByText('a reef').first()).toBeVisible();
  for (const seed of ['9007…993', '12']) await expect.element(rows.getByText(`seed ${seed}`)).toBeVisible();
  await expect.element(rows.getByTitle(/seed 9007199254740993/)).toBeVisible();
});

it('begins with what differs from other runs of the workflow, and repeats no prompt in their color', async () => {
  for (const name of ['blur 6', 'blur 14']) await submit({ seed: '7', name });
  const { screen } = await renderApp('/local/jobs');
  const rows = screen.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
  const inputs = (index: number) => rows.nth(index).getByTitle(/a reef/);
  await expect.element(inputs(0)).toHaveTextContent(/^a reefname blur 14 · seed 7$/);
  await expect.element(inputs(1)).toHaveTextContent(/^name blur 6 · seed 7a reef$/);
  const colorOf = (index: number, text: string) =>
    getComputedStyle(rows.nth(index).getByText(text, { exact: true }).last().element()).color;
  expect(colorOf(1, 'name blur 6')).toBe(colorOf(0, 'a reef'));
  expect(colorOf(1, 'a reef')).toBe(colorOf(1, 'seed 7'));
  expect(colorOf(1, 'a reef')).not.toBe(colorOf(0, 'a reef'));
});

it('has room for a seed and a size in a window of 1024 pixels', async () => {
  await page.viewport(1024, 768);
  await submit({ seed: '482915067' });
  const { screen } = await renderApp('/local/jobs');
  const inputs = screen.getByRole('list', { name: 'Jobs' }).getByTitle(/a reef/);
  await expect.element(inputs).toBeVisible();
  const cell = inputs.element().parentElement;
  await expect.poll(() => cell?.getBoundingClientRect().width).toBeGreaterThan(150);
});

it('shows nothing in the place of the inputs until they are read', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  gateway.worker.use(
    http.get('*/api/v2/jobs/:id/workflow', async ({ request }) => {
      await released;
      return gateway.app.fetch(request);
    }),
  );
  await submit({ seed: '7' });
  const { screen } = await renderApp('/local/jobs');
  const rows = screen.getByRole('list', { name: 'Jobs' });
  await expect.element(rows.getByTitle('1 output')).toBeInTheDocument();
  expect(rows.getByText('1 output').elements()).toEqual([]);
  release();
  await expect.element(rows.getByText('a reef')).toBeVisible();
});

it('does not wait for a row that is not read', async () => {
  let isFirst = true;
  gateway.worker.use(
    http.get('*/api/v2/jobs/:id/workflow', async ({ request }) => {
      if (isFirst) {
        isFirst = false;
        await new Promise(() => {});
      }
      return gateway.app.fetch(request);
    }),
  );
  for (const seed of ['7', '8']) await submit({ seed });
  const { screen } = await renderApp('/local/jobs');
  await expect.element(screen.getByRole('list', { name: 'Jobs' }).getByText('a reef')).toBeVisible();
});

it('keeps the number of outputs for a job without a known workflow', async () => {
  gateway.worker.use(http.get('*/api/v2/jobs/:id/workflow', () => new Response(null, { status: 404 })));
  await gateway.submit({ '1': scripted('ScriptOutput', { prompt: 'a reef', name: 'a.txt' }) });
  let reads = 0;
  gateway.worker.events.on('response:mocked', ({ request }) => {
    if (request.url.endsWith('/workflow')) reads += 1;
  });
  const { screen } = await renderApp('/local/jobs');
  await expect.poll(() => reads).toBeGreaterThan(0);
  await expect.element(screen.getByRole('list', { name: 'Jobs' }).getByText('1 output')).toBeVisible();
});

it.each([1280, 390])('shows the ID of a job only if it has no title of its own, %i px wide', async (width) => {
  await page.viewport(width, 900);
  const named = await gateway.submit({ '1': scripted('ScriptText', { text: 'a' }) }, { flowdeck_title: 'Coral' });
  const unnamed = await gateway.submit({ '1': scripted('ScriptOutput', { name: 'a.txt' }) });
  const { screen } = await renderApp('/local/jobs');
  const rows = screen.getByRole('list', { name: 'Jobs' });
  await expect.element(rows.getByText(unnamed.id.slice(0, 8))).toBeVisible();
  const coral = rows.getByRole('link', { name: 'Coral' });
  await expect.element(coral).toBeVisible();
  await expect.element(rows.getByText(named.id.slice(0, 8))).not.toBeInTheDocument();
  await userEvent.hover(coral);
  await expect.element(coral).toHaveAttribute('title', expect.stringContaining(`Coral\nJob ${named.id}\n`));
});
