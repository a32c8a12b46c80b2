import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { durableRuns } from '@/domains/model-calls/run-journal';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { HostedServers, surfaceAt } from '@/testing/hosted-servers';
import { renderApp } from '@/testing/render-app';
import { forgetRuns, storeResponse } from '@/testing/run-fixtures';
import { documentOf } from '@server/testing/scripted-models/scripted-documents';
import type { HostedSurface } from '@server/testing/hosted-surface';
import { modelDocument } from '../schema/testing/model-documents';
import { transferMedia } from './transfer-media';

const CLOUD = 'https://models.example';
const never = new AbortController().signal;

let gateway: BrowserGateway;
let servers: HostedServers;
let cloud: HostedSurface;
/** Model calls that the other server received. */
let calls: { path: string; body: string; credential: string | null }[];

beforeEach(async () => {
  await page.viewport(1280, 900);
  gateway = await mountGateway();
  servers = new HostedServers();
  calls = [];
  cloud = await servers.open(gateway, CLOUD, { kind: 'router', accounts: { ada: { keys: ['key-of-cloud'] } } });
  gateway.worker.use(
    http.post(`${CLOUD}/v2/models/*`, async ({ request }) => {
      const { pathname } = new URL(request.url);
      const credential = request.headers.get('authorization');
      calls.push({ path: pathname, body: await request.clone().text(), credential });
      return cloud.fetch(request);
    }),
  );
  servers.configure({ id: 'cloud', name: 'Cloud', kind: 'router', routerBaseUrl: CLOUD, key: 'key-of-cloud' });
});
afterEach(async () => {
  await forgetRuns();
  await servers.close();
  await unmountGateway();
});

const openModel = (body: object, model = 'echo') =>
  renderApp(`/local/models/scripted/${model}#input=${encodeURIComponent(JSON.stringify(body))}`);

async function openDialog(screen: Awaited<ReturnType<typeof openModel>>['screen']) {
  await screen.getByRole('button', { name: 'Run on another server' }).first().click();
  return screen.getByRole('dialog', { name: 'Run on another server' });
}

