import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Job } from '@contract/jobs/schemas';
import { saveToHistory } from '@/domains/history/history';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob, problem, surfaceWith } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';

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
afterEach(unmountGateway);

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
    const text = expect.stringMatching(/\n1 h 50 min to 3 h left, based on 3 previous runs$/);
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
