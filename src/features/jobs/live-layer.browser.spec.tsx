import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { writeEvent } from '@contract/jobs/events';
import type { Job } from '@contract/jobs/schemas';
import { jobStreamOf, useLiveStore } from '@/api/live/live-store';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { JOB_ID, makeJob, makeOutput, problem, surfaceWith } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;
let requests: { path: string; headers: Headers }[] = [];

// Loads lazy code in advance, since the job of a test would be over before.
beforeAll(() => Promise.all([import('./detail/job-page'), import('./jobs-page'), import('@/api/live/start-live')]));
beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
  requests = [];
  gateway.worker.events.removeAllListeners();
  gateway.worker.events.on('request:start', ({ request }) => {
    requests.push({ path: new URL(request.url).pathname, headers: request.headers });
  });
});
afterEach(unmountGateway);

const countOf = (path: string) => requests.filter((request) => request.path === path).length;
const running = { status: 'running', started_at: '2026-11-20T10:00:04Z', completed_at: null } as const;

/** Mocks a stream that the test writes to; each connection gets the newest one. */
function openStreams(path: string) {
  const writers: ReadableStreamDefaultController<Uint8Array>[] = [];
  gateway.worker.use(
    http.get(path, () => {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void writers.push(controller) });
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
    }),
  );
  const encoder = new TextEncoder();
  return {
    connections: () => writers.length,
    raw: (text: string) => writers.at(-1)?.enqueue(encoder.encode(text)),
    send: (event: string, data: object) => writers.at(-1)?.enqueue(encoder.encode(writeEvent({ event, data }))),
    end: () => writers.at(-1)?.close(),
  };
}

/** Submits a job that waits in the queue, however slowly its page opens, until `start` is called. */
async function submitHeld(workflow: object): Promise<{ job: Job; start: () => Promise<unknown> }> {
  const holder = await gateway.submit({ '1': scripted('ScriptHang') });
  const job = await gateway.submit(workflow);
  const cancel = new Request(`${location.origin}/api/v2/jobs/${holder.id}/cancel`, { method: 'POST' });
  return { job, start: async () => gateway.app.fetch(cancel) };
}

/** Mocks a surface with one job, whose state the test sets, and a private stream that the test writes to. */
async function showJob(first: Job) {
  let job = first;
  gateway.worker.use(...surfaceWith(() => job));
  const stream = openStreams('*/console/events');
  const app = await renderApp(`/local/jobs/${job.id}`);
  await expect.poll(stream.connections).toBe(1);
  return { ...app, stream, change: (next: Partial<Job>) => (job = { ...job, ...next }) };
}