describe('a model call', () => {
  it('runs once on another server with the credential of that server and the same input', async () => {
    const ran = await storeResponse({ text: 'Grey cranes.' }, {}, { modelId: 'scripted/echo' });
    const { screen, router } = await renderApp('/local/models/scripted/echo');
    const result = screen.getByRole('region', { name: 'Result' });
    await result.getByRole('button', { name: 'More actions for this run' }).click();
    await screen.getByRole('menuitem', { name: 'Run on another server' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Run on another server' });
    await expect.element(dialog.getByText('Takes the input as it is.')).toBeVisible();
    await expect.element(dialog.getByText(/which may be charged/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Run on Cloud' }).dblClick();
    await screen.getByRole('button', { name: 'Open the run' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/cloud/models/scripted/echo');
    await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
    expect(calls).toEqual([
      { path: '/v2/models/scripted/echo', body: '{"prompt":"a harbour at dawn"}', credential: 'Bearer key-of-cloud' },
    ]);
    const there = (await durableRuns.all()).find(({ surfaceId }) => surfaceId === 'cloud');
    expect(there?.ranFrom).toBe(ran.id);
  });

  it('is compared with its run on another server, from both pages', async () => {
    const modelId = 'scripted/echo';
    const ran = await storeResponse({ text: 'Grey cranes.' }, {}, { modelId });
    const there = await storeResponse({ text: 'White cranes.' }, {}, { modelId, surfaceId: 'cloud', ranFrom: ran.id });
    const { screen, router } = await renderApp(`/cloud/models/scripted/echo?run=${there.id}&step=result`);
    await screen.getByRole('button', { name: 'Compare with the run on This machine' }).click();
    const compared = screen.getByRole('dialog', { name: '2 runs compared' });
    await expect.element(compared.getByRole('region', { name: 'Run A' })).toHaveTextContent(/Cloud/);
    await expect.element(compared.getByRole('region', { name: 'Run B' })).toHaveTextContent(/This machine/);
    await expect.element(compared.getByRole('region', { name: 'Inputs' })).toHaveTextContent('Inputsthe same');
    await expect
      .element(compared.getByRole('region', { name: 'Output' }))
      .toHaveTextContent('OutputNothing differs beyond what is shown.');
    await userEvent.keyboard('{Escape}');
    await screen.getByRole('link', { name: 'This machine' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/local/models/scripted/echo');
    await expect.element(screen.getByRole('button', { name: 'Compare with the run on Cloud' })).toBeVisible();
  });

  it('shows that the other server does not have the model', async () => {
    gateway.worker.use(
      http.get(`${CLOUD}/v2/models/scripted/echo`, () =>
        HttpResponse.json({ detail: 'No such model', error_type: 'model_not_found' }, { status: 404 }),
      ),
    );
    const { screen } = await openModel({ prompt: 'fog' });
    const dialog = await openDialog(screen);
    await expect.element(dialog.getByText('This server does not have scripted/echo.')).toBeVisible();
    await expect
      .element(dialog.getByRole('button', { name: 'Run', exact: true }))
      .toHaveAttribute('aria-disabled', 'true');
    expect(calls).toEqual([]);
  });

  it('shows which server is unreachable, at which host, and what to do', async () => {
    await storeResponse({ text: 'Grey cranes.' }, {}, { modelId: 'scripted/echo' });
    servers.configure(
      { id: 'cloud', name: 'Cloud', kind: 'router', routerBaseUrl: CLOUD },
      { id: 'lab', name: 'Lab', kind: 'router', routerBaseUrl: 'https://lab.example', access: 'relay' },
    );
    gateway.worker.use(
      http.get(`${CLOUD}/*`, () => Response.error()),
      http.get('*/console/relay/lab/*', () => {
        const error = {
          code: 'surface_unreachable',
          message: 'Lab (lab.example) refused the connection',
          details: null,
        };
        return HttpResponse.json({ error }, { status: 502, headers: { 'X-Flowdeck-Relay': 'error' } });
      }),
    );
    const { screen } = await renderApp('/local/models/scripted/echo');
    const dialog = await openDialog(screen);
    const advice = (what: string, name: string) =>
      `${what}. Check that ${name} is running, and its URL in Settings › Servers.`;
    await expect.element(dialog.getByText(advice('No response from models.example', 'Cloud'))).toBeVisible();
    await expect.element(dialog.getByText(advice('Lab (lab.example) refused the connection', 'Lab'))).toBeVisible();
  });

  it('opens the form there with the values that fit, and lists those that do not', async () => {
    gateway.worker.use(
      http.get(`${CLOUD}/v2/models/scripted/echo/openapi.json`, () => {
        const document = JSON.parse(documentOf('scripted/echo', 'echo'));
        const { properties } =
          document.paths['/v2/models/scripted/echo'].post.requestBody.content['application/json'].schema;
        delete properties.tags;
        properties.times.maximum = 2;
        return HttpResponse.json(document);
      }),
    );
    const { screen, router } = await openModel({ prompt: 'fog', tags: ['sea'], times: 7 });
    const dialog = await openDialog(screen);
    await expect.element(dialog.getByText('Its inputs differ there.')).toBeVisible();
    await expect.element(dialog.getByText(/Takes 2 of 3 inputs; left out: tags/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Run on Cloud' })).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('button', { name: 'Open the form there' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/cloud/models/scripted/echo');
    const notice = screen.getByRole('region', { name: 'Input from This machine' });
    await expect.element(notice.getByText(/^tags/)).toBeVisible();
    await expect.element(notice.getByText(/^times/)).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: /^prompt/i })).toHaveValue('fog');
    expect(calls).toEqual([]);
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ prompt: 'fog' });
    await expect.element(notice).not.toBeInTheDocument();
  });

  it('can be taken from the history as well', async () => {
    const source = await storeResponse({ text: 'Grey cranes.' }, {}, { modelId: 'scripted/echo' });
    const { screen } = await renderApp('/local/models/runs');
    await screen.getByRole('button', { name: 'More actions for the run of scripted/echo, succeeded' }).click();
    await screen.getByRole('menuitem', { name: 'Run on another server' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Run on Cloud' }).click();
    await expect.element(screen.getByText('Running on Cloud')).toBeVisible();
    const there = async () => (await durableRuns.all()).find(({ surfaceId }) => surfaceId === 'cloud');
    await expect.poll(async () => (await there())?.state.name).toBe('done');
    expect((await there())?.ranFrom).toBe(source.id);
  });

  it('has no such action if no other server runs models', async () => {
    servers.configure();
    const { screen } = await openModel({ prompt: 'fog' });
    await expect.element(screen.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Run on another server' })).not.toBeInTheDocument();
  });
});

/** Uploads a file to our own gateway and returns its URL. */
async function localUrl(text: string): Promise<string> {
  const file = new File([text], 'cat.png', { type: 'image/png' });
  const sent = await uploadAsset(LOCAL_SURFACE, file, crypto.randomUUID(), never);
  return sent?.asset.url ?? '';
}

describe('files of an input', () => {
  const document = modelDocument({
    type: 'object',
    properties: {
      image: { type: 'string', description: 'An image as a data URI.' },
      image_url: { type: 'string', format: 'uri', description: 'URL of an image.' },
    },
  });
  const to = () => ({ to: surfaceAt('cloud'), modelId: 'x/y', documentText: document, facts: undefined });

  it('are embedded in the body if the other server stores none', async () => {
    const text = JSON.stringify({ image: await localUrl('meow'), seed: 1 });
    const transferred = await transferMedia(text, to(), never);
    expect(JSON.parse(transferred.text)).toEqual({ image: `data:image/png;base64,${btoa('meow')}`, seed: 1 });
    expect(transferred.omitted).toEqual([]);
  });

  it('are omitted with the reason if they cannot be transferred', async () => {
    const text = JSON.stringify({ image_url: await localUrl('purr') });
    const transferred = await transferMedia(text, to(), never);
    expect(JSON.parse(transferred.text)).toEqual({});
    expect(transferred.omitted).toEqual([
      { name: 'image_url', why: 'cat.png: this input requires a URL, and Cloud stores no files.' },
    ]);
  });

  it('are found there by their hash or uploaded, once', async () => {
    const sent: string[] = [];
    const managed = await servers.open(gateway, 'https://jobs.example', { kind: 'managed', origin: CLOUD });
    servers.configure({ id: 'cloud', name: 'Cloud', kind: 'self-hosted', baseUrl: CLOUD, routerBaseUrl: CLOUD });
    gateway.worker.use(
      http.all(`${CLOUD}/api/v2/*`, ({ request }) => {
        sent.push(`${request.method} ${new URL(request.url).pathname}`);
        return managed.fetch(request);
      }),
    );
    const text = JSON.stringify({ image_url: await localUrl(crypto.randomUUID()) });
    for (const _ of [1, 2]) {
      const transferred = await transferMedia(text, to(), never);
      expect(JSON.parse(transferred.text).image_url).toMatch(
        /^https:\/\/models\.example\/api\/v2\/assets\/.+\/content/,
      );
    }
    expect(sent.filter((request) => request === 'POST /api/v2/assets')).toHaveLength(1);
  });

  it('of third parties stay unchanged, byte for byte', async () => {
    const text = '{ "image": "https://elsewhere.example/a.png", "n": 1.0 }';
    expect(await transferMedia(text, to(), never)).toEqual({ text, omitted: [] });
  });
});
