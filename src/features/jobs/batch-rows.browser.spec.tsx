import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Job } from '@contract/jobs/schemas';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { toggledBatches } from './list/batch-rows';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  toggledBatches.set([]);
  gateway = await mountGateway();
});
afterEach(async () => {
  toggledBatches.set([]);
  await unmountGateway();
});

const NOON = Date.UTC(2026, 10, 20, 12);
const job = (id: string, metadata: Record<string, string>, more: Partial<Job> = {}): Job =>
  makeJob({ id, metadata, created_at: new Date(NOON - Number(id) * 1000).toISOString(), ...more });
const cell = (id: string, values: string, more: Partial<Job> = {}) =>
  job(id, { flowdeck_title: `Study (${values})`, flowdeck_batch: `study/${id}` }, more);

const jobs = [
  job('1', { flowdeck_title: 'Before' }),
  cell('2', 'palette ember, seed 103822117058'),
  cell('3', 'palette teal, seed 103822117059', { status: 'failed' }),
  cell('4', 'palette mist, seed 103822117060'),
  job('5', { flowdeck_title: 'After' }),
];

function list(all: readonly Job[]) {
  return ({ request }: { request: Request }) => {
    const query = new URL(request.url).searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit') ?? 50);
    const rest = to < all.length ? { next_cursor: String(to), truncated: true } : { truncated: false };
    return HttpResponse.json({ jobs: all.slice(from, to), ...rest });
  };
}

const rowIds = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row-id]')].map(({ dataset }) => dataset['rowId']);

it('a batch is one row with its progress, which opens to jobs that are titled by their values', async () => {
  gateway.worker.use(http.get('*/api/v2/jobs', list(jobs)));
  const { screen } = await renderApp('/local/jobs');
  const batch = screen.getByRole('button', { name: /^Study/ });
  await expect.element(batch).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(rowIds).toEqual(['1', 'batch study', '5']);
  await expect.element(screen.getByText('2 of 3 succeeded · 1 failed')).toBeVisible();
  await batch.click();
  await expect.poll(rowIds).toEqual(['1', 'batch study', '2', '3', '4', '5']);
  await expect.element(screen.getByText('palette ember, seed 1038…058')).toBeVisible();
  await expect.element(screen.getByText('palette teal, seed 1038…059')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Study (palette mist, seed 103822117060)' })).toBeVisible();
  await batch.click();
  await expect.poll(rowIds).toEqual(['1', 'batch study', '5']);
});

it('its checkbox selects its jobs, and shows that only some are selected', async () => {
  gateway.worker.use(http.get('*/api/v2/jobs', list(jobs)));
  const { screen } = await renderApp('/local/jobs');
  const checkbox = screen.getByRole('checkbox', { name: 'Select batch Study' });
  await checkbox.click();
  await expect.element(screen.getByText('3 selected')).toBeVisible();
  await screen.getByRole('button', { name: /^Study/ }).click();
  await screen.getByRole('checkbox', { name: /palette teal/ }).click();
  await expect.element(screen.getByText('2 selected')).toBeVisible();
  await expect.poll(() => (checkbox.element() as HTMLInputElement).indeterminate).toBe(true);
  await checkbox.click();
  await expect.element(screen.getByText('3 selected')).toBeVisible();
  await checkbox.click();
  await expect.element(checkbox).not.toBeChecked();
});

it('the keyboard goes through batches as through jobs, and extends the selection over their jobs', async () => {
  gateway.worker.use(http.get('*/api/v2/jobs', list(jobs)));
  const { screen } = await renderApp('/local/jobs');
  const batch = screen.getByRole('button', { name: /^Study/ });
  await expect.element(batch).toBeVisible();
  await awaitShortcuts();
  await userEvent.keyboard('jj');
  await expect.element(batch).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(batch).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('j');
  await expect.element(screen.getByRole('link', { name: /palette ember/ })).toHaveFocus();
  await userEvent.keyboard('k{Enter}k');
  await expect.element(screen.getByRole('link', { name: 'Before' })).toHaveFocus();
  await userEvent.keyboard('{Shift>}J{/Shift}');
  await expect.element(screen.getByText('4 selected')).toBeVisible();
});

it('its jobs on later pages join it', async () => {
  const many = Array.from({ length: 120 }, (_, index) => cell(String(index + 10), `seed ${index}`));
  gateway.worker.use(
    http.get('*/api/v2/jobs', list([job('1', { flowdeck_title: 'Before' }), ...many, jobs[4] as Job])),
  );
  const { screen } = await renderApp('/local/jobs');
  await expect.element(screen.getByText('120 of 120 succeeded')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'After' })).toBeVisible();
  await expect.poll(rowIds).toHaveLength(3);
});

it('a search shows what it finds in a batch', async () => {
  gateway.worker.use(http.get('*/console/jobs', list(jobs.slice(1, 3))));
  const { screen } = await renderApp('/local/jobs?q=study');
  await expect.element(screen.getByText('palette ember, seed 1038…058')).toBeVisible();
  await expect.element(screen.getByText('palette teal, seed 1038…059')).toBeVisible();
  gateway.worker.use(http.get('*/console/jobs', list(jobs.slice(2, 3))));
  await screen.getByRole('searchbox', { name: 'Search jobs' }).fill('teal');
  await expect.poll(rowIds).toEqual(['3']);
  await expect.element(screen.getByText('palette teal, seed 1038…059')).toBeVisible();
});
