import { http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openDatabase } from '@/domains/database';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

const drawing = (prompt: string, seed: number) => ({
  '1': scripted('ScriptSteps', { prompt, seed, steps: 1, ms: 0, preview: false }),
});

it('the search offers its terms by keyboard, and finds jobs by prompt and seed', async () => {
  await gateway.submit(drawing('a red fox', 42), { flowdeck_title: 'Fox' });
  await gateway.submit(drawing('a wolf beside a foxglove', 420), { flowdeck_title: 'Wolf' });
  const { screen, router } = await renderApp('/local/jobs');
  const field = screen.getByRole('searchbox', { name: 'Search jobs' });
  await field.click();
  const terms = screen.getByRole('group', { name: 'Search terms' });
  await expect.element(terms.getByRole('button', { name: /^prompt:/ })).toBeVisible();
  await field.fill('pr');
  await expect.poll(() => terms.getByRole('button').elements().length).toBe(1);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(terms.getByRole('button', { name: /^prompt:/ })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('prompt:');
  await field.fill('prompt:"red fox"');
  await expect.element(screen.getByRole('link', { name: 'Wolf' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('link', { name: 'Fox' })).toBeVisible();
  await expect.poll(() => router.state.location.search).toEqual({ q: 'prompt:"red fox"' });
  await field.fill('seed:420');
  await expect.element(screen.getByRole('link', { name: 'Wolf' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Fox' })).not.toBeInTheDocument();
});

it('the terms close with Escape and when the focus leaves', async () => {
  const { screen } = await renderApp('/local/jobs');
  const field = screen.getByRole('searchbox', { name: 'Search jobs' });
  const terms = screen.getByRole('group', { name: 'Search terms' });
  await field.click();
  await expect.element(terms).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(terms).not.toBeInTheDocument();
  await field.fill('s');
  await expect.element(terms.getByRole('button', { name: /^seed:/ })).toBeVisible();
  await screen.getByRole('heading', { name: 'Jobs', exact: true }).click();
  await expect.element(terms).not.toBeInTheDocument();
});

it('on a server without search, the inputs that this browser knows are searched, and the page says so', async () => {
  const fox = await gateway.submit(drawing('a red fox', 42), { flowdeck_title: 'Fox' });
  await gateway.submit(drawing('a red fox', 43), { flowdeck_title: 'Another' });
  await (await openDatabase()).put('historyWorkflows', JSON.stringify(drawing('a red fox', 42)), ['local', fox.id]);
  gateway.worker.use(http.get('*/console/jobs', () => problem(404, 'not_found')));
  const { screen } = await renderApp('/local/jobs?q=prompt:fox');
  await expect.element(screen.getByRole('link', { name: 'Fox' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Another' })).not.toBeInTheDocument();
  await screen.getByRole('searchbox', { name: 'Search jobs' }).fill('prompt:wolf');
  await expect.element(screen.getByText(/the inputs of jobs that were submitted in this browser/)).toBeVisible();
});

it('on a server without search, jobs with the same prompt are those that this browser knows', async () => {
  const [fox, other] = await Promise.all([
    gateway.submit(drawing('a red fox', 42), { flowdeck_title: 'Fox' }),
    gateway.submit(drawing('a red fox', 43), { flowdeck_title: 'Other' }),
    gateway.submit(drawing('a red fox', 44), { flowdeck_title: 'Unknown' }),
  ]);
  const workflows = await openDatabase();
  for (const { id } of [fox, other]) {
    await workflows.put('historyWorkflows', JSON.stringify(drawing('a red fox', 42)), ['local', id]);
  }
  gateway.worker.use(http.get('*/console/jobs', () => problem(404, 'not_found')));
  const { screen } = await renderApp(`/local/jobs?like=${fox.id}`);
  await expect.element(screen.getByRole('link', { name: 'Fox' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Other' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Unknown' })).not.toBeInTheDocument();
});

it('on a server without search, jobs of the same workflow are told by structure where this browser knows it', async () => {
  const submitted = (title: string) => gateway.submit(drawing('a red fox', 42), { flowdeck_title: title });
  const [fox, cell, namesake] = [await submitted('Fox'), await submitted('Cell'), await submitted('Fox')];
  const workflows = await openDatabase();
  for (const [{ id }, workflow] of [
    [fox, drawing('a red fox', 42)],
    [cell, drawing('a wolf', 43)],
    [namesake, { '1': scripted('ScriptText', { text: 'x' }) }],
  ] as const) {
    await workflows.put('historyWorkflows', JSON.stringify(workflow), ['local', id]);
  }
  gateway.worker.use(http.get('*/console/jobs', () => problem(404, 'not_found')));
  const { screen } = await renderApp(`/local/jobs?workflow=${fox.id}`);
  await expect.element(screen.getByRole('link', { name: 'Cell' })).toBeVisible();
  await expect.poll(() => screen.getByRole('link', { name: 'Fox' }).elements().length).toBe(1);
});

it('while the gateway reads the inputs of older jobs, the page says that matches may be missing', async () => {
  await gateway.submit(drawing('a red fox', 42), { flowdeck_title: 'Fox' });
  const first = { jobs: [], truncated: false, counts: {}, inputs_pending: 12 };
  let isRead = false;
  gateway.worker.use(http.get('*/console/jobs', () => (isRead ? undefined : Response.json(first))));
  const { screen } = await renderApp('/local/jobs?q=prompt:fox');
  await expect.element(screen.getByText(/The inputs of 12 older jobs are still being read/)).toBeVisible();
  isRead = true;
  await expect.element(screen.getByRole('link', { name: 'Fox' })).toBeVisible();
});
