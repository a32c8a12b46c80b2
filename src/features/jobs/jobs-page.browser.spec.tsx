import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Job } from '@contract/jobs/schemas';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import { useOutboxView } from '@/domains/outbox/outbox-store';
import { saveToHistory } from '@/domains/history/history';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob, problem } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

const quick = { '1': scripted('ScriptOutput', { name: 'harbour.png' }) };
const endless = { '1': scripted('ScriptHang') };

const entryInDoubt: OutboxEntry = {
  id: 'e',
  surfaceId: 'local',
  key: 'k',
  createdAt: Date.UTC(2026, 10, 20),
  title: 'Lost coral',
  draftId: null,
  workflowText: '{}',
  graphFingerprint: '',
  labels: {},
  firstSentAt: Date.UTC(2026, 10, 20),
  state: { name: 'unsettled', why: 'stopped', refusal: null },
  isDismissed: false,
};

const manyJobs = (count: number): Job[] =>
  Array.from({ length: count }, (_, index) =>
    makeJob({
      id: `00000000-0000-4000-8000-${String(count - index).padStart(12, '0')}`,
      created_at: new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString(),
      metadata: { flowdeck_title: `Run ${count - index}` },
    }),
  );

/** Mocks a listing of many jobs, in pages with a cursor. */
function listOf(jobs: readonly Job[]) {
  return http.get('*/api/v2/jobs', ({ request }) => {
    const query = new URL(request.url).searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit') ?? 50);
    const rest = to < jobs.length ? { next_cursor: String(to), truncated: true } : { truncated: false };
    return HttpResponse.json({ jobs: jobs.slice(from, to), ...rest });
  });
}

it('shows the whole note of a job that never started in a narrow column, within its row', async () => {
  await page.viewport(1024, 768);
  gateway.worker.use(listOf([makeJob({ status: 'canceled', started_at: null, metadata: { flowdeck_title: 'Off' } })]));
  const { screen } = await renderApp('/local/jobs');
  const note = screen.getByText('canceled before it started');
  await expect.element(note).toBeVisible();
  const text = () => note.element();
  await expect.poll(() => text().scrollWidth - text().clientWidth).toBeLessThanOrEqual(0);
  await expect.poll(() => text().scrollHeight - text().clientHeight).toBeLessThanOrEqual(0);
  const bottomOfRow = () => text().closest('li')?.getBoundingClientRect().bottom ?? 0;
  await expect.poll(() => bottomOfRow() - text().getBoundingClientRect().bottom).toBeGreaterThan(0);
});

