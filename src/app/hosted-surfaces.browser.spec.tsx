import { QueryClient } from '@tanstack/react-query';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { catalogQuery } from '@/domains/models/model-queries';
import { schemaQuery } from '@/features/models/schema/schema-query';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';
import { afterRunSetting } from '@/features/submit/draft/run-count';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { openDraft } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { systemClock } from '@server/clock';
import type { HostedSurfaceOptions } from '@server/testing/hosted-options';
import type { HostedQuirk } from '@server/testing/hosted-quirks';
import { HostedSurface } from '@server/testing/hosted-surface';
import { createMemoryDeps } from '@server/testing/memory-deps';

const KEY = 'ada-1';
const READS_ONLY = 'ada-reads';
const quick = { '1': scripted('ScriptLog', { message: 'hello' }), '2': scripted('ScriptText', { text: 'pinned' }) };

let gateway: BrowserGateway;
let hosted: HostedSurface;
let requests: Request[];

/** The surface of this page is played by a hosted one: others cannot be added yet. */
async function openHosted(
  kind: HostedSurfaceOptions['kind'],
  bearer = KEY,
  quirks: readonly HostedQuirk[] = [],
): Promise<void> {
  hosted = await HostedSurface.open(
    {
      kind,
      origin: location.origin,
      pinnedWorkflow: JSON.stringify(quick),
      quirks,
      accounts: { ada: { keys: [KEY], restrictedKeys: [READS_ONLY] } },
    },
    await createMemoryDeps({}, systemClock),
  );
  gateway.worker.use(
    http.all('*/console/events', () => problem(404, 'not_found')),
    http.all('*/api/v2/*', ({ request }) => hosted.fetch(request)),
    http.all('*/v2/models*', ({ request }) => hosted.fetch(request)),
    http.all('*/v2/models/*', ({ request }) => hosted.fetch(request)),
    http.all('*/uploads/*', ({ request }) => hosted.fetch(request)),
    http.get(`${location.origin}/workflow`, ({ request }) => hosted.fetch(request)),
  );
  Object.assign(LOCAL_SURFACE, { bearer, kind: kind === 'serverless' ? 'deployment' : 'gateway' });
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  gateway = await mountGateway();
  afterRunSetting.set('job');
  requests = [];
  gateway.worker.events.on('request:start', ({ request }) => void requests.push(request));
});
afterEach(async () => {
  Object.assign(LOCAL_SURFACE, { kind: 'gateway' });
  delete LOCAL_SURFACE.bearer;
  gateway.worker.events.removeAllListeners();
  await unmountGateway();
  await hosted.close();
});

const pathsAsked = () => requests.map(({ url }) => new URL(url).pathname);

