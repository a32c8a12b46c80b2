import { chooseStart } from '@/testing/open-draft';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearDeviceData } from '@/domains/history/device-data';
import { writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { afterRunSetting } from '@/features/submit/draft/run-count';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { HostedServers } from '@/testing/hosted-servers';
import { renderApp, type RenderedApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import type { HostedSurface } from '@server/testing/hosted-surface';

const FIRST = 'https://first.example';
const SECOND = 'https://second.example';
const image = { '1': scripted('ScriptOutput', { name: 'harbor.png' }) };

let gateway: BrowserGateway;
let servers: HostedServers;
/** Requests received by other servers, with the credential of each. */
let requests: { to: string; method: string; path: string; credential: string | null }[];

async function openServer(origin: string, key: string): Promise<HostedSurface> {
  const hosted = await servers.open(gateway, origin, { kind: 'managed', accounts: { ada: { keys: [key] } } });
  gateway.worker.use(
    http.all(`${origin}/*`, ({ request }) => {
      const { method, url, headers } = request;
      requests.push({ to: origin, method, path: new URL(url).pathname, credential: headers.get('authorization') });
      return hosted.fetch(request);
    }),
  );
  return hosted;
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  gateway = await mountGateway();
  servers = new HostedServers();
  requests = [];
  afterRunSetting.set('job');
  await openServer(FIRST, 'key-of-first');
  await openServer(SECOND, 'key-of-second');
  servers.configure(
    { id: 'first', name: 'First', kind: 'managed', baseUrl: FIRST, key: 'key-of-first' },
    { id: 'second', name: 'Second', kind: 'managed', baseUrl: SECOND, key: 'key-of-second' },
  );
});
afterEach(async () => {
  await clearDeviceData('history');
  await servers.close();
  await unmountGateway();
});

const comparing = (screen: RenderedApp['screen'], name: string) =>
  screen.getByRole('button', { name: `Compare with the run on ${name}` });

async function openJobAt(id: string): Promise<RenderedApp> {
  const draft = makeDraft(id, { text: JSON.stringify(image), title: 'Harbor', origin: 'file' }, Date.now());
  await writeDraft(draft);
  const app = await renderApp(`/${id}/submit/${draft.id}`);
  await app.screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => app.router.state.location.pathname).toMatch(new RegExp(`^/${id}/jobs/.+`));
  // The editor shows the result, too, until the code of the job page is loaded.
  await expect.element(app.screen.getByRole('tab', { name: 'Log' })).toBeVisible();
  await expect.element(app.screen.getByRole('img', { name: /^Output harbor/ }).first()).toBeVisible();
  return app;
}

describe('a job that was run on another server', () => {
  it('can be compared on both pages, each side fetched from its server with its API key', async () => {
    const { screen, router } = await openJobAt('first');
    const source = router.state.location.pathname;
    await expect.element(comparing(screen, 'Second')).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'More actions' }).click();
    await screen.getByRole('menuitem', { name: 'Run on Second' }).click();
    await screen.getByRole('button', { name: 'Open the job' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/second\/jobs\/.+/);
    const copy = router.state.location.pathname;
    await comparing(screen, 'First').click();
    const dialog = screen.getByRole('dialog', { name: '2 jobs compared' });
    for (const [job, server] of [
      ['Job A', 'Second'],
      ['Job B', 'First'],
    ] as const) {
      const side = dialog.getByRole('region', { name: job });
      await expect.element(side.getByText(server)).toBeVisible();
      const output = side.getByRole('img', { name: 'Output harbor.png' });
      await expect.poll(() => (output.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
    }
    await expect
      .element(dialog.getByRole('region', { name: 'Inputs' }).getByText('the same', { exact: true }))
      .toBeVisible();
    expect(router.state.location.search).toEqual({ with: source.replace(/^\/(\w+)\/jobs\//, '$1/') });

    await router.navigate({ to: source });
    await expect.element(comparing(screen, 'Second')).toBeVisible();
    await screen.getByRole('link', { name: 'Second' }).click();
    await expect.poll(() => router.state.location.pathname).toBe(copy);

    const keys: Record<string, string> = { [FIRST]: 'Bearer key-of-first', [SECOND]: 'Bearer key-of-second' };
    const withKey = requests.filter(({ credential }) => credential !== null);
    expect(new Set(withKey.map(({ to }) => to))).toEqual(new Set([FIRST, SECOND]));
    for (const { to, credential } of withKey) expect(credential).toBe(keys[to]);
  });

  it('is remembered after a reload, even if neither server reports labels', async () => {
    const { screen, router } = await openJobAt('first');
    await screen.getByRole('button', { name: 'More actions' }).click();
    await screen.getByRole('menuitem', { name: 'Run on This machine' }).click();
    await screen.getByRole('button', { name: 'Open the job' }).click();
    await expect.element(comparing(screen, 'First')).toBeVisible();
    const path = router.state.location.pathname;
    await screen.unmount();
    const again = await renderApp(path);
    await expect.element(comparing(again.screen, 'First')).toBeVisible();
  });

  it('is not offered for comparison once its server is removed', async () => {
    const { screen, router } = await openJobAt('first');
    await screen.getByRole('button', { name: 'More actions' }).click();
    await screen.getByRole('menuitem', { name: 'Run on Second' }).click();
    await screen.getByRole('button', { name: 'Open the job' }).click();
    await expect.element(comparing(screen, 'First')).toBeVisible();
    const path = router.state.location.pathname;
    servers.configure({ id: 'second', name: 'Second', kind: 'managed', baseUrl: SECOND, key: 'key-of-second' });
    await expect.element(comparing(screen, 'First')).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe(path);
  });
});

describe('a draft that was run on another server', () => {
  it.each(['before', 'after'])('can be compared with its run here, created %s', async (when) => {
    const draft = makeDraft('local', { text: JSON.stringify(image), title: 'Harbor', origin: 'file' }, Date.now());
    await writeDraft(draft);
    const { screen, router } = await renderApp(`/local/submit/${draft.id}`);
    const runThere = async () => {
      await chooseStart('Run on First');
      await expect.element(screen.getByText('Running on First')).toBeVisible();
      // It covers the button that compares.
      await screen.getByRole('button', { name: 'Dismiss' }).click();
      const strip = screen.getByRole('region', { name: 'Started from this draft' });
      await expect.element(strip.getByRole('radio', { name: /^Run \d, First, succeeded/ })).toBeVisible();
    };
    if (when === 'after') await runThere();
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    if (when === 'before') {
      const job = router.state.location.pathname;
      await router.navigate({ to: `/local/submit/${draft.id}` });
      await runThere();
      await router.navigate({ to: job });
    }
    await comparing(screen, 'First').click();
    const dialog = screen.getByRole('dialog', { name: '2 jobs compared' });
    await expect.element(dialog.getByRole('region', { name: 'Job B' }).getByText('First')).toBeVisible();
    expect(requests.filter(({ method, path }) => method === 'POST' && path === '/api/v2/jobs')).toHaveLength(1);
  });
});
