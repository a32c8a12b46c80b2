import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Job } from '@contract/jobs/schemas';
import { toFetchedJob } from '@/api/live/merge-job';
import { createQueryClient } from '@/api/query-client';
import { LOCAL_SURFACE, operationKey } from '@/api/surface';
import { saveToHistory } from '@/domains/history/history';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob, problem, surfaceWith } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { layoutSetting } from '../view/list-view';
import { rowTimeLeft } from './row-time-left';

// So long that the text does not change during a test.
const HOUR = 3_600_000;
// A unique name, since jobs of previous tests are in the local history.
const TITLE = 'Kelp at dusk';
const metadata = { flowdeck_title: TITLE };
const waiting = { status: 'queued', started_at: null, completed_at: null, metadata } as const;

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
});
afterEach(async () => {
  layoutSetting.set('rows');
  await unmountGateway();
});

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

const earlierJobs = (hours: readonly number[]): Job[] =>
  hours.map((ran, index) =>
    makeJob({ id: idOf(index), started_at: hoursAgo(100), completed_at: hoursAgo(100 - ran), metadata }),
  );

const runningJob = (hours: number, more: Partial<Job> = {}) =>
  makeJob({ status: 'running', started_at: hoursAgo(hours), completed_at: null, metadata, ...more });

/** Mocks a listing that only supports the filter by status. @returns the requested statuses */
function list(jobs: readonly Job[], until: Promise<void> = Promise.resolve()): (string | null)[] {
  const requests: (string | null)[] = [];
  gateway.worker.use(
    http.get('*/api/v2/jobs', async ({ request }) => {
      const status = new URL(request.url).searchParams.get('status');
      requests.push(status);
      await until;
      return HttpResponse.json({ jobs: jobs.filter((job) => status?.split(',').includes(job.status) ?? true) });
    }),
  );
  return requests;
}

/** Opens the page of a job that `read` returns, on a surface whose list `listing` mocks. */
async function openJob(read: () => Job, listing: () => void) {
  gateway.worker.use(...surfaceWith(read));
  listing();
  return renderApp(`/local/jobs/${read().id}`);
}

