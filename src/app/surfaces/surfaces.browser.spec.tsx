import { chooseStart } from '@/testing/open-draft';
import { QueryClient } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ListedSurface } from '@contract/console/surfaces';
import { transferFiles } from '@/domains/assets/transfer-files';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { LOCAL_SURFACE } from '@/api/surface';
import { forgetKey } from '@/api/change-keys';
import { partnerKeys } from '@/api/partner-keys';
import { writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { credentials } from '@/api/surfaces/direct-credentials';
import { findCapability } from '@/api/surfaces/capability-record';
import { saveSurface } from '@/api/surfaces/change-surfaces';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { afterRunSetting } from '@/features/submit/draft/run-count';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { HOSTED_KEY, HostedServers, QUICK_GRAPH, surfaceAt } from '@/testing/hosted-servers';
import { problem } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { forgetRuns } from '@/testing/run-fixtures';
import { KIND_DEFAULTS, type HostedSurfaceOptions } from '@server/testing/hosted-options';

const KEY = HOSTED_KEY;
const quick = QUICK_GRAPH;

let gateway: BrowserGateway;
let servers: HostedServers;

const openHosted = (origin: string, options: Partial<HostedSurfaceOptions> = {}) =>
  servers.open(gateway, origin, options);
const configure: HostedServers['configure'] = (...surfaces) => servers.configure(...surfaces);

async function openDraftAt(surfaceId: string, graph: object = quick) {
  const draft = makeDraft(surfaceId, { text: JSON.stringify(graph), title: 'test.json', origin: 'file' }, Date.now());
  await writeDraft(draft);
  return renderApp(`/${surfaceId}/submit/${draft.id}`);
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  gateway = await mountGateway();
  afterRunSetting.set('job');
  servers = new HostedServers();
});
afterEach(async () => {
  await servers.close();
  await unmountGateway();
});

