import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { renderApp, type RenderedApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { closeAction } from './selection-store';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  closeAction();
  await unmountGateway();
});

const quick = { '1': scripted('ScriptText', { text: 'done' }) };
const endless = { '1': scripted('ScriptHang') };
const named = (title: string) => ({ flowdeck_title: title });

const box = ({ screen }: RenderedApp, title: string) => screen.getByRole('checkbox', { name: `Select ${title}` });
const bar = ({ screen }: RenderedApp) => screen.getByRole('toolbar', { name: 'Selected jobs' });

/** Submits five jobs; the newest, Five, is the first row. */
async function fiveJobs(): Promise<RenderedApp> {
  const jobs = [];
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) jobs.push(await gateway.submit(quick, named(title)));
  for (const { id } of jobs) await expect.poll(async () => (await gateway.read(id)).status).toBe('succeeded');
  const app = await renderApp('/local/jobs');
  await expect.element(box(app, 'One')).toBeInTheDocument();
  return app;
}

const chosen = ({ screen }: RenderedApp) =>
  screen
    .getByRole('checkbox', { checked: true })
    .elements()
    .map((element) => element.getAttribute('aria-label')?.replace('Select ', ''));

describe('the checkbox column', () => {
  it.each([390, 1280])('is visible without a pointer and beside the thumbnail, %s px wide', async (width) => {
    await page.viewport(width, 800);
    const app = await fiveJobs();
    const mark = () => box(app, 'Four').element().nextElementSibling as HTMLElement;
    const image = () =>
      mark().closest('li')?.querySelector('[data-row-id]')?.closest('div')?.previousElementSibling as HTMLElement;
    await page.elementLocator(document.body).hover({ position: { x: 1, y: 1 } });
    await expect.poll(() => mark().checkVisibility({ opacityProperty: true })).toBe(true);
    const gap = () => image().getBoundingClientRect().left - mark().getBoundingClientRect().right;
    await expect.poll(gap).toBeGreaterThan(0);
    await expect.poll(() => box(app, 'Four').element().getBoundingClientRect().width).toBeGreaterThanOrEqual(44);
  });
});

describe('the job selection', () => {
  it('extends with Shift and a click, and selects all or none', async () => {
    const app = await fiveJobs();
    await box(app, 'Four').click();
    await expect.element(bar(app).getByText('1 selected')).toBeVisible();
    await box(app, 'Two').click({ modifiers: ['Shift'] });
    await expect.poll(() => chosen(app)).toEqual(['Four', 'Three', 'Two']);
    await bar(app).getByRole('button', { name: 'Select all 5 shown' }).click();
    await expect.element(bar(app).getByText('5 selected')).toBeVisible();
    await bar(app).getByRole('button', { name: 'Clear the selection' }).click();
    await expect.element(bar(app)).not.toBeInTheDocument();
    expect(app.router.state.location.pathname).toBe('/local/jobs');
  });

  it('includes all jobs that match the filter, loaded or not, and bulk actions show their number', async () => {
    for (let index = 0; index < 130; index += 1) await gateway.submit(quick, named(`Reef ${index}`));
    await gateway.submit(quick, named('Other'));
    const app = await renderApp('/local/jobs?q=reef');
    await expect.element(box(app, 'Reef 129')).toBeInTheDocument();
    await expect.element(app.screen.getByText('running', { exact: true })).not.toBeInTheDocument();
    await box(app, 'Reef 129').click();
    await bar(app).getByRole('button', { name: 'Select all 130 that match' }).click();
    await expect.element(bar(app).getByText('130 selected')).toBeVisible();
    await bar(app).getByRole('button', { name: 'Delete' }).click();
    const dialog = app.screen.getByRole('dialog', { name: 'Delete 130 jobs?' });
    await expect.element(dialog.getByRole('button', { name: 'Delete 130 jobs' })).toBeVisible();
  });

  it('works with the keyboard: X, Shift with a move, Ctrl A, Escape', async () => {
    const app = await fiveJobs();
    await userEvent.keyboard('jj');
    await expect.element(app.screen.getByRole('link', { name: 'Four' })).toHaveFocus();
    await userEvent.keyboard('x');
    await expect.poll(() => chosen(app)).toEqual(['Four']);
    await userEvent.keyboard('{Shift>}jj{/Shift}');
    await expect.poll(() => chosen(app)).toEqual(['Four', 'Three', 'Two']);
    await expect.element(app.screen.getByRole('link', { name: 'Two' })).toHaveFocus();
    await userEvent.keyboard('x');
    await expect.poll(() => chosen(app)).toEqual(['Four', 'Three']);
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.poll(() => chosen(app)).toHaveLength(5);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => chosen(app)).toEqual([]);
  });

  it('is cleared when the filter changes', async () => {
    const app = await fiveJobs();
    await box(app, 'Four').click();
    await app.screen.getByRole('link', { name: /^Succeeded/ }).click();
    await expect.poll(() => app.router.state.location.search).toEqual({ status: 'succeeded' });
    await expect.poll(() => chosen(app)).toEqual([]);
  });

  it('covers no row, since the bar replaces the list header', async () => {
    const app = await fiveJobs();
    const top = () => app.screen.getByRole('list', { name: 'Jobs' }).element().getBoundingClientRect().top;
    await expect.element(app.screen.getByText('Today', { exact: true })).toBeVisible();
    const before = top();
    await box(app, 'Five').click();
    await expect.element(bar(app)).toBeVisible();
    await expect.poll(top).toBe(before);
    await expect.poll(() => bar(app).element().getBoundingClientRect().bottom).toBeLessThanOrEqual(before);
  });
});