describe('the time left of a job', () => {
  it('is based on previous runs of the same name for a running job, shows their number, and causes no layout shift', async () => {
    let tell = () => undefined as void;
    const reported = new Promise<void>((resolve) => (tell = resolve));
    const job = runningJob(1);
    const { screen } = await openJob(
      () => job,
      () => list(earlierJobs([4, 3, 3]), reported),
    );
    const title = screen.getByRole('heading', { name: TITLE });
    await expect.element(title).toBeVisible();
    await expect.element(screen.getByText('polling')).toBeVisible();
    const header = title.element().closest('header');
    const before = header?.getBoundingClientRect().height ?? 0;
    tell();
    await expect.element(screen.getByText('1 h 50 min to 3 h left')).toBeVisible();
    await expect.element(screen.getByText('based on 3 previous runs')).toBeVisible();
    expect(before).toBeGreaterThan(0);
    expect(header?.getBoundingClientRect().height).toBe(before);
  });

  it('is not shown while the engine does not respond, nor is the job live: the page says what it waits for', async () => {
    const message = 'ComfyUI is not responding; waiting for it';
    const progress = { value: 0.4, nodes_done: 1, nodes_total: 3, current_node: null };
    let job = runningJob(1, { progress: { ...progress, message, stalled: true } });
    const { screen } = await openJob(
      () => job,
      () => list(earlierJobs([4, 3, 3])),
    );
    await expect.element(screen.getByText(new RegExp(`^${message} · 40`))).toBeVisible();
    // Long enough for the earlier runs, which are requested at once.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await expect.element(screen.getByText(/left/)).not.toBeInTheDocument();
    await expect.element(screen.getByText(/^(?:live|polling)$/)).not.toBeInTheDocument();
    job = runningJob(1, { progress });
    await expect.element(screen.getByText('1 h 50 min to 3 h left')).toBeVisible();
    await expect.element(screen.getByText('polling')).toBeVisible();
  });

  it('reports that a run takes longer than usual', async () => {
    const job = runningJob(5);
    const { screen } = await openJob(
      () => job,
      () => list(earlierJobs([4, 3, 3])),
    );
    await expect.element(screen.getByText('longer than usual')).toBeVisible();
    expect(screen.getByText(/\d left/).query()).toBeNull();
  });

  it('includes the jobs ahead of a queued job, until it runs', async () => {
    let job = makeJob({ ...waiting, queue_position: 2 });
    const { screen } = await openJob(
      () => job,
      () => list([...earlierJobs([4, 3, 3]), runningJob(1, { id: idOf(10) })]),
    );
    await expect.element(screen.getByText('done in 7 h 50 min to 11 h')).toBeVisible();
    job = { ...job, queue_position: 1 };
    await expect.element(screen.getByText('done in 4 h 50 min to 7 h')).toBeVisible();
    job = { ...job, status: 'running', started_at: hoursAgo(0), queue_position: null };
    await expect.element(screen.getByText('2 h 50 min to 4 h left')).toBeVisible();
  });

  it('is based on the local history if the surface lists nothing', async () => {
    for (const [index, job] of earlierJobs([4, 3, 3]).entries()) {
      await saveToHistory({ surfaceId: 'local', jobId: job.id, title: TITLE, createdAt: Date.now() + index, job });
    }
    const job = runningJob(1);
    const { screen } = await openJob(
      () => job,
      () => gateway.worker.use(http.get('*/api/v2/jobs', () => problem(501, 'not_implemented'))),
    );
    await expect.element(screen.getByText('1 h 50 min to 3 h left')).toBeVisible();
  });

  it('is shown when the user hovers over a row, without any request', async () => {
    const requests = list([runningJob(1), ...earlierJobs([4, 3, 3])]);
    const { screen } = await renderApp('/local/jobs');
    const row = screen.getByRole('listitem').filter({ hasText: 'running' }).getByRole('link', { name: TITLE });
    await expect.element(row).toBeVisible();
    const text = expect.stringMatching(
      /\n1 h 50 min to 3 h left, based on 3 previous runs\nMost of 3 earlier runs of this name took 3 to 4 h$/,
    );
    await userEvent.hover(row);
    await expect.element(row).toHaveAttribute('title', text);
    // What browsers report for a row that replaces another under a resting pointer: it comes from an element around both.
    row.element().removeAttribute('title');
    const relatedTarget = row.element().closest('ul, ol, [role=list]');
    expect(relatedTarget).not.toBeNull();
    row.element().dispatchEvent(new PointerEvent('pointerover', { bubbles: true, relatedTarget }));
    await expect.element(row).toHaveAttribute('title', text);
    expect(requests.length).toBeGreaterThan(0);
    expect(requests).not.toContain('succeeded');
  });
});

/** Runs of three, three and four hours, then a running job and two that wait for it. */
async function fillGateway() {
  let aheadMs = -24 * HOUR;
  gateway = await mountGateway({ aheadMs: () => aheadMs });
  const submit = (ms: number) =>
    gateway.submit({ '1': scripted('ScriptSteps', { steps: 3, ms, preview: false }) }, metadata);
  const reach = async (id: string, status: string) => {
    await expect.poll(async () => (await gateway.read(id)).status, { interval: 20 }).toBe(status);
  };
  for (const hours of [3, 3, 4]) {
    const { id } = await submit(200);
    await reach(id, 'running');
    aheadMs += hours * HOUR;
    await reach(id, 'succeeded');
  }
  aheadMs = -HOUR;
  const running = await submit(600_000);
  await reach(running.id, 'running');
  aheadMs = 0;
  await submit(200);
  return { last: await submit(200) };
}

const rowWith = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const QUEUED_TEXT = 'done in 7 h 50 min to 11 h';
const RUNNING_TEXT = '1 h 50 min to 3 h left';

