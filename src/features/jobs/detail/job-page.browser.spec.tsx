import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { listen } from '@/testing/listen';
import { JOB_ID, makeJob, makeOutput, problem, surfaceWith } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { showJob } from '@/testing/show-job';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

const header = { status: 'running', started_at: '2026-11-20T10:00:04Z', completed_at: null } as const;

describe('the job page on our gateway', () => {
  it('J-2.02: shows an output as soon as it is committed, while the job runs', async () => {
    const job = await gateway.submit({
      '1': scripted('ScriptOutput', { name: 'first.png', seed: 3 }),
      '2': scripted('ScriptHang', {}, { after: '1' }),
    });
    const { screen } = await renderApp(`/local/jobs/${job.id}`);
    await expect.element(screen.getByRole('img', { name: 'Output first.png' })).toBeVisible();
    await expect.element(screen.getByText('running').first()).toBeVisible();
    await expect.poll(() => naturalWidth(screen.getByRole('img', { name: 'Output first.png' }).element())).toBe(64);
  });

  it('shows node, step and the latest preview while the job runs', async () => {
    const job = await gateway.submit({
      '5': scripted('ScriptSteps', { steps: 1000, ms: 60, preview: true }, { title: 'Dream' }),
    });
    const { screen } = await renderApp(`/local/jobs/${job.id}?tab=nodes`);
    await expect.element(screen.getByRole('img', { name: 'Live preview of the running job' })).toBeVisible();
    await expect.element(screen.getByRole('progressbar', { name: 'Steps of Dream' })).toBeVisible();
    await expect.element(screen.getByText(/^\d+ % · step \d+ of 1000/)).toBeVisible();
    await expect.poll(() => document.title).toMatch(/^\(1\) \d+ % · /);
  });

  it('J-3.16, J-3.17: cancels a running job, and keeps polling until it is canceled', async () => {
    const job = await gateway.submit({ '1': scripted('ScriptSlowStop', { ms: 4000 }) });
    const { screen } = await renderApp(`/local/jobs/${job.id}`);
    await expect.element(screen.getByText('running').first()).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByText(/^Canceling\. The job stops/)).toBeVisible();
    await expect.element(screen.getByText('Canceled while it ran.')).toBeVisible();
    expect((await gateway.read(job.id)).status).toBe('canceled');
  });

  it('cancels a waiting job at once, and reports that nothing ran', async () => {
    await gateway.submit({ '1': scripted('ScriptHang') });
    const waiting = await gateway.submit({ '1': scripted('ScriptHang') });
    const { screen } = await renderApp(`/local/jobs/${waiting.id}`);
    await expect.element(screen.getByText('next in queue', { exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByText('Canceled before it started. Nothing was run.')).toBeVisible();
  });

  it('J-2.30: shows that a job waits for the engine', async () => {
    gateway.engine.setWaiting('ComfyUI does not respond');
    const waiting = await gateway.submit({ '1': scripted('ScriptHang') });
    const { screen } = await renderApp(`/local/jobs/${waiting.id}?tab=nodes`);
    const stage = screen.getByRole('region', { name: 'Outputs' });
    await expect.element(stage.getByText('next in queue')).toBeVisible();
    await expect.element(stage.getByText('ComfyUI does not respond')).toBeVisible();
    await expect.element(screen.getByRole('tabpanel').getByText('waiting')).toBeVisible();
    expect(screen.getByText(/does not report per-node status/).query()).toBeNull();
  });

  it('J-7.22: shows where a job failed, with a collapsed traceback, and no request error', async () => {
    const job = await gateway.submit({ '7': scripted('ScriptFail', { message: 'sizes differ' }, { title: 'Blend' }) });
    const { screen } = await renderApp(`/local/jobs/${job.id}`);
    const panel = screen.getByRole('region', { name: 'Why it failed' });
    await expect.element(panel.getByRole('heading', { name: 'Blend', exact: true })).toBeVisible();
    await expect.element(panel.getByText('node_execution_error')).toBeVisible();
    await expect.element(panel.getByText('sizes differ', { exact: true })).toBeVisible();
    await expect.element(panel.getByText(/at ScriptFail/)).not.toBeVisible();
    await panel.getByText('Traceback').click();
    await expect.element(panel.getByText(/at ScriptFail/)).toBeVisible();
    await expect.element(screen.getByText('failed', { exact: true }).first()).toBeVisible();
    expect(screen.getByText(/does not (?:answer|respond)|could not be read|unreachable/).query()).toBeNull();
  });

  it('J-2.61: shows the log, live while the job runs and complete afterwards', async () => {
    const job = await gateway.submit({
      '1': scripted('ScriptLog', { message: 'hello from the run' }),
      '2': scripted('ScriptSteps', { steps: 8, ms: 100 }, { after: '1' }),
    });
    const { screen } = await renderApp(`/local/jobs/${job.id}?tab=log`);
    await expect.element(screen.getByText('succeeded').first()).toBeVisible();
    await expect.element(screen.getByRole('region', { name: 'Log' }).getByText(/hello from the run/)).toBeVisible();
  });

  it('runs the same workflow again as a new job', async () => {
    const job = await gateway.submit({ '1': scripted('ScriptOutput', { name: 'a.png' }) }, { flowdeck_title: 'Coral' });
    const { screen, router } = await renderApp(`/local/jobs/${job.id}`);
    await screen.getByRole('button', { name: 'Run again' }).click();
    await expect.poll(() => router.state.location.pathname).not.toContain(job.id);
    const nextId = router.state.location.pathname.split('/').at(-1) ?? '';
    expect((await gateway.read(nextId)).metadata).toMatchObject({ flowdeck_title: 'Coral', flowdeck_source: job.id });
    await expect.element(screen.getByRole('heading', { name: 'Coral' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /^based on/ })).toBeVisible();
  });
});

describe('the job page on any surface', () => {
  it('shows that the job does not exist', async () => {
    gateway.worker.use(...surfaceWith(() => makeJob()));
    const { screen } = await renderApp('/local/jobs/00000000-0000-4000-8000-000000000000');
    await expect.element(screen.getByRole('heading', { name: 'Job not found' })).toBeVisible();
  });

  it('distinguishes an unreachable surface from a deleted job', async () => {
    gateway.worker.use(http.get('*/api/v2/jobs/:id', () => HttpResponse.error()));
    const { screen } = await renderApp(`/local/jobs/${JOB_ID}`);
    await expect.element(screen.getByRole('heading', { name: 'Server unreachable' })).toBeVisible();
  });

  it('keeps the last state, with its age, if the surface becomes unreachable', async () => {
    const { screen } = await showJob(gateway, makeJob({ ...header, metadata: { flowdeck_title: 'Coral' } }));
    await expect.element(screen.getByRole('heading', { name: 'Coral' })).toBeVisible();
    gateway.worker.use(http.all('*/api/v2/*', () => HttpResponse.error()));
    await expect.element(screen.getByText('Server unreachable.')).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: 'Coral' })).toBeVisible();
  });

  it('J-1.13: works with outputs whose hash is null', async () => {
    const { screen } = await showJob(gateway, makeJob({ outputs: [makeOutput({ hash: null })] }), '?tab=details');
    await expect.element(screen.getByText('not yet known')).toBeVisible();
  });

  // Each form of metrics and of the deadline: `job-models.spec.ts`.
  it('J-2.09, J-2.18: shows the deadline and the metrics of the job, also unknown ones', async () => {
    const job = makeJob({ metrics: { queue_ms: null, warmup_ms: 1200 }, expires_at: '2031-05-06T00:00:00Z' });
    const { screen } = await showJob(gateway, job, '?tab=details');
    await expect.element(screen.getByText('6 May 2031')).toBeVisible();
    await expect.element(screen.getByText('not yet known')).toBeVisible();
    await expect.element(screen.getByText('warmup_ms')).toBeVisible();
  });

  it('J-2.11, J-2.26, J-2.27, J-2.28, J-2.29, J-2.30: shows progress in each form', async () => {
    const { screen, change, queryClient } = await showJob(gateway, makeJob({ ...header, progress: null }));
    await expect.element(screen.getByText('running', { exact: true }).first()).toBeVisible();
    const shownStep = () => /step \d+(?: of \d+)?/.exec(screen.container.textContent ?? '')?.[0] ?? null;
    expect(shownStep()).toBeNull();
    const count = { value: 0.5, nodes_done: 1, nodes_total: 3 };
    // A higher value each time, so that the text of the form before does not match.
    for (const [form, progress, text, step] of [
      ['absent node', { ...count }, '50 %', null],
      ['null node', { ...count, value: 0.51, current_node: null, current_node_class: null }, '51 %', null],
      ['null step', { ...count, value: 0.52, current_node: '5', step: null, steps: 10 }, '52 %', null],
      ['steps unknown', { ...count, value: 0.53, current_node: '5', step: 4, steps: null }, '53 %', 'step 4'],
      ['step and steps', { ...count, value: 0.54, current_node: '5', step: 4, steps: 9 }, '54 %', 'step 4 of 9'],
      ['message', { ...count, value: 0.55, message: 'Loading <b>weights</b>' }, 'Loading <b>weights</b>', null],
    ] as const) {
      change({ progress });
      await queryClient.refetchQueries();
      await expect.element(screen.getByText(text).first(), { message: form }).toBeVisible();
      await expect.poll(shownStep, { message: form }).toBe(step);
    }
  });

  it('J-2.26: marks the running node, and labels guessed states as estimated', async () => {
    const progress = { value: 0.4, nodes_done: 1, nodes_total: 3, current_node: '5' };
    const { screen } = await showJob(gateway, makeJob({ ...header, progress }), '?tab=nodes');
    await expect.element(screen.getByText(/^Estimated/)).toBeVisible();
    const nodes = screen.getByRole('list', { name: 'Nodes in order of execution' });
    await expect.element(nodes.getByRole('listitem').nth(0)).toHaveTextContent(/Canvas.*done/);
    await expect.element(nodes.getByRole('listitem').nth(1)).toHaveTextContent(/Reaction diffusion.*running/);
    await expect.element(nodes.getByRole('listitem').nth(2)).toHaveTextContent(/Save.*waiting/);
  });

  it('J-2.35, J-2.45: lists an output without a node and without a job id', async () => {
    const { job_id: _none, ...output } = makeOutput({
      node_id: '',
      name: 'orphan.bin',
      type: 'file',
      content_type: 'application/octet-stream',
    });
    const { screen } = await showJob(gateway, makeJob({ outputs: [output] }), '?tab=details');
    await expect.element(screen.getByRole('button', { name: 'Show orphan.bin' })).toBeVisible();
    expect(screen.getByText('Node', { exact: true }).query()).toBeNull();
  });

  it('J-2.40: shows a size of five thousand million bytes', async () => {
    const big = makeOutput({
      size_bytes: 5_000_000_000,
      name: 'big.bin',
      type: 'file',
      content_type: 'application/octet-stream',
    });
    const { screen } = await showJob(gateway, makeJob({ outputs: [big] }));
    await expect.element(screen.getByText('4.66 GiB').first()).toBeVisible();
  });

  it.each([
    ['image', 'image/png', 'picture.png', 'img'],
    ['video', 'video/mp4', 'film.mp4', 'video[controls]'],
    ['audio', 'audio/wav', 'sound.wav', 'audio[controls]'],
    ['text', 'text/plain', 'words.txt', 'pre'],
    ['file', 'application/octet-stream', 'thing.bin', 'a[aria-label="Download thing.bin"]'],
    ['latent', 'application/octet-stream', 'deep.latent', 'a[aria-label="Download deep.latent"]'],
    ['hologram', 'model/3mf', 'scene.3mf', 'a[aria-label="Download scene.3mf"]'],
  ])('J-2.38, J-9.06: presents an output of type %s', async (type, content_type, name, shown) => {
    // An endless response, so that the player keeps its state.
    gateway.worker.use(
      http.get('*/api/v2/assets/:id/content', () =>
        type === 'text' ? new HttpResponse('some words') : new Promise<never>(() => undefined),
      ),
    );
    const { screen } = await showJob(gateway, makeJob({ outputs: [makeOutput({ name, type, content_type })] }));
    const [stem, ending] = name.split('.');
    await expect
      .element(screen.getByRole('link', { name: `Download ${name}` }))
      .toHaveAttribute('download', expect.stringMatching(`^${stem} 2026-11-\\d\\d 7f3d2c1b 1\\.${ending}$`));
    const stage = screen.getByRole('region', { name: 'Outputs' });
    await expect.poll(() => stage.element().querySelector(shown)).not.toBeNull();
  });

  it('reports that this browser cannot show a file', async () => {
    gateway.worker.use(
      http.get('*/api/v2/assets/:id/content', () => new HttpResponse('no picture')),
      http.get('*/api/v2/assets/:id', () => HttpResponse.json({ ...makeOutput(), created_at: '2026-11-20T10:00:00Z' })),
    );
    const { screen } = await showJob(gateway, makeJob({ outputs: [makeOutput()] }));
    await expect.element(screen.getByText('Preview failed')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /^Download/ })).toBeVisible();
  });

  it('reports that a file no longer exists', async () => {
    const { screen } = await showJob(gateway, makeJob({ outputs: [makeOutput()] }));
    await expect.element(screen.getByText('The file is gone')).toBeVisible();
  });

  it.each([
    ['page.html', 'text/html'],
    ['drawing.svg', 'image/svg+xml'],
    ['paper.pdf', 'application/pdf'],
    ['drawing.svg', 'application/octet-stream'],
  ])('never renders %s (%s) natively', async (name, content_type) => {
    gateway.worker.use(http.get('*/api/v2/assets/:id/content', () => new Promise<never>(() => undefined)));
    const { screen } = await showJob(gateway, makeJob({ outputs: [makeOutput({ name, content_type })] }));
    await expect.element(screen.getByRole('link', { name: `Download ${name}` })).toBeVisible();
    const stage = screen.getByRole('region', { name: 'Outputs' }).element();
    expect(stage.querySelector('iframe, object, embed, img')).toBeNull();
  });

  it.each([
    ['J-2.49, J-2.50: without node and class', { code: 'node_execution_error', message: 'It broke' }],
    [
      'J-2.51: with a null traceback',
      { code: 'node_execution_error', message: 'It broke', node_id: '5', class_type: null, traceback: null },
    ],
  ])('%s', async (_name, error) => {
    const { screen } = await showJob(gateway, makeJob({ status: 'failed', error }));
    const panel = screen.getByRole('region', { name: 'Why it failed' });
    await expect.element(panel.getByText('It broke')).toBeVisible();
    expect(panel.getByText('Traceback').query()).toBeNull();
  });

  it('lists the problems of each node, with a link to that node in the editor', async () => {
    const problems = Object.fromEntries(
      ['1', '2', '3', '4', '5', '6'].map((id) => [
        id,
        [{ field: 'steps', reason: 'below_min', message: 'At least 1' }],
      ]),
    );
    const workflow = Object.fromEntries(
      Object.keys(problems).map((id) => [id, scripted('ScriptSteps', {}, { title: `Sampler ${id}` })]),
    );
    const error = { code: 'workflow_refused', message: 'Rejected', node_id: '1', node_errors: problems };
    gateway.worker.use(...surfaceWith(() => makeJob({ status: 'failed', error }), workflow));
    const { screen, router } = await renderApp(`/local/jobs/${JOB_ID}`);
    const list = screen.getByRole('region', { name: 'Why it failed' }).getByRole('list', { name: 'Problems by node' });
    await expect.element(list.getByText('steps: At least 1.').first()).toBeVisible();
    await expect.element(list.getByText(/^node /)).not.toBeInTheDocument();
    expect(list.getByRole('listitem').elements()).toHaveLength(5);
    await screen.getByRole('button', { name: 'Show 1 more' }).click();
    await list.getByRole('button', { name: 'Edit Sampler 6, node 6' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/\/submit\/.+/);
    expect(router.state.location.search).toEqual({ node: '6' });
  });

  it('does not repeat the only problem below the error that tells it', async () => {
    const problem = { field: 'steps', reason: 'below_min', message: 'steps: at least 1' };
    const error = {
      code: 'workflow_refused',
      message: 'ComfyUI rejected this workflow: steps: at least 1',
      node_id: '5',
      node_errors: { '5': [problem] },
    };
    const { screen } = await showJob(gateway, makeJob({ status: 'failed', error }));
    const panel = screen.getByRole('region', { name: 'Why it failed' });
    await expect.element(panel.getByText(/at least 1/)).toBeVisible();
    await expect.element(panel.getByRole('button', { name: 'Open in editor at this node' })).toBeVisible();
    await expect.element(panel.getByRole('list', { name: 'Problems by node' })).not.toBeInTheDocument();
  });

  it('J-2.52: shows an unknown error code unchanged', async () => {
    const { screen } = await showJob(
      gateway,
      makeJob({ status: 'failed', error: { code: 'gpu_gone', message: 'The card left.' } }),
    );
    await expect.element(screen.getByText('gpu_gone')).toBeVisible();
    await expect.element(screen.getByText('The card left.')).toBeVisible();
  });

  it('J-2.14: has no error panel for a job without an error', async () => {
    const { screen } = await showJob(gateway, makeJob());
    await expect.element(screen.getByText('succeeded').first()).toBeVisible();
    expect(screen.getByRole('region', { name: 'Why it failed' }).query()).toBeNull();
  });

  it('J-2.62: does not request a log if the surface has none', async () => {
    const requests: string[] = [];
    gateway.worker.events.on('request:start', ({ request }) => void requests.push(new URL(request.url).pathname));
    const { screen } = await showJob(gateway, makeJob(), '?tab=log');
    await expect.element(screen.getByRole('heading', { name: 'Logs not available' })).toBeVisible();
    expect(requests.filter((path) => path.includes('log'))).toEqual([]);
  });

  it.each([
    ['J-2.66, J-2.67: 204 is not an error', () => new HttpResponse(null, { status: 204 }), 'No log output'],
    ['J-2.67, J-2.68: 404 does not mean that the job was deleted', () => problem(404, 'not_found'), 'Log unavailable'],
  ])('%s', async (_name, response, text) => {
    const requests: string[] = [];
    gateway.worker.use(
      http.get('*/odd/place', ({ request }) => {
        requests.push(request.url);
        return response();
      }),
    );
    const urls = { ...makeJob().urls, logs: '/odd/place?of=logs' };
    const { screen } = await showJob(gateway, makeJob({ urls }), '?tab=log');
    await expect.element(screen.getByRole('heading', { name: text })).toBeVisible();
    await expect.element(screen.getByText('succeeded').first()).toBeVisible();
    // Exactly the URL in the job.
    expect(requests[0]).toBe(`${location.origin}/odd/place?of=logs`);
  });

  it('J-4.89: shows hostile log text as plain text', async () => {
    const text = '<img src=x onerror="document.title=1"><script>document.title=2</script> \u001b[31mred';
    const log = { text, truncated: false, captured_at: '2026-11-20T10:00:46Z', complete: true };
    gateway.worker.use(http.get('*/odd/place', () => HttpResponse.json(log)));
    const urls = { ...makeJob().urls, logs: '/odd/place' };
    const { screen } = await showJob(gateway, makeJob({ urls }), '?tab=log');
    const region = screen.getByRole('region', { name: 'Log' });
    await expect.element(region.getByText(/<img src=x onerror="document\.title=1">/)).toBeVisible();
    await expect.element(region.getByText(/<script>document\.title=2<\/script>/)).toBeVisible();
    expect(region.element().querySelector('img, script')).toBeNull();
    expect(document.title).not.toMatch(/^[12]$/);
  });

  it('J-1.17: follows unusual URLs, and constructs none itself', async () => {
    const requests: string[] = [];
    const note = ({ request }: { request: Request }) => {
      const { pathname, search } = new URL(request.url);
      requests.push(`${request.method} ${pathname}${search}`);
    };
    const job = makeJob({
      ...header,
      urls: { self: '/odd/self?of=7', events: '/odd/events?of=7', cancel: '/odd/cancel?of=7', logs: '/odd/logs?of=7' },
    });
    gateway.worker.use(
      http.get('*/odd/self', (info) => (note(info), HttpResponse.json(job))),
      http.get('*/odd/events', (info) => (note(info), problem(501, 'not_implemented'))),
      http.get('*/odd/logs', (info) => (note(info), new HttpResponse(null, { status: 204 }))),
      http.post('*/odd/cancel', (info) => (note(info), HttpResponse.json({ ...job, status: 'canceling' }))),
    );
    const { screen } = await showJob(gateway, job, '?tab=log');
    await expect.poll(() => requests).toContain('GET /odd/self?of=7');
    await expect.poll(() => requests).toContain('GET /odd/events?of=7');
    await expect.poll(() => requests).toContain('GET /odd/logs?of=7');
    await screen.getByRole('button', { name: 'Cancel' }).first().click();
    await expect.poll(() => requests).toContain('POST /odd/cancel?of=7');
  });

  it('J-3.15: does not revert a terminal status after a late response', async () => {
    const { screen, change, queryClient } = await showJob(gateway, makeJob());
    await expect.element(screen.getByText('succeeded').first()).toBeVisible();
    change({ status: 'running', completed_at: null });
    await queryClient.refetchQueries();
    await expect.element(screen.getByText('succeeded').first()).toBeVisible();
    expect(screen.getByText('running', { exact: true }).query()).toBeNull();
  });

  it('J-3.16: keeps polling a canceling job until it is canceled', async () => {
    let polls = 0;
    let isCanceled = false;
    gateway.worker.use(
      ...surfaceWith(() => {
        polls += 1;
        return makeJob(isCanceled ? { status: 'canceled' } : { ...header, status: 'canceling' });
      }),
    );
    const { screen } = await renderApp(`/local/jobs/${JOB_ID}`);
    await expect.element(screen.getByText('canceling').first()).toBeVisible();
    await expect.poll(() => polls).toBeGreaterThan(3);
    isCanceled = true;
    await expect.element(screen.getByText('canceled').first()).toBeVisible();
  });

  it.each(['queued', 'running'])(
    'J-3.17, J-3.18: shows the status of a job that is %s, and can cancel it',
    async (status) => {
      const { screen } = await showJob(gateway, makeJob({ status, completed_at: null }));
      await expect.element(screen.getByText(status, { exact: true }).first()).toBeVisible();
      await expect.element(screen.getByRole('button', { name: 'Cancel' })).not.toHaveAttribute('aria-disabled');
    },
  );

  it('J-3.17, J-3.18: shows the status of a canceling job, and why it cannot be canceled', async () => {
    const { screen } = await showJob(gateway, makeJob({ status: 'canceling', completed_at: null }));
    await expect.element(screen.getByText('canceling', { exact: true }).first()).toBeVisible();
    const button = screen.getByRole('button', { name: 'Canceling' });
    await expect.element(button).toHaveAttribute('title', 'This job is already being canceled.');
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  });

  // Its reason in each status: `job-actions.spec.ts`.
  it('J-3.17, J-3.18: has no Cancel once the job has ended, and its key gives the reason', async () => {
    const { screen } = await showJob(gateway, makeJob({ status: 'expired' }));
    await expect.element(screen.getByText('expired', { exact: true }).first()).toBeVisible();
    await screen.getByRole('button', { name: 'More actions' }).click();
    await expect.element(screen.getByRole('menuitem', { name: 'Copy job ID' })).toBeVisible();
    expect(screen.getByRole('menuitem', { name: 'Cancel' }).query()).toBeNull();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
    await awaitShortcuts();
    const spoken = listen();
    await userEvent.keyboard('c');
    await expect.poll(() => spoken).toContain('This job has already ended: expired.');
    expect(screen.getByRole('dialog').query()).toBeNull();
  });

  it.each(['succeeded', 'canceled', 'failed'])(
    'J-3.17, J-3.18: shows the status of a job that is %s, without Cancel',
    async (status) => {
      const { screen } = await showJob(gateway, makeJob({ status }));
      await expect.element(screen.getByText(status, { exact: true }).first()).toBeVisible();
      expect(screen.getByRole('button', { name: 'Cancel' }).query()).toBeNull();
    },
  );

  it('J-3.20: describes an expired job as canceled right after a local cancel, and keeps the reported status', async () => {
    const waiting = { status: 'queued', started_at: null, completed_at: null, queue_position: 2 } as const;
    const { screen, change } = await showJob(gateway, makeJob(waiting));
    gateway.worker.use(
      http.post('*/api/v2/jobs/:id/cancel', () => {
        change({ status: 'expired', queue_position: null });
        return HttpResponse.json(makeJob({ ...waiting, status: 'expired', queue_position: null }));
      }),
    );
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByText(/^Canceled before it started\./)).toBeVisible();
    await expect.element(screen.getByText('expired', { exact: true }).first()).toBeVisible();
  });

  it('reports that the job had finished before it was canceled', async () => {
    const { screen } = await showJob(gateway, makeJob({ status: 'running', completed_at: null }));
    gateway.worker.use(http.post('*/api/v2/jobs/:id/cancel', () => HttpResponse.json(makeJob({ status: 'expired' }))));
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByText(/had already ended: expired$/)).toBeVisible();
  });

  it('J-9.06: shows an unknown status unchanged, and continues to poll', async () => {
    const { screen, change } = await showJob(gateway, makeJob({ status: 'meditating', completed_at: null }));
    await expect.element(screen.getByText('meditating').first()).toBeVisible();
    change({ status: 'succeeded' });
    await expect.element(screen.getByText('succeeded').first()).toBeVisible();
  });

  it('J-9.05: tolerates unknown fields everywhere', async () => {
    const odd = { flavour: { sweet: [1, null] }, '': 0 };
    const job = makeJob({
      ...odd,
      outputs: [{ ...makeOutput(), ...odd }],
      progress: { value: 1, nodes_done: 3, nodes_total: 3, ...odd, nodes: { '5': { state: 'pondering', ...odd } } },
      error: { code: 'x', message: 'y', ...odd },
      urls: { ...makeJob().urls, party: '/z' },
    });
    const { screen } = await showJob(gateway, job, '?tab=graph');
    await expect.element(screen.getByText('pondering')).toBeVisible();
    for (const tab of ['Inputs', 'Log', 'Details', 'Workflow', 'JSON']) {
      await screen.getByRole('tab', { name: tab }).click();
      await expect.element(screen.getByRole('tabpanel').last()).toBeVisible();
    }
  });

  it('opens an image in the lightbox, and switches with the arrow keys', async () => {
    const outputs = ['one.png', 'two.png'].map((name, index) =>
      makeOutput({ name, id: `a1b2c3d4-0000-4000-8000-00000000000${index}` }),
    );
    gateway.worker.use(http.get('*/api/v2/assets/:id/content', () => new Promise<never>(() => undefined)));
    const { screen } = await showJob(gateway, makeJob({ outputs }));
    await screen.getByRole('button', { name: 'Open large' }).first().click();
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog.getByRole('img', { name: 'Output two.png' })).toBeInTheDocument();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(dialog.getByRole('img', { name: 'Output one.png' })).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('J-8.07: renews an expired URL before it is used', async () => {
    const old = { url: `${location.origin}/api/v2/assets/x/content?sig=old`, url_expires_at: '2026-01-01T00:00:00Z' };
    const requests: string[] = [];
    gateway.worker.use(
      http.get('*/api/v2/assets/:id/content', ({ request }) => {
        requests.push(new URL(request.url).searchParams.get('sig') ?? '');
        return HttpResponse.arrayBuffer(pngPixel().buffer as ArrayBuffer, { headers: { 'Content-Type': 'image/png' } });
      }),
      http.get('*/api/v2/assets/:id', () =>
        HttpResponse.json({
          ...makeOutput(),
          created_at: '2026-01-01T00:00:00Z',
          url: `${location.origin}/api/v2/assets/x/content?sig=new`,
        }),
      ),
    );
    const { screen } = await showJob(gateway, makeJob({ outputs: [makeOutput(old)] }));
    await expect.poll(() => naturalWidth(screen.getByRole('img', { name: /^Output/ }).query())).toBe(1);
    expect(requests).not.toContain('old');
    expect(requests).toContain('new');
  });

  it('renews a URL that no longer works', async () => {
    let isRenewed = false;
    const output = makeOutput({ url: `${location.origin}/api/v2/assets/x/content?sig=old` });
    gateway.worker.use(
      http.get('*/api/v2/assets/:id/content', ({ request }) =>
        new URL(request.url).searchParams.get('sig') === 'new'
          ? HttpResponse.arrayBuffer(pngPixel().buffer as ArrayBuffer, { headers: { 'Content-Type': 'image/png' } })
          : problem(403, 'forbidden'),
      ),
      http.get('*/api/v2/assets/:id', () => {
        isRenewed = true;
        return HttpResponse.json({
          ...output,
          created_at: '2026-11-20T10:00:00Z',
          url: `${location.origin}/api/v2/assets/x/content?sig=new`,
        });
      }),
    );
    const { screen } = await showJob(gateway, makeJob({ outputs: [output] }));
    await expect.poll(() => naturalWidth(screen.getByRole('img', { name: /^Output/ }).query())).toBe(1);
    expect(isRenewed).toBe(true);
  });
});

