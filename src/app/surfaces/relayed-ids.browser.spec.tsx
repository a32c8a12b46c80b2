import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { afterRunSetting } from '@/features/submit/draft/run-count';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { HOSTED_KEY, HostedServers } from '@/testing/hosted-servers';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import type { HostedSurface } from '@server/testing/hosted-surface';

const ORIGIN = 'https://proxy.example';

let gateway: BrowserGateway;
let servers: HostedServers;
let hosted: HostedSurface | null = null;
let relayed: string[];

beforeEach(async () => {
  await page.viewport(1280, 900);
  relayed = [];
  gateway = await mountGateway({
    relayFetch: (request) => {
      relayed.push(new URL(request.url).pathname);
      return hosted?.fetch(request) ?? Promise.resolve(Response.error());
    },
  });
  servers = new HostedServers();
  afterRunSetting.set('job');
  hosted = await servers.open(gateway, ORIGIN, { quirks: ['opaque-ids'] });
});
afterEach(async () => {
  hosted = null;
  await servers.close();
  await unmountGateway();
});

it('jobs with a slash in their id run, open and are listed through the relay', async () => {
  const surface = {
    id: 'proxy',
    name: 'Proxy',
    color: 'blue',
    kind: 'serverless',
    baseUrl: ORIGIN,
    routerBaseUrl: null,
    access: 'relay',
    routerAuth: 'bearer',
    dialect: 'service',
  } as const;
  await gateway.app.fetch(
    new Request(`${location.origin}/console/surfaces/proxy`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ surface, credential: HOSTED_KEY }),
    }),
  );
  servers.configure(surface);
  const text = JSON.stringify({ '1': scripted('ScriptOutput', { name: 'harbor.png' }) });
  const draft = makeDraft('proxy', { text, title: 'Harbor', origin: 'file' }, Date.now());
  await writeDraft(draft);
  const { screen, router } = await renderApp(`/proxy/submit/${draft.id}`);
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/proxy\/jobs\/[\da-f-]{36}\.a.+b%2Fc.+$/i);
  const output = screen.getByRole('img', { name: /^Output harbor/ }).first();
  await expect.poll(() => (output.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
  expect(relayed.some((path) => /^\/api\/v2\/jobs\/.*%2F/.test(path))).toBe(true);

  await router.navigate({ to: '/$surface/jobs', params: { surface: 'proxy' } });
  await screen
    .getByRole('link', { name: /Harbor/ })
    .first()
    .click();
  await expect.element(output).toBeVisible();
});