describe('the live layer on the mounted gateway', () => {
  it('shows each step as it happens, with far fewer GETs than steps', async () => {
    const { job, start } = await submitHeld({ '1': scripted('ScriptSteps', { steps: 60, ms: 50 }) });
    const { screen } = await renderApp(`/local/jobs/${job.id}`);
    await expect.element(screen.getByText('live', { exact: true })).toBeVisible();
    const before = countOf(`/api/v2/jobs/${job.id}`);
    await start();
    await expect.element(screen.getByText(/^\d+ % · step [2-5]\d of 60/)).toBeVisible();
    await expect.element(screen.getByText('succeeded').first()).toBeVisible();
    expect(countOf(`/api/v2/jobs/${job.id}`) - before).toBeLessThan(10);
    // The page of a job uses the job's own stream; the private one covers all other jobs, for all tabs.
    expect(countOf('/console/events')).toBe(1);
    expect(countOf(`/api/v2/jobs/${job.id}/events`)).toBe(1);
  });

  it('follows two of the running jobs of the list if the surface has no private stream', async () => {
    await unmountGateway();
    gateway = await mountGateway({ parallel: 3 });
    gateway.worker.use(http.get('*/console/events', () => problem(404, 'not_found')));
    for (let index = 0; index < 3; index += 1) await gateway.submit({ '1': scripted('ScriptHang') });
    await renderApp('/local/jobs');
    const streams = () => requests.filter(({ path }) => /^\/api\/v2\/jobs\/[^/]+\/events$/.test(path));
    await expect.poll(() => streams().length).toBe(2);
    await expect.poll(() => countOf('/api/v2/jobs')).toBeGreaterThan(2);
    expect(streams()).toHaveLength(2);
  });

  it('J-1.06, J-6.25: with rejected streams, everything still arrives by polling, without a flood of requests', async () => {
    gateway.worker.use(
      http.get('*/console/events', () => problem(429, 'too_many_streams')),
      http.get('*/api/v2/jobs/:id/events', () => problem(501, 'not_implemented')),
    );
    const { job, start } = await submitHeld({
      '1': scripted('ScriptSteps', { steps: 50, ms: 60 }),
      '2': scripted('ScriptOutput', { name: 'late.png' }, { after: '1' }),
    });
    const { screen } = await renderApp(`/local/jobs/${job.id}`);
    await expect.element(screen.getByText('polling', { exact: true })).toBeVisible();
    await start();
    await expect.element(screen.getByText(/^\d+ % · step \d+ of 50/)).toBeVisible();
    await expect.element(screen.getByRole('img', { name: 'Output late.png' })).toBeVisible();
    expect(countOf('/console/events')).toBe(1);
    expect(countOf(`/api/v2/jobs/${job.id}/events`)).toBe(1);
  });

  it("follows the job's own stream if the surface has no private one", async () => {
    gateway.worker.use(http.get('*/console/events', () => problem(404, 'not_found')));
    const job = await gateway.submit({ '1': scripted('ScriptHang') });
    const { screen } = await renderApp(`/local/jobs/${job.id}`);
    await expect.poll(() => countOf(`/api/v2/jobs/${job.id}/events`)).toBe(1);
    await expect.element(screen.getByText('live', { exact: true })).toBeVisible();
    await gateway.app.fetch(new Request(`${location.origin}/api/v2/jobs/${job.id}/cancel`, { method: 'POST' }));
    await expect.element(screen.getByText('Canceled while it ran.')).toBeVisible();
  });

  it('shows a new job of another client without waiting for a poll', async () => {
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByText('live', { exact: true })).toBeVisible();
    // The next poll of the counts would show it, too.
    gateway.worker.use(http.get('*/console/status', () => new Promise<never>(() => undefined)));
    await gateway.submit({ '1': scripted('ScriptHang') }, { flowdeck_title: 'From elsewhere' });
    await expect.element(screen.getByRole('link', { name: 'From elsewhere' })).toBeVisible();
  });

  it('shows it without any stream, too, if no shown job is polled', async () => {
    gateway.worker.use(http.get('*/console/events', () => problem(501, 'not_implemented')));
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
    await gateway.submit({ '1': scripted('ScriptText', { text: 'x' }) }, { flowdeck_title: 'From elsewhere' });
    // The shell fetches the counts every five seconds.
    await expect.element(screen.getByRole('link', { name: 'From elsewhere' })).toBeVisible();
    gateway.worker.use(http.all('*/api/v2/*', () => HttpResponse.error()));
    gateway.worker.use(http.get('*/console/status', () => HttpResponse.error()));
    await expect.element(screen.getByText('Flowdeck is not running.')).toBeVisible();
  });
});