function naturalWidth(element: Element | null): number {
  return element instanceof HTMLImageElement ? element.naturalWidth : 0;
}

function pngPixel(): Uint8Array {
  const base64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

describe('the header on a phone', () => {
  it('has two lines for a running job, whatever its numbers and its name', async () => {
    await page.viewport(390, 844);
    const running = { status: 'running', started_at: '2026-11-20T10:00:00Z', completed_at: null } as const;
    const heights = new Set<number>();
    for (const [title, progress] of [
      ['Short', null],
      [
        'A name that is much longer than a phone is wide, and then some',
        { value: 0.05, nodes_done: 1, nodes_total: 9 },
      ],
      [
        'Steps',
        { value: 0.125, nodes_done: 1, nodes_total: 9, step: 12345, total_steps: 300000, message: 'Loading x' },
      ],
    ] as const) {
      const { screen } = await showJob(gateway, makeJob({ ...running, progress, metadata: { flowdeck_title: title } }));
      const heading = screen.getByRole('heading', { level: 1, name: title });
      await expect.element(heading).toBeVisible();
      const header = heading.element().closest('header') as HTMLElement;
      const cancel = screen.getByRole('button', { name: 'Cancel' });
      const chip = screen.getByText('running', { exact: true }).first();
      await expect.element(cancel).toBeVisible();
      await expect.element(chip).toBeVisible();
      const topOfChip = () => chip.element().getBoundingClientRect().top;
      await expect.poll(() => topOfChip() - cancel.element().getBoundingClientRect().bottom).toBeGreaterThanOrEqual(0);
      await expect.poll(() => topOfChip() - heading.element().getBoundingClientRect().bottom).toBeGreaterThanOrEqual(0);
      await expect.poll(() => header.scrollWidth - header.clientWidth).toBeLessThanOrEqual(0);
      heights.add(header.getBoundingClientRect().height);
      await screen.unmount();
    }
    expect([...heights]).toHaveLength(1);
  });
});