describe('the time left in a row', () => {
  it('is beside the position and what runs, as on the page of the job, and causes no requests and no other change', async () => {
    const { last } = await fillGateway();
    const requested: string[] = [];
    gateway.worker.events.on('request:start', ({ request }) => requested.push(new URL(request.url).search));
    const { screen, router } = await renderApp('/local/jobs');
    await expect.element(rowWith('#2 in queue').getByText(QUEUED_TEXT)).toBeVisible();
    await expect.element(rowWith('running').getByText(RUNNING_TEXT)).toBeVisible();
    await expect.element(rowWith('next in queue').getByText('done in 4 h 50 min to 7 h')).toBeVisible();
    const changed: string[] = [];
    const watch = new MutationObserver((records) => {
      for (const { target } of records) changed.push((target.parentElement ?? target).textContent ?? '');
    });
    watch.observe(rowWith('#2 in queue').element(), { childList: true, characterData: true, subtree: true });
    await new Promise((resolve) => setTimeout(resolve, 2500));
    watch.disconnect();
    // The age and the wait; the time left does not change within two seconds.
    expect(changed.filter((text) => !/^(?:\d+ s(?: ago)?|just now)$/.test(text))).toEqual([]);
    expect(requested.filter((query) => query.includes('succeeded'))).toEqual([]);

    await router.navigate({ to: '/$surface/jobs/$jobId', params: { surface: 'local', jobId: last.id } });
    await expect.element(screen.getByText(QUEUED_TEXT)).toBeVisible();
  });

  it('fits into one line of rows and cards', async () => {
    await fillGateway();
    await renderApp('/local/jobs');
    for (const width of [1440, 768, 390]) {
      // A card has little space beside the run time.
      const texts = { '#2 in queue': QUEUED_TEXT, running: width === 390 ? '1 h 50 min to 3 h' : RUNNING_TEXT };
      await page.viewport(width, 900);
      for (const [row, text] of Object.entries(texts)) {
        const time = rowWith(row).getByText(text, { exact: true });
        await expect.element(time).toBeVisible();
        // A long text is truncated by what is around it.
        const { height, left, right } = time.element().parentElement?.getBoundingClientRect() ?? new DOMRect();
        expect(height).toBeGreaterThan(0);
        expect(height).toBeLessThan(24);
        const cell = time.element().closest('div.flex-col')?.getBoundingClientRect();
        expect(left).toBeGreaterThan(cell?.left ?? Infinity);
        expect(right).toBeLessThanOrEqual(cell?.right ?? 0);
      }
      // In a row, the position is never truncated in its favor; on a card, it gives way to the time.
      const position = rowWith('#2 in queue').getByText('#2 in queue', { exact: true });
      const time = rowWith('#2 in queue').getByText(QUEUED_TEXT, { exact: true });
      const whole = width === 390 ? time.element().parentElement : position.element();
      expect(whole?.scrollWidth).toBeLessThanOrEqual(whole?.clientWidth ?? 0);
    }
    // Beside the navigation, the column is narrow.
    await page.viewport(1024, 900);
    await expect.element(rowWith('#2 in queue').getByText('7 h 50 min to 11 h', { exact: true })).toBeVisible();
    await expect.element(rowWith('#2 in queue').getByText(QUEUED_TEXT)).not.toBeVisible();
  });

  it('is in the tiles of the wall, with its source in the tooltip', async () => {
    await fillGateway();
    layoutSetting.set('wall');
    await renderApp('/local/jobs');
    const tile = rowWith('#2 in queue');
    await expect.element(tile.getByText(QUEUED_TEXT)).toBeVisible();
    const link = tile.getByRole('link', { name: TITLE });
    // The link covers the tile.
    await userEvent.hover(tile);
    await expect.element(link).toHaveAttribute('title', expect.stringContaining('based on 3 previous runs'));
  });

  it('reads a list of 10,000 jobs once per second for all rows', () => {
    const client = createQueryClient();
    const jobs = earlierJobs(Array.from({ length: 10_000 }, (_, index) => 1 + (index % 5)));
    const running = Array.from({ length: 20 }, (_, index) => runningJob(1, { id: idOf(10_000 + index) }));
    const fetchedJobs = [...running, ...jobs].map((job) => toFetchedJob(job, 0));
    client.setQueryData(operationKey(LOCAL_SURFACE, 'listJobs', 'all'), { fetchedJobs });
    const reads = vi.spyOn(client, 'getQueriesData');
    const now = Math.ceil(Date.now() / 1000) * 1000;
    const rows = fetchedJobs.slice(0, 20);
    for (const second of [0, 1, 2]) {
      const left = rows.map((row) => rowTimeLeft(client, LOCAL_SURFACE, row, now + second * 1000));
      expect(new Set(left.map((eta) => eta?.source))).toEqual(new Set(['based on 10,000 previous runs']));
    }
    expect(reads).toHaveBeenCalledTimes(3);
    client.clear();
  });
});