describe('the live layer with faulty streams', () => {
  it('J-1.07, J-6.08: if the stream says succeeded and the GET says running, it polls the job until the GET agrees', async () => {
    const { screen, stream, change } = await showJob(makeJob(running));
    stream.send('status', { job_id: JOB_ID, status: 'succeeded' });
    await expect.element(screen.getByText(/finishing/)).toBeVisible();
    await expect.element(screen.getByText('running', { exact: true }).first()).toBeVisible();
    change({ status: 'succeeded' });
    await expect.element(screen.getByText('succeeded').first()).toBeVisible();
  });

  it('stores each log line once, although two streams send it', async () => {
    gateway.worker.use(...surfaceWith(() => makeJob(running)));
    const shared = openStreams('*/console/events');
    const own = openStreams(`*/api/v2/jobs/${JOB_ID}/events`);
    const { screen } = await renderApp(`/local/jobs/${JOB_ID}`);
    await expect.poll(() => [shared.connections(), own.connections()]).toEqual([1, 1]);
    // Until its own stream is open, a job only has the shared one.
    const health = () => useLiveStore.getState().streams[jobStreamOf({ id: 'local' }, JOB_ID)]?.health;
    await expect.poll(health).toBe('live');
    const line = { job_id: JOB_ID, message: 'said once', level: 'info' };
    own.send('log', line);
    shared.send('log', line);
    own.send('progress', { job_id: JOB_ID, value: 0.5, nodes_done: 0, nodes_total: 1 });
    await expect.element(screen.getByText(/^50 %/)).toBeVisible();
    expect(useLiveStore.getState().overlays['local']?.[JOB_ID]?.log).toHaveLength(1);
  });

  it('J-6.23: shows all outputs that arrive after the terminal status', async () => {
    const { screen, stream, change } = await showJob(makeJob(running));
    const outputs = [makeOutput({ name: 'late.bin', type: 'file', content_type: 'application/octet-stream' })];
    change({ status: 'succeeded' });
    stream.send('status', { job_id: JOB_ID, status: 'succeeded' });
    await expect.element(screen.getByText('succeeded').first()).toBeVisible();
    change({ outputs });
    stream.send('output', { ...outputs[0], job_id: JOB_ID });
    await expect.element(screen.getByRole('button', { name: 'Show late.bin' })).toBeVisible();
  });

  it('J-6.24: ignores unknown events and invalid data', async () => {
    const { screen, stream } = await showJob(makeJob(running));
    stream.send('sparkle', { job_id: JOB_ID });
    stream.raw('event: progress\ndata: {broken\n\n');
    stream.raw('data: no name\n\n');
    stream.send('progress', { job_id: JOB_ID, value: 0.31, nodes_done: 0, nodes_total: 1 });
    await expect.element(screen.getByText(/^31 %/)).toBeVisible();
    expect(stream.connections()).toBe(1);
  });

  it('J-6.05, J-6.07: reconnects without a cursor after an interruption, and fetches what it missed', async () => {
    const { screen, stream, change } = await showJob(makeJob(running));
    await expect.element(screen.getByText('live', { exact: true })).toBeVisible();
    stream.raw('id: 41\nevent: status\ndata: {"job_id":"x","status":"running"}\n\n');
    change({ outputs: [makeOutput({ name: 'missed.bin', type: 'file', content_type: 'application/octet-stream' })] });
    stream.end();
    await expect.poll(stream.connections).toBe(2);
    await expect.element(screen.getByRole('button', { name: 'Show missed.bin' })).toBeVisible();
    expect(requests.filter(({ headers }) => headers.has('Last-Event-ID'))).toEqual([]);
  });

  it('J-3.15: ignores a running snapshot after the terminal status', async () => {
    const { screen, stream } = await showJob(makeJob());
    await expect.element(screen.getByText('succeeded').first()).toBeVisible();
    stream.send('status', { job_id: JOB_ID, status: 'running' });
    stream.send('progress', { job_id: JOB_ID, value: 0.5, nodes_done: 0, nodes_total: 1 });
    // The next frame is rendered: the effects of the previous one are on screen by then.
    stream.send('output', { ...makeOutput({ name: 'x.bin' }), job_id: JOB_ID });
    const before = countOf(`/api/v2/jobs/${JOB_ID}`);
    await expect.poll(() => countOf(`/api/v2/jobs/${JOB_ID}`)).toBeGreaterThan(before);
    await expect.element(screen.getByText('succeeded').first()).toBeVisible();
    expect(screen.getByText('running', { exact: true }).query()).toBeNull();
    expect(screen.getByText(/50 %/).query()).toBeNull();
  });

  it('does not let a response that was requested before the newest event revert it', async () => {
    let isSlow = false;
    const stream = openStreams('*/console/events');
    gateway.worker.use(
      http.get('*/api/v2/jobs/:id', async () => {
        const reported = makeJob({ ...running, progress: { value: 0.2, nodes_done: 0, nodes_total: 1 } });
        if (isSlow) await delay(600);
        return HttpResponse.json(reported);
      }),
    );
    const { screen, queryClient } = await renderApp(`/local/jobs/${JOB_ID}`);
    await expect.element(screen.getByText(/^20 %/)).toBeVisible();
    await expect.poll(stream.connections).toBe(1);
    isSlow = true;
    const late = queryClient.refetchQueries({ queryKey: ['local', 'getJob'] }, { cancelRefetch: true });
    stream.send('progress', { job_id: JOB_ID, value: 0.3, nodes_done: 0, nodes_total: 1 });
    await expect.element(screen.getByText(/^30 %/)).toBeVisible();
    await late;
    await expect.element(screen.getByText(/^30 %/)).toBeVisible();
  });
});
