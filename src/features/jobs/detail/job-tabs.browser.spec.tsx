import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob, makeOutput } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { pngOf, serveContent, showJob } from '@/testing/show-job';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

async function showLog(text: string, truncated = false) {
  const log = { text, truncated, captured_at: '2026-11-20T10:00:46Z', complete: true };
  gateway.worker.use(http.get('*/odd/place', () => HttpResponse.json(log)));
  const urls = { ...makeJob().urls, logs: '/odd/place' };
  const { screen } = await showJob(gateway, makeJob({ urls }), '?tab=log');
  const region = screen.getByRole('region', { name: 'Log' });
  await expect.element(region).toBeVisible();
  return { screen, region };
}

it.each([390, 1024, 1440])('keeps all tabs within their row, %i px wide', async (width) => {
  await page.viewport(width, 800);
  const { screen } = await showJob(gateway, makeJob());
  const last = screen.getByRole('tab', { name: 'Details' });
  await expect.element(last).toBeVisible();
  const line = screen.getByRole('tablist', { name: 'About this job' }).element();
  const room = () => line.getBoundingClientRect().right - last.element().getBoundingClientRect().right;
  await expect.poll(room).toBeGreaterThanOrEqual(8);
  await expect.poll(() => line.scrollWidth - line.clientWidth).toBe(0);
});

it.each([
  ['canceled', null, 'The job never started.'],
  ['failed', '2026-11-20T10:00:05Z', 'The run ended before an output was saved.'],
  ['succeeded', '2026-11-20T10:00:05Z', 'The job finished without outputs.'],
] as const)('shows why a %s job has no outputs', async (status, started_at, text) => {
  const { screen } = await showJob(gateway, makeJob({ status, started_at, outputs: [] }));
  await expect.element(screen.getByText(text)).toBeVisible();
});

describe('the log', () => {
  it('renders only the visible lines of a hundred thousand, and finds a line by search', async () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `step ${index}`);
    lines[70_000] = 'the needle is here';
    const { screen, region } = await showLog(lines.join('\n'));
    await expect.element(region.getByText('step 0', { exact: true })).toBeVisible();
    expect(region.element().querySelectorAll('[data-index]').length).toBeLessThan(150);
    await screen.getByRole('searchbox', { name: 'Search the log' }).fill('NEEDLE');
    await expect.element(screen.getByText('1 of 1')).toBeVisible();
    await expect.element(region.getByText('needle', { exact: true })).toBeVisible();
  });

  it('steps through the matches, and wraps around', async () => {
    const { screen } = await showLog('a hit\nnothing\nanother hit\n');
    const search = screen.getByRole('searchbox', { name: 'Search the log' });
    await search.fill('hit');
    await expect.element(screen.getByText('1 of 2')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('2 of 2')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('1 of 2')).toBeVisible();
    await search.fill('absent');
    await expect.element(screen.getByText('not found')).toBeVisible();
  });

  it('shows colors, and filters by errors', async () => {
    const { screen, region } = await showLog('\u001b[32mready\u001b[0m\nValueError: sizes differ', true);
    await expect.element(region.getByText('ready')).toHaveClass('log-green');
    await expect.element(screen.getByText(/showing the end of the log/)).toBeVisible();
    await screen.getByRole('combobox', { name: 'Lines to show' }).click();
    await screen.getByRole('option', { name: 'Errors', exact: true }).click();
    await expect.element(region.getByText('ready')).not.toBeInTheDocument();
    await expect.element(region.getByText('ValueError: sizes differ')).toBeVisible();
  });
});