describe('one console on several servers', () => {
  it.each([
    ['local', null, 'managed'],
    ['first', 'https://cloud.example', 'managed'],
    ['second', 'https://name.run.example', 'serverless'],
  ] as const)('J-1.18: runs a workflow and shows its result on %s', async (id, origin, kind) => {
    if (origin !== null) {
      await openHosted(origin, { kind });
      configure({ id, baseUrl: origin, kind });
    }
    const { screen, router } = await openDraftAt(id);
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(new RegExp(`^/${id}/jobs/.+`));
    await expect.element(screen.getByText('far away').first()).toBeVisible();
  });

  it.each(['https://d1.run.example', 'https://d1.stg.run.example', 'https://gpu.example.org/team'])(
    'J-1.22: connects to a deployment at %s, and preserves the URL as entered',
    async (baseUrl) => {
      const { origin, pathname } = new URL(baseUrl);
      await openHosted(origin, pathname === '/' ? {} : { mount: pathname });
      const { screen } = await renderApp('/local/settings#servers');
      await screen.getByRole('button', { name: 'Add a server' }).click();
      const dialog = screen.getByRole('dialog', { name: 'Add a server' });
      await dialog.getByRole('combobox', { name: 'Kind' }).click();
      await screen.getByRole('option', { name: 'Serverless deployment' }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('My deployment');
      await dialog.getByRole('textbox', { name: 'URL' }).fill(baseUrl);
      await dialog.getByLabelText('API key').fill(KEY);
      await dialog.getByRole('radio', { name: 'Directly from this page' }).click();
      await dialog.getByRole('button', { name: 'Test' }).click();
      await expect.element(dialog.getByText(/^Job API: connected/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect.element(screen.getByText(`Serverless deployment · ${baseUrl}`)).toBeVisible();
    },
  );

  it('J-1.25: separates readiness and jobs of two deployments', async () => {
    await openHosted('https://first.example', { state: 'starting' });
    await openHosted('https://second.example');
    configure({ id: 'first', baseUrl: 'https://first.example' }, { id: 'second', baseUrl: 'https://second.example' });
    const first = await openDraftAt('first');
    await first.screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.element(first.screen.getByText(/is starting|not ready/i).first()).toBeVisible();
    await first.screen.unmount();

    const second = await openDraftAt('second');
    await second.screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => second.router.state.location.pathname).toMatch(/^\/second\/jobs\/.+/);
    await expect.element(second.screen.getByText('far away').first()).toBeVisible();
    await second.router.navigate({ to: '/$surface/jobs', params: { surface: 'second' } });
    await expect.element(second.screen.getByRole('link', { name: /test/ }).first()).toBeVisible();
    await second.router.navigate({ to: '/$surface/jobs', params: { surface: 'first' } });
    await expect.element(second.screen.getByRole('heading', { name: /No jobs/ })).toBeVisible();
  });
});

describe('the switcher', () => {
  it('lists the servers with their state, and opens one on the current page', async () => {
    await openHosted('https://first.example');
    configure({ id: 'first', name: 'My deployment', baseUrl: 'https://first.example' });
    const { screen, router } = await renderApp('/local/jobs');
    await screen.getByRole('button', { name: /^This machine/ }).click();
    const item = screen.getByRole('menuitemradio', { name: /^My deployment/ });
    await expect.element(item.getByText(/^Connected/)).toBeVisible();
    await item.click();
    await expect.poll(() => router.state.location.pathname).toBe('/first/jobs');
    await expect.element(screen.getByRole('button', { name: /^My deployment/ })).toBeVisible();
  });

  it('is also in the palette', async () => {
    configure({ id: 'first', name: 'My deployment', baseUrl: 'https://first.example' });
    await openHosted('https://first.example');
    const { screen, router } = await renderApp('/local/jobs');
    await awaitShortcuts();
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.getByRole('combobox', { name: /^Search commands/ }).fill('switch to');
    await screen.getByRole('option', { name: /^Switch to My deployment/ }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/first/jobs');
  });

  it('hides pages that the server does not support', async () => {
    configure({ id: 'first', name: 'Router', kind: 'router', routerBaseUrl: location.origin });
    const { screen } = await renderApp('/first/models');
    const nav = screen.getByRole('navigation', { name: 'Main' }).first();
    await expect.element(nav.getByRole('link', { name: 'Models' })).toBeVisible();
    await expect.element(nav.getByRole('link', { name: 'Submit' })).not.toBeInTheDocument();
  });
});

describe('the capabilities of a server', () => {
  it('are listed with source and time, and a test updates them', async () => {
    await openHosted('https://first.example', { kind: 'managed', ...KIND_DEFAULTS.managed });
    configure({ id: 'first', name: 'Cloud', baseUrl: 'https://first.example', kind: 'managed' });
    // The settings show the server list of the gateway.
    const [{ hasCredential: _stored, ...surface }] = useSurfaceList.getState().surfaces as [ListedSurface];
    await saveSurface(new QueryClient(), surface, { credential: HOSTED_KEY });
    const { screen } = await renderApp('/local/settings#servers');
    await screen.getByRole('button', { name: 'What Cloud can do' }).click();
    const table = screen.getByRole('region', { name: 'What Cloud can do' }).getByRole('table');
    const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name} `) });
    await expect
      .element(row('Job list'))
      .toHaveTextContent(/^Job list\s*no\s*a (?:check|response)\s*(?:now|\d+ s ago)$/);
    await expect.element(row('Health check')).toHaveTextContent(/no\s*a check/);
    await expect.element(row('Paid with credits')).toHaveTextContent(/yes\s*its kind$/);
    await expect.element(row('Parts of files')).toHaveTextContent(/unknown/);

    const checks: string[] = [];
    gateway.worker.events.on('request:start', ({ request }) => void checks.push(new URL(request.url).pathname));
    await screen.getByRole('button', { name: 'Edit' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Edit Cloud' });
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect.element(dialog.getByText(/^Job API: connected/)).toBeVisible();
    await expect.poll(() => checks).toContain('/api/v2/health');
    gateway.worker.events.removeAllListeners();
  });

  it('show a message on the job page in place of an unsupported part', async () => {
    const hosted = await openHosted('https://first.example', {
      kind: 'serverless',
      hasLogs: false,
      hasWorkflows: false,
    });
    configure({ id: 'first', name: 'Plain', baseUrl: 'https://first.example' });
    // Of another client: this browser knows the workflows of its own jobs.
    const headers = { authorization: `Bearer ${HOSTED_KEY}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ workflow: QUICK_GRAPH });
    const submission = new Request('https://first.example/api/v2/jobs', { method: 'POST', headers, body });
    const { id } = (await (await hosted.fetch(submission)).json()) as { id: string };
    const { screen } = await renderApp(`/first/jobs/${id}`);
    const { probeQuery } = await import('@/api/surfaces/probe-capabilities');
    await new QueryClient().fetchQuery(probeQuery(surfaceAt('first')));
    const tabs = screen.getByRole('tablist', { name: 'About this job' });
    await expect.element(screen.getByRole('heading', { name: 'Inputs not available' })).toBeVisible();
    await expect.element(tabs.getByRole('tab', { name: 'Log' })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Run again' })).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'More actions' }).click();
    await expect.element(screen.getByRole('menuitem', { name: 'Copy job ID' })).toBeVisible();
    expect(screen.getByRole('menuitem', { name: /^(?:Delete|Rename|Run again|Edit and run)/ }).elements()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await tabs.getByRole('tab', { name: 'Details' }).click();
    await expect.element(screen.getByRole('tab', { name: 'JSON' })).toBeVisible();
    await expect.element(screen.getByRole('tab', { name: 'Workflow' })).not.toBeInTheDocument();
    const sentence = 'Not available on Plain: logs, the workflow of a job, renaming and deleting jobs.';
    await expect.element(screen.getByText(sentence)).toBeVisible();
  });

  it('include a link to buy credits after a 402, and the draft is preserved', async () => {
    const hosted = await openHosted('https://first.example', { kind: 'managed' });
    hosted.setCredits('ada', 0);
    configure({ id: 'first', name: 'Cloud', baseUrl: 'https://first.example', kind: 'managed' });
    const { screen } = await openDraftAt('first');
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.element(screen.getByRole('link', { name: 'Buy credits' })).toHaveAttribute('href', hosted.creditsUrl);
    await expect.element(screen.getByRole('textbox', { name: 'text' })).toHaveValue('far away');
  });

  it('link to the server after a 402 that does not say where credits are bought', async () => {
    await openHosted('https://first.example', { kind: 'managed' });
    configure({ id: 'first', name: 'Cloud', baseUrl: 'https://first.example', kind: 'managed' });
    gateway.worker.use(http.post('https://first.example/api/v2/jobs', () => problem(402, 'insufficient_credits')));
    const { screen, router } = await openDraftAt('first');
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await screen.getByRole('link', { name: 'Server settings' }).click();
    await expect.poll(() => router.state.location.href).toBe('/first/settings#servers');
  });

  it.each([
    ['of a job', '/jobs/', 'The job could not be read', 'far away'],
    ['of a list', '/jobs', 'Could not load jobs', 'test.json'],
  ])('include a field for the key after a 401 %s, which goes on with it', async (_, where, title, found) => {
    await openHosted('https://first.example', { kind: 'serverless' });
    configure({ id: 'first', name: 'Cloud', baseUrl: 'https://first.example', kind: 'serverless' });
    const { screen, router } = await openDraftAt('first');
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/first\/jobs\/.+/);
    const path = where === '/jobs' ? '/first/jobs' : router.state.location.pathname;
    await screen.unmount();

    // As after a reload, which a key in memory does not survive.
    forgetKey(credentials, 'first');
    const later = (await renderApp(path)).screen;
    await expect.element(later.getByText(title)).toBeVisible();
    await later.getByLabelText('API key of Cloud').fill(KEY);
    await later.getByRole('button', { name: 'Use this key' }).click();
    await expect.element(later.getByText(found).first()).toBeVisible();
  });

  it('include a field for the key after a 401 of a run, which runs again with it', async () => {
    await openHosted('https://first.example', { kind: 'serverless' });
    configure({ id: 'first', name: 'Cloud', baseUrl: 'https://first.example', kind: 'serverless', key: 'revoked' });
    const { screen, router } = await openDraftAt('first');
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.element(screen.getByText('Authentication required')).toBeVisible();
    await screen.getByLabelText('API key of Cloud').fill(KEY);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => surfaceAt('first').bearer).toBe(KEY);
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/first\/jobs\/.+/);
  });

  it('include a field for the key after a 401 of the models', async () => {
    await openHosted('https://models.example', { kind: 'router' });
    configure({ id: 'first', name: 'Cloud', routerBaseUrl: 'https://models.example', kind: 'router', key: 'revoked' });
    const { screen } = await renderApp('/first/models');
    await screen.getByLabelText('API key of Cloud').fill(KEY);
    await screen.getByRole('button', { name: 'Use this key' }).click();
    await expect.element(screen.getByRole('link', { name: /echo/i }).first()).toBeVisible();
  });

  it('include a link to buy credits after a 402 of a model, which runs once credits are available', async () => {
    const hosted = await openHosted('https://models.example', { kind: 'router' });
    hosted.setCredits('ada', 0);
    configure({ id: 'first', name: 'Cloud', routerBaseUrl: 'https://models.example', kind: 'router' });
    const calls: { key: string | null; body: string }[] = [];
    gateway.worker.use(
      http.post('https://models.example/v2/models/*', async ({ request }) => {
        calls.push({ key: request.headers.get('idempotency-key'), body: await request.clone().text() });
        return hosted.fetch(request);
      }),
    );
    const input = encodeURIComponent(JSON.stringify({ prompt: 'fog' }));
    const { screen } = await renderApp(`/first/models/scripted/echo#input=${input}`);
    await screen.getByRole('button', { name: /^Run(?! on)/ }).click();
    await expect.element(screen.getByRole('link', { name: 'Buy credits' })).toHaveAttribute('href', hosted.creditsUrl);
    expect(findCapability(surfaceAt('first'), 'credits')).toMatchObject({ isOffered: true, url: hosted.creditsUrl });
    hosted.setCredits('ada', 1);
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
    expect(hosted.credits('ada')).toBe(0);
    expect(calls).toEqual([calls[0], calls[0]]);
    expect(calls[0]?.body).toBe('{"prompt":"fog"}');
    await forgetRuns();
  });

  it('avoid requests to a job stream that the server does not support', async () => {
    await openHosted('https://first.example');
    configure({ id: 'first', baseUrl: 'https://first.example' });
    const paths: string[] = [];
    gateway.worker.events.on('request:start', ({ request }) => void paths.push(new URL(request.url).pathname));
    const { screen } = await renderApp('/first/jobs');
    await expect.element(screen.getByRole('heading', { name: /No jobs/ })).toBeVisible();
    await expect.poll(() => paths).toContain('/api/v2/health');
    expect(paths.filter((path) => path === '/console/events' || path === '/console/object_info')).toEqual([]);
    gateway.worker.events.removeAllListeners();
  });
});