describe('the console on a hosted surface', () => {
  it('J-1.24: shows the pinned workflow of a deployment, and opens it', async () => {
    await openHosted('serverless');
    const { screen, router } = await renderApp('/local/submit');
    const pinned = screen.getByRole('region', { name: 'The workflow of this deployment' });
    await pinned.getByRole('button', { name: 'Open it' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/submit\/.+/);
    await expect.element(screen.getByRole('textbox', { name: 'text' })).toHaveValue('pinned');
  });

  it('runs the workflow of a deployment with other values, and another one only if it is allowed', async () => {
    await openHosted('serverless');
    const posts = () =>
      requests.filter(({ method, url }) => method === 'POST' && new URL(url).pathname === '/api/v2/jobs');
    const own = await openDraft({ ...quick, '2': scripted('ScriptText', { text: 'other' }) });
    await expect.poll(pathsAsked).toContain('/workflow');
    await own.screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => own.router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    expect(posts()).toHaveLength(1);
    await own.screen.unmount();

    const { screen, router } = await openDraft({ '1': scripted('ScriptText', { text: 'foreign' }) });
    const notice = screen.getByRole('region', { name: /has another workflow$/ });
    await expect.element(notice.getByText('It differs in 3 nodes.', { exact: false })).toBeVisible();
    const run = screen.getByRole('button', { name: 'Run', exact: true });
    await expect.element(run).toHaveAttribute('aria-disabled', 'true');
    screen.getByRole('textbox', { name: 'text' }).element().focus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await notice.getByRole('button', { name: 'Show the differences' }).click();
    await expect.element(screen.getByRole('dialog').getByText('ScriptLog').first()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(posts()).toHaveLength(1);
    await notice.getByRole('button', { name: 'Allow this one' }).click();
    await run.click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    expect(posts()).toHaveLength(2);
  });

  it('runs nothing before it has read the workflow of the deployment, unless there is none', async () => {
    await openHosted('serverless');
    let answer: (response: Response) => void = () => {};
    const answered = new Promise<Response>((resolve) => (answer = resolve));
    gateway.worker.use(http.get(`${location.origin}/workflow`, () => answered));
    const { screen } = await openDraft({ '1': scripted('ScriptText', { text: 'foreign' }) });
    const run = screen.getByRole('button', { name: 'Run', exact: true });
    await expect.element(run).toHaveAttribute('title', expect.stringMatching(/^Comparing with the workflow of/));
    screen.getByRole('textbox', { name: 'text' }).element().focus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    answer(problem(404, 'not_found'));
    await expect.element(run).toBeEnabled();
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('shapes inputs as those of ComfyUI\u2019s own classes, marked as a guess, which forbids nothing', async () => {
    await openHosted('serverless');
    const inputs = { seed: 7, steps: 20, cfg: 7.5, sampler_name: 'euler', scheduler: 'of_a_pack', denoise: 0.5 };
    const { screen } = await openDraft({ '1': { class_type: 'KSampler', inputs }, '2': scripted('ScriptText') });
    const sampler = screen.getByRole('region', { name: 'KSampler' });
    await expect.element(sampler.getByText('guess')).toBeVisible();
    await expect.element(sampler.getByText('0 – 1', { exact: true })).toBeVisible();
    const name = sampler.getByRole('combobox', { name: 'sampler_name' });
    await expect.element(name).toHaveValue('euler');
    const list = document.getElementById(name.element().getAttribute('list') ?? '');
    expect([...(list?.querySelectorAll('option') ?? [])].map(({ value }) => value)).toContain('dpmpp_2m');
    await name.fill('res_2s');
    await expect.element(sampler.getByRole('combobox', { name: 'scheduler' })).toHaveValue('of_a_pack');
    await screen.getByRole('button', { name: 'Allow this one' }).click();
    await expect.element(screen.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
    await expect.element(screen.getByRole('region', { name: 'ScriptText' }).getByText('guess')).not.toBeInTheDocument();
  });

  it('never says that a job did not run that was seen running, if the server sends no start times', async () => {
    await openHosted('serverless', KEY, ['no-started-at']);
    const { screen, router } = await openDraft({ '1': scripted('ScriptHang') });
    const allow = screen.getByRole('button', { name: 'Allow this one' });
    await allow.click();
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    const path = router.state.location.pathname;
    await expect.element(screen.getByText('running', { exact: true }).first()).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByText(/^Canceled (?:while it ran|at step .*)\.$/)).toBeVisible();
    await screen.unmount();
    const again = (await renderApp(`${path}?tab=nodes`)).screen;
    await expect.element(again.getByText(/^Canceled (?:while it ran|at step .*)\.$/)).toBeVisible();
    expect(again.getByText(/never started|Nothing was run|before it started/).query()).toBeNull();
    await again.unmount();
    localStorage.clear();
    const later = (await renderApp(`${path}?tab=details`)).screen;
    await expect.element(later.getByText('Total')).toBeVisible();
    expect(later.getByText(/never started|Nothing was run|before it started/).query()).toBeNull();
  });

  it('runs and edits its own jobs again if the server returns no workflows, under the title of this browser', async () => {
    await openHosted('serverless', KEY, ['no-workflows', 'text-metadata']);
    const posts = () =>
      requests.filter(({ method, url }) => method === 'POST' && new URL(url).pathname === '/api/v2/jobs');
    const own = await openDraft(quick, 'plain.json');
    await own.screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => own.router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    const path = own.router.state.location.pathname;
    await expect.element(own.screen.getByText('succeeded', { exact: true }).first()).toBeVisible();
    await own.screen.unmount();

    const { screen, router } = await renderApp(`${path}?tab=nodes`);
    await expect.element(screen.getByRole('heading', { name: 'plain.json' })).toBeVisible();
    await expect.element(screen.getByRole('list', { name: 'Nodes in order of execution' })).toBeVisible();
    await screen.getByRole('tab', { name: 'Inputs' }).click();
    await expect.element(screen.getByText(/These inputs are from the record of this browser\.$/)).toBeVisible();
    await screen.getByRole('tab', { name: 'Details' }).click();
    await expect.element(screen.getByRole('tab', { name: 'Workflow' })).toBeVisible();
    const sent = posts().length;
    await screen.getByRole('button', { name: 'Run again' }).click();
    await expect.poll(() => router.state.location.pathname).not.toBe(path);
    expect(posts().length).toBeGreaterThan(sent);
    await screen.getByRole('button', { name: 'Edit and run' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'text' })).toHaveValue('pinned');
    await screen.unmount();

    const list = await renderApp('/local/jobs');
    await expect.element(list.screen.getByRole('link', { name: 'plain.json' }).first()).toBeVisible();
  });

  it('offers nothing that needs the workflow of a job of another client, if the server returns none', async () => {
    await openHosted('serverless', KEY, ['no-workflows']);
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ workflow: quick });
    const submission = new Request(`${location.origin}/api/v2/jobs`, { method: 'POST', headers, body });
    const { id } = (await (await hosted.fetch(submission)).json()) as { id: string };
    const { screen } = await renderApp(`/local/jobs/${id}`);
    await expect.element(screen.getByText('succeeded', { exact: true }).first()).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'More actions' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Run again' })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Edit and run' })).not.toBeInTheDocument();
  });

  it('J-4.69: requests a pinned workflow from deployments only', async () => {
    await openHosted('managed');
    const { screen } = await renderApp('/local/submit');
    await expect.element(screen.getByRole('heading', { name: /^Samples/ })).toBeVisible();
    const draft = await openDraft(quick);
    await expect.element(draft.screen.getByRole('textbox', { name: 'text' })).toHaveValue('pinned');
    expect(pathsAsked()).not.toContain('/workflow');
    expect(screen.getByRole('region', { name: 'The workflow of this deployment' }).query()).toBeNull();
  });

  it('J-5.01, J-5.05: sends the API key with every request of a run, including streams', async () => {
    await openHosted('managed');
    const { screen, router } = await openDraft({ '1': scripted('ScriptHang') });
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    const ofSurface = () => requests.filter(({ url }) => /^\/(?:api|console)\//.test(new URL(url).pathname));
    const names = () => ofSurface().map(({ url }) => new URL(url).pathname.replace(/[\da-f-]{36}/, '{id}'));
    for (const name of ['/api/v2/jobs', '/api/v2/jobs/{id}', '/console/events', '/api/v2/jobs/{id}/events']) {
      await expect.poll(names).toContain(name);
    }
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByText('canceled', { exact: true }).first()).toBeVisible();
    const without = ofSurface().filter(({ headers }) => headers.get('authorization') !== `Bearer ${KEY}`);
    expect(without.map(({ url }) => url)).toEqual([]);
  });

  it('J-5.05: sends the API key with uploads and hash lookups', async () => {
    await openHosted('managed');
    const bytes = new TextEncoder().encode(crypto.randomUUID());
    for (const sent of [bytes.length, 0]) {
      const file = new File([bytes], 'note.txt', { type: 'text/plain' });
      const result = await uploadAsset(LOCAL_SURFACE, file, 'note', new AbortController().signal);
      expect(result?.sentBytes).toBe(sent);
    }
    const ofApi = requests.filter(({ url }) => new URL(url).pathname.startsWith('/api/'));
    expect(ofApi.map(({ method }) => method)).toEqual(['HEAD', 'POST', 'HEAD', 'POST']);
    for (const { headers } of ofApi) expect(headers.get('authorization')).toBe(`Bearer ${KEY}`);
  });

  it('follows an upload redirect to another path of the surface, and looks up no hash', async () => {
    await openHosted('managed', KEY, ['own-upload-path']);
    const file = new File([crypto.randomUUID()], 'note.txt', { type: 'text/plain' });
    const result = await uploadAsset(LOCAL_SURFACE, file, 'note', new AbortController().signal);
    expect(result?.sentBytes).toBe(file.size);
    expect(pathsAsked().filter((path) => path.startsWith('/uploads/'))).toHaveLength(1);
  });

  it('reads catalog and schemas of a router that does not expose ETag', async () => {
    await openHosted('router', KEY, ['hidden-etags']);
    const surface: Surface = {
      id: 'router',
      name: 'Router',
      baseUrl: null,
      routerBaseUrl: location.origin,
      kind: 'router',
      bearer: KEY,
    };
    for (const _ of ['first', 'again']) {
      const client = new QueryClient();
      const schema = await client.fetchQuery(schemaQuery(surface, 'scripted/echo'));
      expect([schema.etag, schema.isUnchanged]).toEqual(['', false]);
      expect(schema.text).toContain('"openapi"');
      const { pages } = await client.fetchInfiniteQuery(catalogQuery(surface));
      expect(pages[0]?.tag).toBeNull();
      expect(pages[0]?.page.data.map(({ id }) => id)).toContain('scripted/echo');
    }
    const ofRouter = requests.filter(({ url }) => new URL(url).pathname.startsWith('/v2/models'));
    expect(ofRouter.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, null, null, null]);
  });

  it('J-4.36, J-4.52: reports missing credits, preserves the draft, and runs it once credits are available', async () => {
    await openHosted('managed');
    hosted.setCredits('ada', 0);
    const { screen, router } = await openDraft(quick);
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.element(screen.getByText('The account has no credits left', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'text' })).toHaveValue('pinned');
    hosted.setCredits('ada', 1);
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
  });

  it.each([
    [READS_ONLY, 'You are not allowed to run workflows here'],
    ['nobody-1', 'Authentication required'],
  ])('J-5.08: with %s it shows: %s', async (bearer, text) => {
    await openHosted('managed', bearer);
    const { screen } = await openDraft(quick);
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  });

  it('J-2.65: shows a withheld log as unavailable', async () => {
    await openHosted('managed');
    const { screen, router } = await openDraft(quick);
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    hosted.withheldLogs.add(router.state.location.pathname.split('/').at(-1) ?? '');
    await expect.element(screen.getByText('succeeded').first()).toBeVisible();
    await router.navigate({ to: `${router.state.location.pathname}?tab=log` });
    await expect.element(screen.getByRole('heading', { name: 'No log output' })).toBeVisible();
  });
});
