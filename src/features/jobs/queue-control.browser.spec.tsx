import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { GatewayStatus } from '@contract/console/gateway-status';
import { openCommandView } from '@/shared/dialog-requests/command-view';
import { useToasts } from '@/shared/feedback/toasts';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;
const hanging = { '1': scripted('ScriptHang', {}) };

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  openCommandView(null);
  useToasts.setState({ toasts: [] });
  await unmountGateway();
});

const submit = (title: string) => gateway.submit(hanging, { flowdeck_title: title });

async function fetchStatus(): Promise<GatewayStatus> {
  const response = await gateway.app.fetch(new Request(`${location.origin}/console/status`));
  return GatewayStatus.parse(await response.json());
}

const fetchQueue = async () => (await fetchStatus()).queue;

async function pauseElsewhere(paused: boolean): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ paused });
  await gateway.app.fetch(new Request(`${location.origin}/console/queue/pause`, { method: 'POST', headers, body }));
}

/** One job runs, the others wait in this order. */
async function submitQueue(...titles: string[]): Promise<string[]> {
  const running = await submit('Running');
  await expect.poll(async () => (await gateway.read(running.id)).status).toBe('running');
  const ids: string[] = [];
  for (const title of titles) ids.push((await submit(title)).id);
  return ids;
}

const positions = (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await gateway.read(id)).queue_position));