describe('the job list', () => {
  it('explains itself when it is empty', async () => {
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Open Submit' })).toBeVisible();
  });

  it('has its own loading state', async () => {
    gateway.worker.use(http.get('*/api/v2/jobs', () => new Promise<never>(() => undefined)));
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('status', { name: 'Loading jobs' })).toBeInTheDocument();
    expect(screen.getByText('No jobs yet').query()).toBeNull();
  });

  it('never shows "no jobs" if the list could not be read, and recovers automatically', async () => {
    let isBroken = true;
    gateway.worker.use(
      http.get('*/api/v2/jobs', () => (isBroken ? problem(500, 'upstream_error', 'The disk is tired.') : undefined)),
    );
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('heading', { name: 'Could not load jobs' })).toBeVisible();
    await expect.element(screen.getByText('The disk is tired.')).toBeVisible();
    expect(screen.getByText('No jobs yet').query()).toBeNull();
    isBroken = false;
    await expect.element(screen.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
  });

  it('distinguishes an unreachable surface from one that responds with errors', async () => {
    gateway.worker.use(http.get('*/api/v2/jobs', () => HttpResponse.error()));
    gateway.worker.use(http.get('*/console/jobs', () => HttpResponse.error()));
    const { screen } = await renderApp('/local/jobs?q=nothing+of+the+kind');
    await expect.element(screen.getByRole('heading', { name: 'Server unreachable' })).toBeVisible();
  });

  it('shows the jobs saved in this browser if nothing else could be loaded', async () => {
    const job = makeJob({ status: 'succeeded' });
    await saveToHistory({ surfaceId: 'local', jobId: job.id, title: 'Seen before', createdAt: Date.now(), job });
    gateway.worker.use(http.all('*/api/v2/*', () => HttpResponse.error()));
    gateway.worker.use(http.all('*/console/*', () => HttpResponse.error()));
    const { screen } = await renderApp('/local/jobs?q=Seen+before');
    await expect
      .element(screen.getByText('1 job saved in this browser, as last seen.', { exact: false }))
      .toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Seen before' })).toBeVisible();
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('Start it with flowdeck, or in a clone with npm start');
  });

  it('keeps its data, with its age, if the surface becomes unreachable', async () => {
    await gateway.submit(endless, { flowdeck_title: 'Coral' });
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('link', { name: 'Coral' })).toBeVisible();
    gateway.worker.use(http.all('*/api/v2/*', () => HttpResponse.error()));
    gateway.worker.use(http.all('*/console/*', () => HttpResponse.error()));
    await expect.element(screen.getByText('Flowdeck is not running.')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Coral' })).toBeVisible();
    const notices = screen.getByRole('status', { name: 'Missing jobs' });
    await expect.element(notices).toHaveTextContent(/Jobs as of \d.*They continue or stay queued/);
    gateway.worker.resetHandlers();
    await expect.element(screen.getByText('Flowdeck is not running.')).not.toBeInTheDocument();
    await expect.element(notices).toBeEmptyDOMElement();
  });

  it('J-4.82: shows the jobs of the local history if the surface lists none, fetches them one by one, and says so', async () => {
    const jobs: Job[] = [];
    for (let index = 0; index < 6; index += 1) jobs.push(await gateway.submit(quick));
    const gone = { ...makeJob(), id: '00000000-0000-4000-8000-00000000dead' };
    for (const [index, { id }] of [...jobs, gone].entries()) {
      await saveToHistory({
        surfaceId: 'local',
        jobId: id,
        title: `Kept n${index}`,
        createdAt: Date.now() + index,
        job: null,
      });
    }
    let underWay = 0;
    let most = 0;
    gateway.worker.use(
      http.get('*/api/v2/jobs', () => problem(501, 'not_implemented')),
      http.get('*/console/jobs', () => problem(404, 'not_found')),
      http.get('*/api/v2/jobs/:id', async ({ request }) => {
        underWay += 1;
        most = Math.max(most, underWay);
        const response = await gateway.app.fetch(request);
        await new Promise((resolve) => setTimeout(resolve, 20));
        underWay -= 1;
        return response;
      }),
    );
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('heading', { name: 'This server does not list jobs' })).toBeVisible();
    const rows = screen.getByRole('list', { name: 'Jobs', exact: true }).getByRole('listitem');
    const rowOf = (title: string) => rows.filter({ hasText: title });
    for (let index = 0; index < 6; index += 1) {
      await expect.element(rowOf(`Kept n${index}`).getByText('succeeded')).toBeVisible();
    }
    await expect.element(rowOf('Kept n6').getByText('not found on the server')).toBeVisible();
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(4);
    // More than a digit: the id of another job may begin with it.
    await screen.getByRole('searchbox').fill('kept n3');
    await expect
      .poll(() => rows.elements().map((row) => row.textContent))
      .toEqual([expect.stringContaining('Kept n3')]);
  });

  it('J-4.81: reports that the surface does not list jobs', async () => {
    gateway.worker.use(http.get('*/api/v2/jobs', () => problem(501, 'not_implemented')));
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('heading', { name: 'This server does not list jobs' })).toBeVisible();
  });

  it('follows a job from the queue to its output, and names it by its file', async () => {
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByText('No jobs yet')).toBeVisible();
    await gateway.submit(quick);
    await expect.element(screen.getByRole('link', { name: 'harbour.png' })).toBeVisible();
    // The row has its inputs instead once they are read.
    await expect.element(screen.getByTitle(/1 output$/)).toBeVisible();
    await expect.element(screen.getByText('succeeded', { exact: true })).toBeVisible();
  });

  it('filters by the URL, and does not call a filtered list empty', async () => {
    await gateway.submit(quick, { flowdeck_title: 'Coral' });
    const { screen, router } = await renderApp('/local/jobs?status=failed');
    await expect.element(screen.getByRole('heading', { name: 'No failed jobs' })).toBeVisible();
    await screen.getByRole('link', { name: 'Show all jobs' }).click();
    await expect.element(screen.getByRole('link', { name: 'Coral' })).toBeVisible();
    await screen.getByRole('link', { name: /^Succeeded/ }).click();
    await expect.poll(() => router.state.location.search).toEqual({ status: 'succeeded' });
    await expect.element(screen.getByRole('link', { name: 'Coral' })).toBeVisible();
  });

  it('searches by words, which are stored in the URL, and counts matches by status', async () => {
    await gateway.submit(quick, { flowdeck_title: 'Coral one' });
    await gateway.submit(quick, { flowdeck_title: 'Ink' });
    const { screen, router } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('link', { name: 'Ink' })).toBeVisible();
    await awaitShortcuts();
    await userEvent.keyboard('/');
    await expect.element(screen.getByRole('searchbox', { name: 'Search jobs' })).toHaveFocus();
    await userEvent.keyboard('coral ');
    await expect.element(screen.getByRole('link', { name: 'Ink' })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('link', { name: 'Coral one' })).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({ q: 'coral' });
    await expect.element(screen.getByRole('link', { name: 'Succeeded 1' })).toBeVisible();
    await userEvent.keyboard('nowhere');
    await expect.element(screen.getByRole('heading', { name: 'No jobs match “coral nowhere”' })).toBeVisible();
    await screen.getByRole('link', { name: /^Failed/ }).click();
    await screen.getByRole('link', { name: 'Search all statuses' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ q: 'coral nowhere' });
    await screen.getByRole('link', { name: 'Show all jobs' }).click();
    await expect.element(screen.getByRole('link', { name: 'Ink' })).toBeVisible();
    await expect.element(screen.getByRole('searchbox', { name: 'Search jobs' })).toHaveValue('');
  });

  it('filters by days and sorts by run time, from menus and from the URL', async () => {
    await gateway.submit(quick, { flowdeck_title: 'Coral' });
    const { screen, router } = await renderApp('/local/jobs?to=2026-01-01');
    await expect.element(screen.getByRole('heading', { name: 'No jobs in this date range' })).toBeVisible();
    await screen.getByRole('combobox', { name: 'Submitted' }).click();
    await screen.getByRole('option', { name: 'Last 7 days' }).click();
    await expect.element(screen.getByRole('link', { name: 'Coral' })).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({ period: '7d' });
    await screen.getByRole('combobox', { name: 'Order' }).click();
    await screen.getByRole('option', { name: 'Longest run' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ period: '7d', sort: 'longest_run' });
    await expect.element(screen.getByRole('link', { name: 'Coral' })).toBeVisible();
    await screen.getByRole('combobox', { name: 'Submitted' }).click();
    await screen.getByRole('option', { name: 'Custom range…' }).click();
    await screen.getByLabelText('First day').fill('2026-01-01');
    await screen.getByRole('button', { name: 'Show jobs' }).click();
    await expect.element(screen.getByRole('combobox', { name: 'Submitted' })).toHaveTextContent('Since 1 Jan 2026');
    await expect.poll(() => router.state.location.search).toEqual({ from: '2026-01-01', sort: 'longest_run' });
  });

  it('summarizes the day, and the matches of a search in it', async () => {
    for (const title of ['Coral', 'Ink']) await gateway.submit(quick, { flowdeck_title: title });
    const last = await gateway.submit({ '1': scripted('ScriptFail') }, { flowdeck_title: 'Broken coral' });
    await expect.poll(async () => (await gateway.read(last.id)).status).toBe('failed');
    const { screen } = await renderApp('/local/jobs');
    const figure = (label: string) => screen.getByText(label, { exact: true }).query()?.nextElementSibling?.textContent;
    await expect.poll(() => figure('Today')).toBe('3');
    await expect.poll(() => figure('Failed')).toBe('133 %');
    await screen.getByRole('searchbox', { name: 'Search jobs' }).fill('coral');
    await expect.poll(() => figure('Matching, today')).toBe('2');
  });

  it('filters by title of the workflow and minimum run time, and clears both filters', async () => {
    for (const title of ['Coral', 'Ink', 'Coral']) await gateway.submit(quick, { flowdeck_title: title });
    const last = await gateway.submit(endless, { flowdeck_title: 'Coral' });
    await expect.poll(async () => (await gateway.read(last.id)).status).toBe('running');
    // As links and saved views of earlier versions do.
    const { screen, router } = await renderApp('/local/jobs?title=Ink');
    await expect.element(screen.getByRole('link', { name: 'Coral' }).first()).not.toBeInTheDocument();
    await expect.element(screen.getByRole('link', { name: 'Ink' })).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({ title: 'Ink' });

    await screen.getByRole('button', { name: 'View', exact: true }).click();
    await screen.getByRole('menuitemradio', { name: '5 minutes' }).click();
    await userEvent.keyboard('{Escape}');
    await expect
      .element(screen.getByRole('heading', { name: 'No jobs of the workflow “Ink” longer than 5 minutes' }))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Remove filter: Longer than 5 minutes' }).click();
    await expect.element(screen.getByRole('link', { name: 'Ink' })).toBeVisible();
    await screen.getByRole('button', { name: 'Remove filter: Workflow “Ink”' }).click();
    await expect.element(screen.getByRole('link', { name: 'Coral' }).first()).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({});
  });

  it('shows the runs of one workflow, whatever their titles are, and no other one of that title', async () => {
    const run = (prompt: string) => ({ '1': scripted('ScriptText', { text: 'x', prompt }) });
    const draft = await gateway.submit(run('a red fox'), { flowdeck_title: 'Portrait' });
    await gateway.submit(run('a wolf'), { flowdeck_title: 'Portrait · 2 of 6' });
    const other = { '1': scripted('ScriptText', { text: 'x' }), '2': scripted('ScriptText', { text: 'y' }) };
    await gateway.submit(other, { flowdeck_title: 'Portrait' });
    await gateway.submit(quick, { flowdeck_title: 'Ink' });
    const { screen, router } = await renderApp('/local/jobs');
    const titles = () =>
      ['Portrait', 'Portrait · 2 of 6', 'Ink'].map(
        (name) => screen.getByRole('link', { name, exact: true }).elements().length,
      );
    await expect.poll(titles).toEqual([2, 1, 1]);
    await screen.getByRole('button', { name: 'More actions for Portrait · 2 of 6' }).click();
    await screen.getByRole('menuitem', { name: 'More of this workflow' }).click();
    await expect.poll(titles).toEqual([1, 1, 0]);
    await expect.poll(() => router.state.location.search).toEqual({ workflow: expect.any(String) });

    await screen.getByRole('button', { name: 'More actions for Portrait', exact: true }).click();
    await screen.getByRole('menuitem', { name: 'More of this workflow' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ workflow: draft.id });
    await expect.poll(titles).toEqual([1, 1, 0]);
    await screen.getByRole('searchbox', { name: 'Search jobs' }).fill('absent');
    await expect
      .element(screen.getByRole('heading', { name: 'No jobs with the same workflow match “absent”' }))
      .toBeVisible();
    await screen.getByRole('searchbox', { name: 'Search jobs' }).fill('');
    const name = `Remove filter: Same workflow as job ${draft.id.slice(0, 8)}`;
    await screen.getByRole('button', { name }).click();
    await expect.poll(titles).toEqual([2, 1, 1]);
  });

  it('filters by the prompt of a job', async () => {
    for (const [title, prompt] of [
      ['Fox', 'a red fox'],
      ['Reef', 'a reef'],
      ['Animal', 'a red fox'],
    ] as const) {
      const node = scripted('ScriptText', { text: title });
      const { id } = await gateway.submit(
        { '1': { ...node, inputs: { ...node.inputs, prompt } } },
        { flowdeck_title: title },
      );
      await expect.poll(async () => (await gateway.read(id)).status).toBe('succeeded');
    }
    const { screen, router } = await renderApp('/local/jobs');
    await screen.getByRole('button', { name: 'More actions for Fox' }).click();
    await screen.getByRole('menuitem', { name: 'More with this prompt' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ like: expect.any(String) });
    await expect.element(screen.getByRole('link', { name: 'Reef' })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('link', { name: 'Fox' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Animal' })).toBeVisible();
    await screen.getByRole('button', { name: /^Remove filter: Same prompt as job / }).click();
    await expect.element(screen.getByRole('link', { name: 'Reef' })).toBeVisible();
  });

  it('has a tab for unconfirmed submissions while there are any', async () => {
    const { screen, router } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('link', { name: /^All/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^Maybe/ }).query()).toBeNull();
    useOutboxView.setState({ entries: { e: entryInDoubt } });
    await screen.getByRole('link', { name: 'Unconfirmed 1' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ status: 'maybe' });
    await expect.element(screen.getByText('Lost coral')).toBeVisible();
    useOutboxView.setState({ entries: {} });
    await expect.element(screen.getByText(/^No unconfirmed runs/)).toBeVisible();
  });

  it('searches the loaded jobs if the surface cannot search, and says so', async () => {
    gateway.worker.use(
      listOf(manyJobs(150)),
      http.get('*/console/jobs', () => problem(404, 'not_found')),
    );
    const { screen } = await renderApp('/local/jobs?q=run+149');
    await expect.element(screen.getByRole('link', { name: 'Run 149' })).toBeVisible();
    await expect.element(screen.getByText('50 loaded jobs searched.')).toBeVisible();
    await screen.getByRole('searchbox', { name: 'Search jobs' }).fill('run 7 zen');
    await expect.element(screen.getByRole('heading', { name: 'No jobs match “run 7 zen”' })).toBeVisible();
    await screen.getByRole('button', { name: 'Search older jobs' }).click();
    await expect.element(screen.getByText(/the 150 loaded jobs were searched/)).toBeVisible();
  });

  it('keeps running jobs on top, from any position in the list', async () => {
    const jobs = manyJobs(120);
    const running = { ...(jobs[110] as Job), status: 'running', completed_at: null };
    gateway.worker.use(
      http.get('*/api/v2/jobs', ({ request }) =>
        new URL(request.url).searchParams.get('status') === 'running,canceling'
          ? HttpResponse.json({ jobs: [running], truncated: false })
          : undefined,
      ),
      listOf(jobs.with(110, running)),
    );
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('link', { name: 'Run 10', exact: true })).toBeVisible();
    const rows = screen.getByRole('list', { name: 'Jobs', exact: true });
    await expect.poll(() => rows.element().querySelector('a')?.textContent).toBe('Run 10');
    await userEvent.keyboard('jj');
    await expect.element(screen.getByRole('link', { name: 'Run 120' })).toHaveFocus();
  });

  it('cancels a running job from its row', async () => {
    const job = await gateway.submit(endless, { flowdeck_title: 'Coral' });
    const { screen } = await renderApp('/local/jobs');
    await screen.getByRole('button', { name: 'Cancel Coral' }).click();
    await expect.element(screen.getByText('canceled while it ran')).toBeVisible();
    expect((await gateway.read(job.id)).status).toBe('canceled');
  });

  it('moves with J, K and arrow keys, and opens with Enter', async () => {
    gateway.worker.use(listOf(manyJobs(3)));
    const { screen, router } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('link', { name: 'Run 3' })).toBeVisible();
    await userEvent.keyboard('jj');
    await expect.element(screen.getByRole('link', { name: 'Run 2' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('link', { name: 'Run 1' })).toHaveFocus();
    await userEvent.keyboard('k');
    await expect.element(screen.getByRole('link', { name: 'Run 2' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.state.location.pathname).toMatch(/000000000002$/);
  });

  it('loads older jobs on scroll, and only renders the visible ones', async () => {
    gateway.worker.use(listOf(manyJobs(400)));
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('link', { name: 'Run 400' })).toBeVisible();
    const list = screen.getByRole('list', { name: 'Jobs', exact: true });
    const scroller = () => list.element().parentElement as HTMLElement;
    await expect.poll(() => list.element().children[0]?.getAttribute('aria-setsize')).toBe('50');
    for (const size of ['150', '250', '350', '400']) {
      scroller().scrollTo({ top: scroller().scrollHeight });
      await expect.poll(() => list.element().children[0]?.getAttribute('aria-setsize')).toBe(size);
    }
    const last = screen.getByRole('link', { name: 'Run 1', exact: true });
    const isAtEnd = () => {
      scroller().scrollTo({ top: scroller().scrollHeight });
      return last.query() !== null;
    };
    await expect.poll(isAtEnd).toBe(true);
    await expect.element(last).toBeVisible();
    expect(list.element().children.length).toBeLessThan(60);
    await expect.element(screen.getByText('All 400 jobs')).toBeVisible();
  });

  it('J-9.05, J-9.06: shows a job with an unknown status and unknown fields', async () => {
    gateway.worker.use(
      listOf([makeJob({ status: 'meditating', aura: { hue: 3 }, metadata: { flowdeck_title: 'Zen' } })]),
    );
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByText('meditating')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Zen' })).toBeVisible();
  });

  it('J-4.80: shows rows from a listing without outputs and urls', async () => {
    const { outputs: _outputs, urls: _urls, ...bare } = makeJob({ metadata: { flowdeck_title: 'Bare' } });
    gateway.worker.use(http.get('*/api/v2/jobs', () => HttpResponse.json({ data: [bare] })));
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('link', { name: 'Bare' })).toBeVisible();
  });

  it('turns rows into cards on phones, without horizontal scrolling', async () => {
    await page.viewport(390, 844);
    await gateway.submit(endless, { flowdeck_title: 'A title that is much too long for the small screen of a phone' });
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('link', { name: /^A title/ })).toBeVisible();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