describe('the details tab', () => {
  it('contains the workflow and the JSON, also by their links of earlier versions', async () => {
    const { screen, router } = await showJob(gateway, makeJob(), '?tab=json');
    await expect.element(screen.getByRole('tab', { name: 'Details', selected: true })).toBeVisible();
    await expect.element(screen.getByRole('region', { name: 'Job' })).toHaveTextContent(/"status": "succeeded"/);
    await screen.getByRole('tab', { name: 'Workflow' }).click();
    await expect
      .element(screen.getByRole('region', { name: 'Workflow' }))
      .toHaveTextContent(/FlowdeckReactionDiffusion/);
    await screen.getByRole('tab', { name: 'Summary' }).click();
    await expect.element(screen.getByText('Submitted')).toBeVisible();
    expect(router.state.location.search).toEqual({ tab: 'details' });
  });

  it('lists labels of users, not those that only the console reads', async () => {
    const metadata = { flowdeck_title: 'Coral', flowdeck_outbox: 'abc', customer: 'Ada' };
    const { screen } = await showJob(gateway, makeJob({ metadata }), '?tab=details');
    await expect.element(screen.getByText('Ada')).toBeVisible();
    expect(screen.getByText(/^flowdeck_/).elements()).toEqual([]);
  });

  it('verifies the bytes of an output against its hash', async () => {
    const job = await gateway.submit({ '1': scripted('ScriptOutput', { name: 'a.png' }) });
    const { screen } = await renderApp(`/local/jobs/${job.id}?tab=details`);
    await expect.element(screen.getByText(/^64 × 64 pixels/)).toBeVisible();
    await screen.getByRole('button', { name: 'Verify hash' }).click();
    await expect.element(screen.getByText('Hash verified.')).toBeVisible();
  });

  it('reports a mismatch, and computes the hash if the surface reports none', async () => {
    serveContent(gateway, await pngOf(4, 4), 'image/png');
    const outputs = [makeOutput({ hash: `blake3:${'0'.repeat(64)}` })];
    const { screen, change, queryClient } = await showJob(gateway, makeJob({ outputs }), '?tab=details');
    await screen.getByRole('button', { name: 'Verify hash' }).click();
    await expect.element(screen.getByText(/Hash mismatch/)).toBeVisible();
    change({ outputs: [makeOutput({ hash: null })] });
    await queryClient.refetchQueries();
    await screen.getByRole('button', { name: 'Compute', exact: true }).click();
    await expect.element(screen.getByText(/^blake3:[\da-f]{64}$/)).toBeVisible();
  });

  it('J-8.07: renews the URL of a file on demand', async () => {
    const job = await gateway.submit({ '1': scripted('ScriptOutput', { name: 'a.png' }) });
    const { screen } = await renderApp(`/local/jobs/${job.id}?tab=details`);
    await expect.element(screen.getByText(/, renewed when used$/)).toBeVisible();
    const requests: string[] = [];
    gateway.worker.events.on('request:start', ({ request }) => void requests.push(new URL(request.url).pathname));
    await screen.getByRole('button', { name: 'Renew' }).click();
    const { outputs } = await gateway.read(job.id);
    await expect.poll(() => requests).toContain(`/api/v2/assets/${outputs[0]?.id}`);
  });

  it('shows the timeline', async () => {
    const progress = {
      value: 1,
      nodes_done: 3,
      nodes_total: 3,
      nodes: { '3': { state: 'cached' }, '5': { state: 'done', ms: 40_000 }, '9': { state: 'done', ms: 1500 } },
    };
    const { screen } = await showJob(gateway, makeJob({ progress, outputs: [makeOutput()] }), '?tab=details');
    const rows = screen.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
    await expect.element(rows.nth(0)).toHaveTextContent(/Queued.*4 s/);
    await expect.element(rows.nth(1)).toHaveTextContent(/1 cached node/);
    await expect.element(rows.nth(2)).toHaveTextContent(/Reaction diffusion.*40 s/);
    await expect.element(rows.nth(3)).toHaveTextContent(/Save.*1 output.*1\.5 s/);
  });

  it.each([1024, 1440])('never truncates a note beside the bars of a timeline, %i px wide', async (width) => {
    await page.viewport(width, 800);
    const progress = { value: 1, nodes_done: 1, nodes_total: 1, nodes: { '9': { state: 'done', ms: 1500 } } };
    const job = makeJob({ progress, outputs: [makeOutput()], metrics: { queue_ms: 4000, execution_ms: 60_000 } });
    const { screen } = await showJob(gateway, job, '?tab=graph');
    const note = screen.getByRole('region', { name: 'Timeline' }).getByText('1 output');
    await expect.element(note).toBeInTheDocument();
    const isForReadersOnly = () => note.element().clientWidth <= 1;
    await expect.poll(isForReadersOnly).toBe(width === 1024);
    const isWhole = () => note.element().scrollWidth <= note.element().clientWidth;
    await expect.poll(() => isForReadersOnly() || isWhole()).toBe(true);
  });
});

describe('a failed job', () => {
  it('opens in the editor at the node that failed', async () => {
    const job = await gateway.submit({
      '7': scripted('ScriptFail', { message: 'sizes differ' }, { title: 'Blend', after: '3' }),
      '3': scripted('ScriptText', { text: 'words' }, { title: 'First' }),
    });
    const { screen, router } = await renderApp(`/local/jobs/${job.id}`);
    await screen.getByRole('button', { name: 'Open in editor at this node' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/submit\//);
    await expect.poll(() => document.activeElement?.closest('[data-node]')?.getAttribute('data-node')).toBe('7');
  });

  it('opens in the editor with the graph if the node that failed has no inputs', async () => {
    await page.viewport(390, 844);
    const job = await gateway.submit({
      '3': scripted('ScriptCached'),
      '7': scripted('ScriptFail', { message: ['3', 0], ms: ['3', 0], traceback: ['3', 0] }, { title: 'Blend' }),
    });
    const { screen } = await renderApp(`/local/jobs/${job.id}`);
    await screen.getByRole('button', { name: 'Open in editor at this node' }).click();
    const graph = screen.getByRole('complementary', { name: 'Graph' });
    await expect.element(graph).toBeVisible();
    await expect.poll(() => graph.element().querySelector('[aria-current]')?.textContent).toMatch(/^Blend/);
  });

  it('shows the failed node in the graph, and hints', async () => {
    const error = { code: 'node_execution_error', message: 'It broke', node_id: '5', class_type: 'X', traceback: null };
    const { screen, router } = await showJob(gateway, makeJob({ status: 'failed', error }), '?tab=log');
    await expect.element(screen.getByText(/^Check this node’s inputs/)).toBeVisible();
    await screen.getByRole('button', { name: 'Show in graph' }).click();
    await expect.element(screen.getByRole('region', { name: 'Node 5' })).toBeVisible();
    expect(router.state.location.search).toMatchObject({ node: '5' });
  });
});

it('warns before a surface deletes the job', async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, '');
  const job = makeJob({ created_at: '2026-01-01T00:00:00Z', expires_at: soon, outputs: [makeOutput()] });
  const { screen } = await showJob(gateway, job);
  await expect.element(screen.getByText(/^Expires in/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save all' })).toBeVisible();
});
