import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SurfaceConfig } from '@contract/console/surfaces';
import type { Job } from '@contract/jobs/schemas';
import { clearDeviceData } from '@/domains/history/device-data';
import { saveToHistory } from '@/domains/history/history';
import { forgetKey, putKey } from '@/api/change-keys';
import { forgetCapabilities, learn } from '@/api/surfaces/capability-record';
import { credentials } from '@/api/surfaces/direct-credentials';
import { cacheSurfaceList, useSurfaceList } from '@/api/surfaces/surface-list';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { listServers, mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { surfaceAt } from '@/testing/hosted-servers';
import { makeJob, problem } from '@/testing/job-fixtures';
import { renderApp, type RenderedApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { systemClock } from '@server/clock';
import { HostedSurface } from '@server/testing/hosted-surface';
import { createMemoryDeps } from '@server/testing/memory-deps';

const KEY = 'ada-1';
const STUDIO = 'https://studio.example';
const CLOUD = 'https://cloud.example';
const ALL = '/local/jobs?scope=all';
const NOON = Date.UTC(2026, 10, 20, 12);

let gateway: BrowserGateway;
let opened: HostedSurface[];

function configure(...surfaces: readonly (Partial<SurfaceConfig> & { id: string; baseUrl: string })[]): void {
  const defaults = { color: 'blue', kind: 'serverless', routerBaseUrl: null, routerAuth: 'bearer' } as const;
  listServers({
    surfaces: surfaces.map((surface) => ({
      ...defaults,
      name: surface.id,
      access: 'direct',
      dialect: 'service',
      hasCredential: true,
      ...surface,
    })),
    defaultId: 'local',
  });
  for (const { id, baseUrl } of surfaces)
    putKey(credentials, id, 'page', { value: KEY, origins: [new URL(baseUrl).origin] });
}

/** Creates a job of a minute before noon; its id begins with that minute. */
const jobAt = (minute: number, title: string, more: Partial<Job> = {}): Job =>
  makeJob({
    id: `${String(minute).padStart(8, '0')}-0000-4000-8000-000000000000`,
    created_at: new Date(NOON - minute * 60_000).toISOString(),
    metadata: { flowdeck_title: title },
    ...more,
  });

/** Job list of a server, in pages with a cursor. */
function list(origin: string, jobs: readonly Job[]): void {
  gateway.worker.use(
    http.get(`${origin}/api/v2/jobs`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const statuses = query.get('status')?.split(',');
      const wanted = statuses ? jobs.filter(({ status }) => statuses.includes(status)) : jobs;
      const from = Number(query.get('cursor') ?? 0);
      const to = from + Number(query.get('limit') ?? 50);
      const rest = to < wanted.length ? { next_cursor: String(to), truncated: true } : { truncated: false };
      return HttpResponse.json({ jobs: wanted.slice(from, to), ...rest });
    }),
  );
}

/** A separate hosted server with a job that does not finish. */
async function openStudio(title: string): Promise<{ hosted: HostedSurface; jobId: string }> {
  const hosted = await HostedSurface.open(
    { kind: 'serverless', origin: STUDIO, accounts: { ada: { keys: [KEY] } } },
    await createMemoryDeps({}, systemClock),
  );
  opened.push(hosted);
  gateway.worker.use(http.all(`${STUDIO}/*`, ({ request }) => hosted.fetch(request)));
  const response = await hosted.fetch(
    new Request(`${STUDIO}/api/v2/jobs`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${KEY}` },
      body: JSON.stringify({ workflow: { '1': scripted('ScriptHang') }, metadata: { flowdeck_title: title } }),
    }),
  );
  const { id } = (await response.json()) as Job;
  return { hosted, jobId: id };
}

const rowsOf = ({ screen }: RenderedApp) => screen.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
const titlesOf = (app: RenderedApp) =>
  rowsOf(app)
    .elements()
    .map((row) => row.querySelector('[data-row-id]')?.getAttribute('aria-label'));
const notices = ({ screen }: RenderedApp) => screen.getByRole('status', { name: 'Missing jobs' });

beforeEach(async () => {
  await page.viewport(1280, 900);
  gateway = await mountGateway();
  opened = [];
});
afterEach(async () => {
  for (const id of ['studio', 'cloud']) {
    forgetKey(credentials, id);
    forgetCapabilities(id);
  }
  cacheSurfaceList({ surfaces: [], defaultId: 'local' });
  await unmountGateway();
  await Promise.all(opened.map((hosted) => hosted.close()));
});

describe('the jobs of all servers', () => {
  it('are not offered if there is only one server', async () => {
    const { screen } = await renderApp(ALL);
    await expect.element(screen.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'All servers' }).query()).toBeNull();
  });

  it('keep a selection made before the list of servers has arrived', async () => {
    list(location.origin, [jobAt(1, 'here, 1')]);
    list(STUDIO, [jobAt(2, 'studio, 2')]);
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    gateway.worker.use(
      http.get(`${location.origin}/console/surfaces`, async () => {
        await isAnswered;
        return HttpResponse.json(useSurfaceList.getState());
      }),
    );
    const app = await renderApp(ALL);
    await app.screen.getByRole('checkbox', { name: 'Select here, 1' }).click();
    await expect.element(app.screen.getByText('1 selected')).toBeVisible();
    configure({ id: 'studio', name: 'Studio', baseUrl: STUDIO });
    answer();
    await expect.element(app.screen.getByRole('checkbox', { name: 'Select studio, 2' })).toBeVisible();
    await expect.element(app.screen.getByText('1 selected')).toBeVisible();
  });

  it('are one click away, in one list sorted by time, each with its server', async () => {
    configure({ id: 'studio', name: 'Studio', baseUrl: STUDIO }, { id: 'cloud', name: 'Cloud', baseUrl: CLOUD });
    list(location.origin, [jobAt(1, 'here, 1'), jobAt(4, 'here, 4')]);
    list(STUDIO, [jobAt(2, 'studio, 2'), jobAt(5, 'studio, 5')]);
    list(CLOUD, [jobAt(3, 'cloud, 3')]);
    const app = await renderApp('/local/jobs');
    await expect.element(app.screen.getByRole('link', { name: 'here, 1' })).toBeVisible();
    expect(app.screen.getByRole('link', { name: 'studio, 2' }).query()).toBeNull();
    await app.screen.getByRole('radio', { name: 'All servers' }).click();
    await expect.poll(() => titlesOf(app)).toEqual(['here, 1', 'studio, 2', 'cloud, 3', 'here, 4', 'studio, 5']);
    expect(app.router.state.location.search).toEqual({ scope: 'all' });
    const row = rowsOf(app).filter({ hasText: 'cloud, 3' });
    await expect.element(row.getByTitle('Cloud', { exact: true })).toBeVisible();
    await app.screen.getByRole('radio', { name: 'This server' }).click();
    await expect.poll(() => titlesOf(app)).toEqual(['here, 1', 'here, 4']);
    expect(app.router.state.location.search).toEqual({});
  });

  it('open on their server, and Back returns to the list of all servers', async () => {
    configure({ id: 'studio', name: 'Studio', baseUrl: STUDIO });
    const { jobId } = await openStudio('Far');
    const app = await renderApp(ALL);
    // Not "0+": the server does not count its jobs.
    await expect.element(app.screen.getByRole('link', { name: 'Failed', exact: true })).toBeVisible();
    await app.screen.getByRole('link', { name: 'Far' }).click();
    await expect.poll(() => app.router.state.location.pathname).toBe(`/studio/jobs/${jobId}`);
    app.router.history.back();
    await expect.poll(() => app.router.state.location.href).toBe(ALL);
    await expect.element(app.screen.getByRole('link', { name: 'Far' })).toBeVisible();
  });

  it('link to the previous and next job across servers', async () => {
    configure({ id: 'studio', name: 'Studio', baseUrl: STUDIO });
    list(location.origin, [jobAt(1, 'here, 1')]);
    list(STUDIO, [jobAt(2, 'studio, 2')]);
    gateway.worker.use(
      http.get(`${STUDIO}/api/v2/jobs/:id`, () => HttpResponse.json(jobAt(2, 'studio, 2'))),
      http.get(`${location.origin}/api/v2/jobs/:id`, () => HttpResponse.json(jobAt(1, 'here, 1'))),
    );
    const app = await renderApp(ALL);
    await app.screen.getByRole('link', { name: 'here, 1' }).click();
    await app.screen.getByRole('button', { name: 'Next job in list' }).click();
    await expect.poll(() => app.router.state.location.pathname).toBe(`/studio/jobs/${jobAt(2, '').id}`);
    await expect.element(app.screen.getByRole('heading', { name: 'studio, 2' })).toBeVisible();
  });

  it('load page by page from each server without gaps', async () => {
    configure({ id: 'studio', name: 'Studio', baseUrl: STUDIO });
    const minutes = Array.from({ length: 260 }, (_, index) => index);
    list(
      location.origin,
      minutes.filter((minute) => minute % 3 === 0).map((minute) => jobAt(minute, `Run ${minute}`)),
    );
    list(
      STUDIO,
      minutes.filter((minute) => minute % 3 !== 0).map((minute) => jobAt(minute, `Run ${minute}`)),
    );
    const app = await renderApp(ALL);
    await expect.element(app.screen.getByRole('link', { name: 'Run 0', exact: true })).toBeVisible();
    const seen: string[] = [];
    const element = app.screen.getByRole('list', { name: 'Jobs' }).element().parentElement;
    const look = () => {
      for (const title of titlesOf(app)) if (title && !seen.includes(title)) seen.push(title);
    };
    await expect
      .poll(
        () => {
          look();
          element?.scrollBy(0, 400);
          return seen.length;
        },
        { timeout: 15_000, interval: 30 },
      )
      .toBe(minutes.length);
    await expect.element(app.screen.getByText('All 260 jobs')).toBeVisible();
    expect(seen).toEqual(minutes.map((minute) => `Run ${minute}`));
  });
});

describe('a failing server', () => {
  // Data that this browser has saved of a server outlives a test.
  let count = 0;
  let id: string;

  beforeEach(() => {
    count += 1;
    id = `studio-${count}-${Date.now()}`;
    configure({ id, name: 'Studio', baseUrl: STUDIO }, { id: 'cloud', name: 'Cloud', baseUrl: CLOUD });
    list(location.origin, [jobAt(1, 'here, 1')]);
    list(CLOUD, [jobAt(3, 'cloud, 3')]);
  });

  it('is named while it is down, and its jobs appear in order when it is back', async () => {
    gateway.worker.use(http.all(`${STUDIO}/*`, () => HttpResponse.error()));
    const app = await renderApp(ALL);
    await expect.poll(() => titlesOf(app)).toEqual(['here, 1', 'cloud, 3']);
    await expect.element(notices(app)).toHaveTextContent('Studio');
    await expect.element(notices(app)).toHaveTextContent('Unreachable. Its jobs are missing.');
    await expect.element(app.screen.getByRole('button', { name: 'Retry: Studio' })).toBeVisible();
    list(STUDIO, [jobAt(2, 'studio, 2')]);
    await expect.poll(() => titlesOf(app)).toEqual(['here, 1', 'studio, 2', 'cloud, 3']);
    await expect.element(notices(app)).toBeEmptyDOMElement();
  });

  it('shows what this browser saved of it while it is down', async () => {
    gateway.worker.use(http.all(`${STUDIO}/*`, () => HttpResponse.error()));
    const job = jobAt(2, 'seen before');
    await saveToHistory({
      surfaceId: id,
      jobId: job.id,
      title: 'seen before',
      createdAt: Date.parse(job.created_at),
      job,
    });
    const app = await renderApp(ALL);
    await expect.poll(() => titlesOf(app)).toEqual(['here, 1', 'seen before', 'cloud, 3']);
    await expect.element(notices(app)).toHaveTextContent('1 job saved in this browser, as last seen.');

    // Its own page says the same, also if the relay of the gateway responds in place of the server.
    const message = 'No response from studio.example: nothing listens there; check that the port is right';
    gateway.worker.use(http.all(`${STUDIO}/*`, () => problem(502, 'surface_unreachable', message)));
    await app.router.navigate({ to: '/$surface/jobs', params: { surface: id } });
    await expect
      .element(app.screen.getByText(`${message}. Check that Studio is running`, { exact: false }))
      .toHaveTextContent('1 job saved in this browser, as last seen.');
    await expect.element(app.screen.getByRole('link', { name: 'seen before' })).toBeVisible();
    // Without a saved job: two sentences.
    await clearDeviceData('history');
    await app.router.navigate({ to: '/$surface/jobs', params: { surface: 'local' } });
    await app.router.navigate({ to: '/$surface/jobs', params: { surface: id } });
    await expect.element(app.screen.getByText(/the port is right\. Only loading failed/)).toBeVisible();
  });

  it('is named if it rejects the API key', async () => {
    gateway.worker.use(http.all(`${STUDIO}/*`, () => problem(401, 'unauthorized', 'No.')));
    const app = await renderApp(ALL);
    await expect.poll(() => titlesOf(app)).toEqual(['here, 1', 'cloud, 3']);
    await expect.element(notices(app)).toHaveTextContent('API key missing or wrong. Its jobs are missing.');
  });

  it('does not delay the others while it is slow', async () => {
    let response = () => {};
    const answered = new Promise<void>((resolve) => (response = resolve));
    gateway.worker.use(
      http.get(`${STUDIO}/api/v2/jobs`, async () => {
        await answered;
        return HttpResponse.json({ jobs: [jobAt(2, 'studio, 2')] });
      }),
    );
    const app = await renderApp(ALL);
    await expect.poll(() => titlesOf(app)).toEqual(['here, 1', 'cloud, 3']);
    await expect.element(notices(app)).toHaveTextContent('No response yet.');
    response();
    await expect.poll(() => titlesOf(app)).toEqual(['here, 1', 'studio, 2', 'cloud, 3']);
  });

  it('shows the jobs of this browser if it lists none', async () => {
    gateway.worker.use(http.all(`${STUDIO}/*`, () => problem(501, 'not_implemented', 'No list.')));
    const job = jobAt(2, 'submitted here');
    await saveToHistory({
      surfaceId: id,
      jobId: job.id,
      title: 'submitted here',
      createdAt: Date.parse(job.created_at),
      job,
    });
    const app = await renderApp(ALL);
    await expect.poll(() => titlesOf(app)).toEqual(['here, 1', 'submitted here', 'cloud, 3']);
    await expect.element(notices(app)).toHaveTextContent('This server does not list jobs.');
  });
});

describe('filters in the list of all servers', () => {
  beforeEach(() => {
    configure({ id: 'studio', name: 'Studio', baseUrl: STUDIO }, { id: 'cloud', name: 'Cloud', baseUrl: CLOUD });
    list(location.origin, [jobAt(1, 'here, 1')]);
    list(STUDIO, [jobAt(2, 'studio, 2', { status: 'failed' })]);
    list(CLOUD, [jobAt(3, 'cloud, 3')]);
  });

  it('limit it to some servers, in the URL', async () => {
    const app = await renderApp(ALL);
    const chips = app.screen.getByRole('group', { name: 'Filter by server' });
    await chips.getByRole('button', { name: 'Studio' }).click();
    await expect.poll(() => titlesOf(app)).toEqual(['studio, 2']);
    await chips.getByRole('button', { name: 'Cloud' }).click();
    await expect.poll(() => titlesOf(app)).toEqual(['studio, 2', 'cloud, 3']);
    expect(app.router.state.location.search).toEqual({ scope: 'all', servers: 'studio,cloud' });
    await expect.element(chips.getByRole('button', { name: 'Cloud' })).toHaveAttribute('aria-pressed', 'true');
    await chips.getByRole('button', { name: 'This machine' }).click();
    await expect.poll(() => titlesOf(app)).toEqual(['here, 1', 'studio, 2', 'cloud, 3']);
    expect(app.router.state.location.search).toEqual({ scope: 'all' });
  });

  it('by status apply to every server', async () => {
    const app = await renderApp(`${ALL}&status=failed`);
    await expect.poll(() => titlesOf(app)).toEqual(['studio, 2']);
  });

  it('by search text name the servers that cannot search', async () => {
    const app = await renderApp(`${ALL}&q=studio`);
    await expect.poll(() => titlesOf(app)).toEqual(['studio, 2']);
    await expect
      .element(notices(app))
      .toHaveTextContent('This server does not support this search. 1 loaded job searched');
  });
});

describe('actions on rows of several servers', () => {
  it('cancel a job on its server, and update its count', async () => {
    configure({ id: 'studio', name: 'Studio', baseUrl: STUDIO });
    const { hosted, jobId } = await openStudio('Far');
    const app = await renderApp(ALL);
    await app.screen
      .getByRole('button', { name: /^This machine/ })
      .first()
      .click();
    const item = app.screen.getByRole('menuitemradio', { name: /^Studio/ });
    await expect.element(item).toHaveTextContent('1 active');
    await userEvent.keyboard('{Escape}');
    await app.screen.getByRole('button', { name: 'Cancel Far' }).click();
    await expect.element(rowsOf(app).filter({ hasText: 'Far' })).toHaveTextContent(/Cancel/i);
    const read = async () => {
      const headers = { Authorization: `Bearer ${KEY}` };
      const response = await hosted.fetch(new Request(`${STUDIO}/api/v2/jobs/${jobId}`, { headers }));
      return ((await response.json()) as Job).status;
    };
    await expect.poll(read).toBe('canceled');
    await app.screen
      .getByRole('button', { name: /^This machine/ })
      .first()
      .click();
    await expect.element(item).not.toHaveTextContent('active');
  });

  it('compare jobs of two servers', async () => {
    configure({ id: 'studio', name: 'Studio', baseUrl: STUDIO });
    list(STUDIO, [jobAt(2, 'studio, 2')]);
    gateway.worker.use(
      http.get(`${STUDIO}/api/v2/jobs/:id`, () => HttpResponse.json(jobAt(2, 'studio, 2'))),
      http.get(`${location.origin}/api/v2/jobs/:id`, () => HttpResponse.json(jobAt(1, 'here, 1'))),
    );
    list(location.origin, [jobAt(1, 'here, 1')]);
    const app = await renderApp(ALL);
    await app.screen.getByRole('checkbox', { name: 'Select here, 1' }).click();
    await app.screen.getByRole('checkbox', { name: 'Select studio, 2' }).click();
    const bar = app.screen.getByRole('toolbar', { name: 'Selected jobs' });
    await bar.getByRole('button', { name: 'Compare' }).click();
    const dialog = app.screen.getByRole('dialog', { name: '2 jobs compared' });
    const [here, far] = ['here, 1', 'studio, 2'].map((name) => dialog.getByRole('link', { name }));
    await expect.poll(() => here?.query()?.getAttribute('href')).toMatch(/^\/local\/jobs\//);
    await expect.poll(() => far?.query()?.getAttribute('href')).toMatch(/^\/studio\/jobs\//);
  });

  it('are limited to what the server of a job supports', async () => {
    configure({ id: 'studio', name: 'Studio', baseUrl: STUDIO });
    learn(surfaceAt('studio'), 'workflow', false);
    list(location.origin, [jobAt(1, 'here, 1')]);
    const body = { format: 'api', workflow: { '1': scripted('ScriptText', { text: 'done' }) } };
    gateway.worker.use(http.get(`${location.origin}/api/v2/jobs/:id/workflow`, () => HttpResponse.json(body)));
    list(STUDIO, [jobAt(2, 'studio, 2')]);
    const { screen } = await renderApp(ALL);
    const named = /^(?:Run again|Rename…|Delete…?)$/;
    const bar = screen.getByRole('toolbar', { name: 'Selected jobs' });
    await screen.getByRole('checkbox', { name: 'Select studio, 2' }).click();
    await expect.element(bar.getByRole('button', { name: 'Copy job ID' })).toBeVisible();
    expect(bar.getByRole('button', { name: named }).elements()).toHaveLength(0);
    await screen.getByRole('button', { name: 'More actions for studio, 2' }).click();
    await expect.element(screen.getByRole('menuitem', { name: 'Copy job ID' })).toBeVisible();
    expect(screen.getByRole('menuitem', { name: named }).elements()).toHaveLength(0);
    await userEvent.keyboard('{Escape}');
    await screen.getByRole('checkbox', { name: 'Select here, 1' }).click();
    await expect.poll(() => bar.getByRole('button', { name: named }).elements()).toHaveLength(2);
    await screen.getByRole('button', { name: 'More actions for here, 1' }).click();
    await expect.poll(() => screen.getByRole('menuitem', { name: named }).elements()).toHaveLength(3);
  });

  it('work with the keyboard, even if two servers use the same id', async () => {
    configure({ id: 'studio', name: 'Studio', baseUrl: STUDIO });
    list(location.origin, [jobAt(1, 'here, 1')]);
    list(STUDIO, [jobAt(1, 'studio, 1'), jobAt(2, 'studio, 2')]);
    const app = await renderApp(ALL);
    await expect.poll(() => titlesOf(app)).toEqual(['here, 1', 'studio, 1', 'studio, 2']);
    await awaitShortcuts();
    for (const title of ['here, 1', 'studio, 1', 'studio, 2']) {
      await userEvent.keyboard('j');
      await expect.element(app.screen.getByRole('link', { name: title })).toHaveFocus();
    }
    await userEvent.keyboard('x');
    await expect.element(app.screen.getByRole('checkbox', { name: 'Select studio, 2' })).toBeChecked();
    await expect.element(app.screen.getByRole('checkbox', { name: 'Select here, 1' })).not.toBeChecked();
  });

  it('names the server whose queue is paused, with Resume', async () => {
    configure({ id: 'studio', baseUrl: STUDIO });
    list(STUDIO, []);
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"paused": true}' };
    await gateway.app.fetch(new Request(`${location.origin}/console/queue/pause`, init));
    const { screen } = await renderApp(ALL);
    await expect.element(screen.getByText('This machine: queue paused')).toBeVisible();
    await screen.getByRole('button', { name: 'Resume queue' }).click();
    await expect.element(screen.getByText('This machine: queue paused')).not.toBeInTheDocument();
  });
});