describe('canceling several jobs', () => {
  it('shows the effects in advance, by the state of each job, and the results afterwards', async () => {
    await gateway.submit(quick, named('Ended'));
    await gateway.submit(endless, named('Running'));
    const waiting = await gateway.submit(endless, named('Waiting'));
    const app = await renderApp('/local/jobs');
    await expect.element(app.screen.getByText('running', { exact: true })).toBeVisible();
    for (const title of ['Ended', 'Running', 'Waiting']) await box(app, title).click();
    await bar(app).getByRole('button', { name: 'Cancel' }).click();
    const dialog = app.screen.getByRole('dialog', { name: 'Cancel jobs' });
    const plan = dialog.getByRole('list', { name: 'What will happen' });
    const items = () =>
      plan
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent);
    await expect
      .poll(items)
      .toEqual([
        '1queued: canceled before it starts',
        '1running: stop at the next node or step; outputs already committed are kept',
        '1already finished: skipped',
      ]);
    expect((await gateway.read(waiting.id)).status).toBe('queued');
    await dialog.getByRole('button', { name: 'Cancel 2 jobs' }).click();
    const results = dialog.getByRole('list', { name: 'What happened' });
    await expect.element(results.getByText('canceled before it started')).toBeVisible();
    await expect.element(results.getByText('stopping at the next node or step')).toBeVisible();
    await expect.poll(() => results.getByRole('listitem').elements().length).toBe(2);
    expect((await gateway.read(waiting.id)).status).toBe('canceled');
  });

  it('continues after a failure, and shows which job failed', async () => {
    const first = await gateway.submit(endless, named('First'));
    await gateway.submit(endless, named('Second'));
    gateway.worker.use(
      http.post(`*/api/v2/jobs/${first.id}/cancel`, () => problem(500, 'upstream_error', 'The disk is tired.')),
    );
    const app = await renderApp('/local/jobs');
    await box(app, 'First').click();
    await box(app, 'Second').click();
    await awaitShortcuts();
    await userEvent.keyboard('c');
    const dialog = app.screen.getByRole('dialog', { name: 'Cancel jobs' });
    await dialog.getByRole('button', { name: 'Cancel 2 jobs' }).click();
    await expect.element(dialog.getByText('The disk is tired.')).toBeVisible();
    await expect.element(dialog.getByText('canceled before it started')).toBeVisible();
  });

  it('clears the queue from its tab, including queued jobs that are not loaded', async () => {
    await gateway.submit(endless, named('Running'));
    for (let index = 0; index < 3; index += 1) await gateway.submit(endless, named(`Waits ${index}`));
    const app = await renderApp('/local/jobs?status=queued');
    await app.screen.getByRole('button', { name: 'Clear the queue…' }).click();
    const dialog = app.screen.getByRole('dialog', { name: 'Clear the queue' });
    await expect.element(dialog.getByText('queued: canceled before they start')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel 3 jobs' }).click();
    await expect.element(dialog.getByText('3 jobs will be canceled.')).toBeVisible();
  });
});

it('runs several jobs again, each as a new job with its own idempotency key, oldest first', async () => {
  const keys: (string | null)[] = [];
  gateway.worker.events.on('request:start', ({ request }) => {
    if (request.method === 'POST' && request.url.endsWith('/api/v2/jobs'))
      keys.push(request.headers.get('Idempotency-Key'));
  });
  const app = await fiveJobs();
  await box(app, 'Two').click();
  await box(app, 'One').click();
  await bar(app).getByRole('button', { name: 'Run again' }).click();
  const dialog = app.screen.getByRole('dialog', { name: 'Run again' });
  await dialog.getByRole('button', { name: 'Run 2 jobs' }).click();
  await expect.element(dialog.getByText('2 jobs run again.')).toBeVisible();
  gateway.worker.events.removeAllListeners();
  expect(new Set(keys).size).toBe(2);
  const links = () => dialog.getByRole('link').elements();
  await expect.poll(() => links().map((link) => link.textContent)).toEqual(['One', 'Two']);
});

it('saves the outputs of several jobs as one zip, and shows its size and the jobs without outputs in advance', async () => {
  const app = await fiveJobs();
  await gateway.submit(endless, named('Running'));
  for (const title of ['Running', 'One', 'Two']) await box(app, title).click();
  await bar(app).getByRole('button', { name: 'Save outputs' }).click();
  const dialog = app.screen.getByRole('dialog', { name: 'Download 2 files' });
  await expect.element(dialog.getByText(/^One zip of about \d+ B\. 1 of 3 jobs has no outputs\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  await expect.element(app.screen.getByText('2 files saved as one zip')).toBeVisible();
});

it('cancels a job on a phone, from its card', async () => {
  await page.viewport(390, 800);
  const job = await gateway.submit(endless, named('Small'));
  const app = await renderApp('/local/jobs');
  await app.screen.getByRole('button', { name: 'Cancel Small' }).click();
  await expect.poll(async () => (await gateway.read(job.id)).status).toMatch(/cancel/);
});