describe('the connection test', () => {
  it.each([
    ['https://first.example', 'wrong', /the API key is missing or wrong/],
    ['https://first.example/some/path', KEY, /The API was found at https:\/\/first\.example/],
    ['https://nowhere.invalid', KEY, /not reachable from this page/],
  ])('of %s with %s reports the problem', async (baseUrl, key, words) => {
    await openHosted('https://first.example');
    gateway.worker.use(http.all('https://nowhere.invalid/*', () => Response.error()));
    const { screen } = await renderApp('/local/settings#servers');
    await screen.getByRole('button', { name: 'Add a server' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Add a server' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Cloud');
    await dialog.getByRole('textbox', { name: 'URL' }).fill(baseUrl);
    await dialog.getByLabelText('API key').fill(key);
    await dialog.getByRole('radio', { name: 'Directly from this page' }).click();
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect.element(dialog.getByText(words)).toBeVisible();
  });
});

describe('a second Flowdeck gateway', () => {
  const BOX = 'https://second.box';
  const TOKEN = 'token-of-the-box';
  beforeEach(() => {
    gateway.worker.use(
      http.all(`${BOX}/*`, async ({ request }) => {
        if (request.headers.get('authorization') !== `Bearer ${TOKEN}`) return new HttpResponse(null, { status: 401 });
        const { pathname, search } = new URL(request.url);
        return gateway.app.fetch(new Request(location.origin + pathname + search));
      }),
    );
  });

  it('is added with one URL and its token, and has workflows and models', async () => {
    const { screen, router } = await renderApp('/local/settings#servers');
    await screen.getByRole('button', { name: 'Add a server' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Add a server' });
    await dialog.getByRole('combobox', { name: 'Kind' }).click();
    await screen.getByRole('option', { name: 'Self-hosted' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Box');
    await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill(BOX);
    await expect.element(dialog.getByRole('textbox', { name: 'URL of the models' })).not.toBeInTheDocument();
    await dialog.getByRole('radio', { name: 'Directly from this page' }).click();
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect.element(dialog.getByText('Enter the token that this gateway was started with.')).toBeVisible();
    await dialog.getByLabelText(/^API key(?! header)/).fill(TOKEN);
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect.element(dialog.getByText(/^Job API: connected/)).toBeVisible();
    await expect.element(dialog.getByText(/^Model Router: connected/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.element(screen.getByText(`Self-hosted · ${BOX}`)).toBeVisible();
    await router.navigate({ to: '/$surface/models', params: { surface: 'box' } });
    await expect.element(screen.getByRole('link', { name: 'scripted/echo' })).toBeVisible();
  });

  it('that was added without its models finds them', async () => {
    configure({ id: 'box', name: 'Box', kind: 'self-hosted', baseUrl: BOX, key: TOKEN });
    const { screen } = await renderApp('/box/models');
    await screen.getByRole('button', { name: 'Look for models' }).click();
    await expect.element(screen.getByRole('link', { name: 'scripted/echo' })).toBeVisible();
  });
});

describe('a run on another server', () => {
  it('transfers the files of the workflow, and sends their bytes once', async () => {
    const hosted = await openHosted('https://first.example', { kind: 'serverless' });
    configure({ id: 'first', name: 'My deployment', baseUrl: 'https://first.example' });
    const file = new File([crypto.randomUUID()], 'note.txt', { type: 'text/plain' });
    const local = await uploadAsset(LOCAL_SURFACE, file, 'note', new AbortController().signal);
    const reference = { __type: 'core/ASSET', info: { id: local?.asset.id } };
    const graph = { ...quick, '3': { class_type: 'ScriptFile', inputs: { file: reference } } };
    const sent: string[] = [];
    gateway.worker.use(
      http.all('https://first.example/*', async ({ request }) => {
        sent.push(`${request.method} ${new URL(request.url).pathname}`);
        return hosted.fetch(request);
      }),
    );
    for (const run of [1, 2]) {
      const text = await transferFiles(
        JSON.stringify(graph),
        LOCAL_SURFACE,
        surfaceAt('first'),
        new AbortController().signal,
      );
      const id = (JSON.parse(text) as typeof graph)['3'].inputs.file.info.id;
      expect(id, `run ${run}`).not.toBe(local?.asset.id);
    }
    expect(sent.filter((call) => call === 'POST /api/v2/assets')).toHaveLength(1);
    expect(sent).toContain('POST /api/v2/assets/from-hash');
  });

  it('takes one click from a draft', async () => {
    const hosted = await openHosted('https://first.example');
    configure({ id: 'first', name: 'My deployment', baseUrl: 'https://first.example' });
    const posts: string[] = [];
    gateway.worker.use(
      http.all('https://first.example/*', async ({ request }) => {
        if (request.method === 'POST') posts.push(new URL(request.url).pathname);
        return hosted.fetch(request);
      }),
    );
    const { screen, router } = await openDraftAt('local');
    await chooseStart('Run on My deployment');
    await screen.getByRole('button', { name: 'Open the job' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/first\/jobs\/.+/);
    await expect.element(screen.getByText('far away').first()).toBeVisible();
    expect(posts).toEqual(['/api/v2/jobs']);
  });
});

describe('a workflow with partner nodes', () => {
  const graph = { ...quick, '3': { class_type: 'KlingTextToVideoNode', inputs: { prompt: 'A boat' } } };
  const run = (screen: Awaited<ReturnType<typeof openDraftAt>>['screen']) =>
    screen.getByRole('button', { name: 'Run', exact: true });
  const saved = (screen: Awaited<ReturnType<typeof openDraftAt>>['screen']) =>
    screen.getByRole('region', { name: 'Key for 1 partner node' });

  beforeEach(async () => {
    await openHosted('https://first.example');
    configure({ id: 'first', baseUrl: 'https://first.example' });
    forgetKey(partnerKeys, 'https://first.example');
  });

  it('J-5.09: requires a partner key before anything is sent', async () => {
    const { screen } = await openDraftAt('first', graph);
    await expect.element(screen.getByText('Partner nodes need a key.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Add a key' })).toBeVisible();
    await expect.element(run(screen)).toHaveAttribute('aria-disabled', 'true');
    const panel = screen.getByRole('region', { name: '1 partner node needs a key' });
    await panel.getByLabelText('API key for partner nodes').fill('k-1');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect.element(saved(screen).getByText('Runs use your API key.')).toBeVisible();
    await expect.element(run(screen)).not.toHaveAttribute('aria-disabled');
  });

  it('J-5.14: warns in the run bar that a session token can expire in the queue', async () => {
    const { screen } = await openDraftAt('first', graph);
    const panel = screen.getByRole('region', { name: '1 partner node needs a key' });
    await panel.getByRole('radio', { name: 'Session token' }).click();
    await panel.getByLabelText('Session token for partner nodes').fill('t-1');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect.element(screen.getByText(/A session token can expire while the job waits in the queue/)).toBeVisible();
    await saved(screen).getByRole('button', { name: 'Change' }).click();
    await saved(screen).getByRole('radio', { name: 'API key' }).click();
    await saved(screen).getByLabelText('API key for partner nodes').fill('k-1');
    await saved(screen).getByRole('button', { name: 'Save' }).click();
    await expect.element(saved(screen).getByText(/Only the API key is sent/)).toBeVisible();
    await expect.element(screen.getByText(/A session token can expire/)).not.toBeInTheDocument();
  });

  it('asks for the partner key again after a reload, and sends nothing without it', async () => {
    const { screen } = await openDraftAt('first', graph);
    const panel = screen.getByRole('region', { name: '1 partner node needs a key' });
    await panel.getByRole('radio', { name: 'Session token' }).click();
    await panel.getByLabelText('Session token for partner nodes').fill('t-1');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect.element(saved(screen).getByText('Runs use your session token.')).toBeVisible();
    await screen.unmount();
    // The memory of a page is lost with it.
    forgetKey(partnerKeys, 'https://first.example');
    const again = await openDraftAt('first', graph);
    await expect
      .element(again.screen.getByText(/^The session token that you entered was not remembered/))
      .toBeVisible();
    await expect.element(again.screen.getByLabelText('Session token for partner nodes')).toBeVisible();
    await expect.element(run(again.screen)).toHaveAttribute('aria-disabled', 'true');
    await again.screen.getByLabelText('Session token for partner nodes').fill('t-2');
    await again.screen.getByRole('button', { name: 'Save' }).click();
    await again.screen.getByRole('button', { name: 'Remove' }).click();
    await expect.element(again.screen.getByText(/was not remembered/)).not.toBeInTheDocument();
  });

  it('requires a key for another target server, and submits nothing before', async () => {
    const posts: string[] = [];
    gateway.worker.events.on('request:start', ({ request }) => {
      if (request.method === 'POST') posts.push(new URL(request.url).pathname);
    });
    const { screen, router } = await openDraftAt('local', graph);
    await chooseStart('Run on first');
    await screen.getByRole('button', { name: 'Enter the key' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/first\/submit\/.+/);
    await expect.element(screen.getByLabelText('API key for partner nodes')).toBeVisible();
    expect(posts.filter((path) => path === '/api/v2/jobs')).toEqual([]);
    gateway.worker.events.removeAllListeners();
  });

  it('asks for no key if the workflow has no such nodes', async () => {
    const { screen } = await openDraftAt('first');
    await expect.element(run(screen)).toBeVisible();
    await expect.element(screen.getByText(/needs a key/)).not.toBeInTheDocument();
  });
});
