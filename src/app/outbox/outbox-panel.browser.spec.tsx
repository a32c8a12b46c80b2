import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LABEL_OUTBOX } from '@/domains/job-record/job-labels';
import { openCommandView } from '@/shared/dialog-requests/command-view';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { emptyOutbox, entryOf, press } from '@/testing/outbox';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  openCommandView(null);
  await emptyOutbox();
  await unmountGateway();
});

const quick = { '1': scripted('ScriptText', { text: 'done' }, { title: 'Say' }) };
const POST_JOBS = '*/api/v2/jobs';
const LIST_JOBS = '*/api/v2/jobs';

function refuse(code: string, status: number, headers: Record<string, string> = {}): void {
  const error = { code, message: `Told: ${code}.`, details: null };
  gateway.worker.use(http.post(POST_JOBS, () => HttpResponse.json({ error }, { status, headers })));
}

/** The surface takes each run once, tells nobody, and lists no labels. */
function loseResponsesAndLabels(): void {
  gateway.worker.use(
    http.post(
      POST_JOBS,
      async ({ request }) => {
        await gateway.app.fetch(request);
        return HttpResponse.error();
      },
      { once: true },
    ),
    http.get(LIST_JOBS, async ({ request }) => {
      const url = new URL(request.url);
      url.searchParams.delete(`metadata[${LABEL_OUTBOX}]`);
      const page = (await (await gateway.app.fetch(new Request(url, request))).json()) as { jobs: object[] };
      return HttpResponse.json({ ...page, jobs: page.jobs.map((job) => ({ ...job, metadata: null })) });
    }),
  );
}

async function openTray(path = '/local/submit') {
  const app = await renderApp(path);
  const button = app.screen.getByRole('button', { name: /^Outbox/, includeHidden: true }).first();
  await button.click();
  const tray = app.screen.getByRole('dialog', { name: 'Outbox' });
  await expect.element(tray).toBeVisible();
  return { ...app, tray, button };
}

describe('the outbox panel', () => {
  it('has no place in the sidebar while it is empty, and opens with its shortcut', async () => {
    const { screen } = await renderApp('/local/submit');
    await awaitShortcuts();
    expect(screen.getByRole('button', { name: /^Outbox/, includeHidden: true }).query()).toBeNull();
    await userEvent.keyboard('go');
    await expect.element(screen.getByRole('dialog', { name: 'Outbox' })).toBeVisible();
    await expect.element(screen.getByText('No pending runs')).toBeVisible();
  });

  it('shows a countdown and the reason for a full queue, and can cancel the run', async () => {
    refuse('queue_full', 429, { 'Retry-After': '600' });
    const id = await press(quick, 'Patient');
    const { tray, button } = await openTray();
    await expect.element(tray.getByText('Patient')).toBeVisible();
    await expect.element(tray.getByText(/^The queue is full\. Retrying in \d+ min \d+ s$/)).toBeVisible();
    await expect.element(button).toHaveTextContent('1 open');
    await tray.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(tray.getByText('No pending runs')).toBeVisible();
    await expect.poll(() => entryOf(id)?.state).toEqual({ name: 'canceled' });
    expect(gateway.engine.requests).toHaveLength(0);
  });

  it('is listed on a phone while it holds a run', async () => {
    await page.viewport(390, 844);
    refuse('queue_full', 429, { 'Retry-After': '600' });
    await press(quick, 'Patient');
    const { screen } = await renderApp('/local/submit');
    await screen.getByRole('button', { name: /^More/ }).click();
    await screen
      .getByRole('dialog', { name: 'More' })
      .getByRole('button', { name: /^Outbox.*1 open/ })
      .click();
    await expect.element(screen.getByRole('dialog', { name: 'Outbox' }).getByText('Patient')).toBeVisible();
  });

  it('shows a rejection with its code until it is dismissed', async () => {
    refuse('insufficient_credits', 402);
    await press(quick, 'Too dear');
    const { tray } = await openTray();
    await expect.element(tray.getByText('The account has no credits left')).toBeVisible();
    await expect.element(tray.getByText('402 insufficient_credits')).toBeVisible();
    expect(tray.getByRole('button', { name: 'Submit as new run' }).query()).toBeNull();
    await tray.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(tray.getByText('No pending runs')).toBeVisible();
  });

  it('J-4.41: lists candidate jobs of an unconfirmed run, and the user selects one', async () => {
    const other = await gateway.submit({ '1': scripted('ScriptText', { text: 'other' }) });
    loseResponsesAndLabels();
    const id = await press(quick, 'Which one');
    await expect.poll(() => entryOf(id)?.state.name).toBe('unknown');
    await expect.poll(() => entryOf(id)?.state).toMatchObject({ hasArrived: true });
    const { tray, router } = await openTray();
    await tray.getByRole('button', { name: 'Stop searching' }).click();
    const candidates = tray.getByRole('list', { name: 'Jobs that may be this run' });
    await expect.element(candidates).toBeVisible();
    await expect.poll(() => candidates.getByRole('listitem').elements().length).toBe(1);
    await candidates.getByRole('button', { name: 'This is the job' }).click();
    await expect.element(tray.getByText('Submitted (matched by you)')).toBeVisible();
    await tray.getByRole('link', { name: 'Open job' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    expect(router.state.location.pathname).not.toContain(other.id);
    await expect.poll(() => gateway.engine.requests.length).toBe(2);
  });

  it('sends again with the same idempotency key on a click if the search was stopped', async () => {
    let isUnreachable = true;
    const keys: (string | null)[] = [];
    gateway.worker.use(
      http.post(POST_JOBS, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return isUnreachable ? HttpResponse.error() : undefined;
      }),
      http.get(LIST_JOBS, () => (isUnreachable ? problem(500, 'upstream_error') : undefined)),
    );
    const id = await press(quick, 'Once more');
    const { tray } = await openTray('/local/jobs');
    await tray.getByRole('button', { name: 'Stop searching' }).click();
    isUnreachable = false;
    await tray.getByRole('button', { name: 'Retry safely' }).click();
    await expect.element(tray.getByText(/Submitted on retry/)).toBeVisible();
    expect(entryOf(id)?.state).toMatchObject({ name: 'submitted', how: 'asked' });
    expect(new Set(keys).size).toBe(1);
    await expect.poll(() => gateway.engine.requests.length).toBe(1);
  });
});

it('the job list has a group of unconfirmed submissions', async () => {
  gateway.worker.use(
    http.post(POST_JOBS, () => HttpResponse.error()),
    http.get(LIST_JOBS, () => problem(500, 'upstream_error')),
  );
  await press(quick, 'Perhaps');
  const { screen } = await renderApp('/local/jobs');
  const group = screen.getByRole('region', { name: /^Unconfirmed/ });
  await expect.element(group.getByText('Perhaps')).toBeVisible();
  await expect.element(group.getByText(/nothing is submitted twice/)).toBeVisible();
  expect(group.getByRole('button', { name: 'Submit as new run' }).query()).toBeNull();
});
