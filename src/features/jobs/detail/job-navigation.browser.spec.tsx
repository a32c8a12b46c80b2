import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ALL_JOBS } from '@/domains/jobs/job-filter';
import { listen } from '@/testing/listen';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { listOrder } from '@/features/jobs/job/list-context';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

it('J and K navigate the filtered list that led to a job, and Back returns to that list', async () => {
  const good = { '1': scripted('ScriptText', { text: 'done' }) };
  const hanging = { '1': scripted('ScriptHang') };
  for (const title of ['One', 'Two', 'Three']) await gateway.submit(good, { flowdeck_title: title });
  await gateway.submit(hanging, { flowdeck_title: 'Still running' });
  const { screen, router } = await renderApp('/local/jobs?status=succeeded');
  await expect.element(screen.getByRole('checkbox', { name: 'Select One' })).toBeInTheDocument();
  await screen.getByRole('link', { name: 'Three' }).click();
  const heading = (name: string) => screen.getByRole('heading', { level: 1, name });
  await expect.element(heading('Three')).toBeVisible();
  await expect.element(screen.getByText('1 of 3')).toBeVisible();
  const toNext = screen.getByRole('button', { name: 'Next job in list' });
  await expect.element(toNext).toHaveAttribute('aria-keyshortcuts', 'J');
  await expect.element(toNext).toHaveAttribute('title', 'Next job in list (J)');
  await awaitShortcuts();
  await userEvent.keyboard('j');
  await expect.element(heading('Two')).toBeVisible();
  await screen.getByRole('button', { name: 'Next job in list' }).click();
  await expect.element(heading('One')).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Next job in list' }))
    .toHaveAttribute('aria-disabled', 'true');
  // Two presses before the page of the first one is there.
  for (const _press of [1, 2]) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }));
  await expect.element(heading('Three')).toBeVisible();
  router.history.back();
  await expect.poll(() => router.state.location.search).toEqual({ status: 'succeeded' });
});

it('J continues after the loaded rows, to the last job', async () => {
  const good = { '1': scripted('ScriptText', { text: 'done' }) };
  await gateway.submit(good, { flowdeck_title: 'Last' });
  await gateway.submit(good, { flowdeck_title: 'Other' });
  await gateway.submit(good, { flowdeck_title: 'First' });
  const { router, screen } = await renderApp('/local/jobs');
  await expect.element(screen.getByRole('checkbox', { name: 'Select First' })).toBeInTheDocument();
  const loaded = (await (await fetch('/api/v2/jobs?limit=1')).json()) as {
    jobs: { id: string }[];
    next_cursor: string;
  };
  const [first] = loaded.jobs.map(({ id }) => id);
  // Simulates a list of which only one row is loaded.
  await router.navigate({ to: '/$surface/jobs/$jobId', params: { surface: 'local', jobId: first ?? '' } });
  await expect.element(screen.getByRole('heading', { level: 1, name: 'First' })).toBeVisible();
  listOrder.set({ ids: [first ?? ''], rest: { surfaceId: 'local', filter: ALL_JOBS, cursor: loaded.next_cursor } });
  await expect.element(screen.getByText('1 of 1+')).toBeVisible();
  await awaitShortcuts();
  await userEvent.keyboard('j');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Other' })).toBeVisible();
  await expect.element(screen.getByText('2 of 3')).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Last' })).toBeVisible();
  await expect.element(screen.getByText('3 of 3')).toBeVisible();
  const spoken = listen();
  await userEvent.keyboard('j');
  await expect.poll(() => spoken).toContain('Last job in the list.');
});