describe('pausing the queue', () => {
  it('is offered where the list shows the queue, is visible in the list, and is undone', async () => {
    await submitQueue('One', 'Two');
    const { screen } = await renderApp('/local/jobs?status=queued');
    await screen.getByRole('button', { name: 'Pause queue' }).click();
    await expect.element(screen.getByText('2 jobs wait. Running jobs continue.')).toBeVisible();
    await expect.element(screen.getByText('next in queue · queue paused')).toBeVisible();
    await expect.element(screen.getByText('#2 in queue · queue paused')).toBeVisible();
    await expect.poll(fetchQueue).toMatchObject({ state: 'paused' });
    const toggle = screen.getByRole('button', { name: 'Resume queue' }).first();
    await expect.element(toggle).toHaveFocus();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByText('2 jobs wait. Running jobs continue.')).not.toBeInTheDocument();
    await expect.element(screen.getByText('next in queue', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Pause queue' })).toBeVisible();
    await expect.poll(fetchQueue).toMatchObject({ state: 'running' });
  });

  it('shows the pause of another tab on Jobs and Submit, and resumes', async () => {
    await pauseElsewhere(true);
    const { screen, router } = await renderApp('/local/jobs');
    await expect.element(screen.getByText('New jobs wait. Running jobs continue.')).toBeVisible();
    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await expect.element(screen.getByText('Runs wait until you resume it.')).toBeVisible();
    await screen.getByRole('button', { name: 'Resume queue' }).click();
    await expect.element(screen.getByText('Runs wait until you resume it.')).not.toBeInTheDocument();
    await expect.element(screen.getByText('Queue resumed')).toBeVisible();
    await expect.poll(fetchQueue).toMatchObject({ state: 'running' });
  });

  it('shows on the job page that the job waits for it, instead of an ETA', async () => {
    await pauseElsewhere(true);
    const job = await submit('One');
    const { screen } = await renderApp(`/local/jobs/${job.id}`);
    await expect.element(screen.getByText('This job starts once the queue is resumed.')).toBeVisible();
    await expect.element(screen.getByText(/^next in queue · queue paused · waiting /)).toBeVisible();
    screen.getByRole('button', { name: 'Resume queue' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(async () => (await gateway.read(job.id)).status).toBe('running');
    await expect.element(screen.getByText('This job starts once the queue is resumed.')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('has commands in the palette, of which only the one that applies is listed', async () => {
    const { screen } = await renderApp('/local/jobs');
    await awaitShortcuts();
    await screen.getByRole('button', { name: 'Commands' }).click();
    await userEvent.keyboard('the queue');
    await expect.element(screen.getByRole('option', { name: /^Pause the queue/ })).toBeVisible();
    await expect.element(screen.getByRole('option', { name: /^Resume the queue/ })).not.toBeInTheDocument();
    await screen.getByRole('option', { name: /^Pause the queue/ }).click();
    await expect.element(screen.getByText('New jobs wait. Running jobs continue.')).toBeVisible();
    await screen.getByRole('button', { name: 'Commands' }).click();
    await userEvent.keyboard('the queue');
    await screen.getByRole('option', { name: /^Resume the queue/ }).click();
    await expect.poll(fetchQueue).toMatchObject({ state: 'running' });
  });

  it('shows a failure and leaves the queue as it is', async () => {
    await submitQueue('One');
    gateway.worker.use(http.post('*/console/queue/pause', () => HttpResponse.error()));
    const { screen } = await renderApp('/local/jobs?status=queued');
    await screen.getByRole('button', { name: 'Pause queue' }).click();
    await expect.element(screen.getByText('Could not pause the queue')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Pause queue' })).toBeVisible();
  });
});

describe('moving a job', () => {
  it('moves from the row menu, and undo restores the previous place', async () => {
    const ids = await submitQueue('One', 'Two', 'Three');
    const { screen } = await renderApp('/local/jobs');
    await screen.getByRole('button', { name: 'More actions for Three' }).click();
    await screen.getByRole('menuitem', { name: 'Move to front' }).click();
    await expect.element(screen.getByText('Three moved to the front')).toBeVisible();
    await expect.element(screen.getByText('It is next in queue.')).toBeVisible();
    expect(await positions(ids)).toEqual([2, 3, 1]);
    await expect.element(screen.getByText('#3 in queue', { exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => positions(ids)).toEqual([1, 2, 3]);
  });

  it('moves selected jobs in their order, shows the queue in its order, and undo restores their places', async () => {
    const ids = await submitQueue('One', 'Two', 'Three', 'Four');
    const { screen } = await renderApp('/local/jobs?status=queued');
    const titles = () =>
      screen
        .getByRole('checkbox', { name: /^Select (One|Two|Three|Four)$/ })
        .elements()
        .map((box) => box.getAttribute('aria-label')?.replace('Select ', ''));
    await expect.poll(titles).toEqual(['One', 'Two', 'Three', 'Four']);
    await screen.getByRole('checkbox', { name: 'Select Two' }).click();
    await screen.getByRole('checkbox', { name: 'Select Four' }).click();
    await screen.getByRole('button', { name: 'Move to front' }).click();
    await expect.element(screen.getByText('2 jobs moved to the front')).toBeVisible();
    expect(await positions(ids)).toEqual([3, 1, 4, 2]);
    await expect.poll(titles).toEqual(['Two', 'Four', 'One', 'Three']);
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => positions(ids)).toEqual([1, 2, 3, 4]);
    await screen.getByRole('button', { name: 'Move to back' }).click();
    await expect.element(screen.getByText('2 jobs moved to the back')).toBeVisible();
    expect(await positions(ids)).toEqual([1, 3, 2, 4]);
    await screen.getByRole('button', { name: 'Clear the selection' }).click();
    await screen.getByRole('button', { name: /^Inputs, progress, in queue order\./ }).click();
    await expect.poll(titles).toEqual(['Four', 'Three', 'Two', 'One']);
  });

  it('moves from the job page and the palette', async () => {
    const ids = await submitQueue('One', 'Two');
    const { screen } = await renderApp(`/local/jobs/${ids[0]}`);
    await screen.getByRole('button', { name: 'More actions' }).click();
    await screen.getByRole('menuitem', { name: 'Move to back' }).click();
    await expect.element(screen.getByText('It is #2 in queue.')).toBeVisible();
    expect(await positions(ids)).toEqual([2, 1]);
    await awaitShortcuts();
    await screen.getByRole('button', { name: 'Commands' }).click();
    await userEvent.keyboard('move to front');
    await screen.getByRole('option', { name: /^Move to front/ }).click();
    await expect.poll(() => positions(ids)).toEqual([1, 2]);
  });

  it('is not offered for a running job', async () => {
    await submitQueue('One');
    const { screen } = await renderApp('/local/jobs');
    await screen.getByRole('button', { name: 'More actions for Running' }).click();
    await expect.element(screen.getByRole('menuitem', { name: 'Copy job ID' })).toBeVisible();
    expect(screen.getByRole('menuitem', { name: 'Move to front' }).query()).toBeNull();
  });

  it('is not offered by a server without queue control, and neither is the pause', async () => {
    await submitQueue('One');
    const { queue: _queue, ...older } = await fetchStatus();
    gateway.worker.use(http.get('*/console/status', () => HttpResponse.json(older)));
    const { screen } = await renderApp('/local/jobs?status=queued');
    await expect.element(screen.getByRole('button', { name: 'Clear the queue…' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pause queue' }).query()).toBeNull();
    await screen.getByRole('button', { name: 'More actions for One' }).click();
    await expect.element(screen.getByRole('menuitem', { name: 'Copy job ID' })).toBeVisible();
    expect(screen.getByRole('menuitem', { name: 'Move to front' }).query()).toBeNull();
  });

  it('is disabled with the reason for a job that an engine has already', async () => {
    const [id] = await submitQueue('One');
    const status = await fetchStatus();
    const held = { ...status, queue: { state: 'running', pausedAt: null, waiting: 0, atEngine: [id] } };
    gateway.worker.use(http.get('*/console/status', () => HttpResponse.json(held)));
    const { screen } = await renderApp('/local/jobs');
    await screen.getByRole('button', { name: 'More actions for One' }).click();
    await expect
      .element(screen.getByRole('menuitem', { name: 'Move to front' }))
      .toHaveAttribute('title', 'An engine has this job already, so it cannot be moved.');
  });

  it('says why a job could not be moved that has started meanwhile', async () => {
    await submitQueue('One');
    gateway.worker.use(
      http.post('*/console/queue/move', () => HttpResponse.json({ moved: false, reason: 'not_waiting' })),
    );
    const { screen } = await renderApp('/local/jobs');
    await screen.getByRole('button', { name: 'More actions for One' }).click();
    await screen.getByRole('menuitem', { name: 'Move to back' }).click();
    await expect.element(screen.getByText('Could not move One')).toBeVisible();
    await expect.element(screen.getByText('It is no longer in the queue.')).toBeVisible();
  });
});
