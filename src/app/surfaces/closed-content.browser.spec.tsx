import { http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fetchContent } from '@/api/fetch-content';
import { call } from '@/api/client';
import { findCapability, learn, markProbed } from '@/api/surfaces/capability-record';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { HOSTED_KEY, HostedServers, surfaceAt } from '@/testing/hosted-servers';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { watchDownloads } from '@/testing/watch-downloads';
import { makeZipBlob } from '@/shared/zip/make-zip';
import { filesAt } from '@/shared/dialog-requests/file-at';
import type { HostedSurfaceOptions } from '@server/testing/hosted-options';

/** Servers that the page reaches directly, and whose content URLs require the credential. */

const ORIGIN = 'https://proxy.example';

let gateway: BrowserGateway;
let servers: HostedServers;
/** Requests for content: the file id, and whether they had the credential. */
let requests: { id: string; origin: string; hasKey: boolean }[];

beforeEach(async () => {
  await page.viewport(1280, 900);
  gateway = await mountGateway();
  servers = new HostedServers();
  requests = [];
  gateway.worker.events.on('request:start', ({ request }) => {
    const { pathname, origin } = new URL(request.url);
    const [, id] = /\/assets\/([^/]+)\/content$/.exec(pathname) ?? [];
    if (id !== undefined) requests.push({ id, origin, hasKey: request.headers.has('authorization') });
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  gateway.worker.events.removeAllListeners();
  await servers.close();
  await unmountGateway();
});

async function jobAt(graph: object, options: Partial<HostedSurfaceOptions> = {}): Promise<string> {
  const hosted = await servers.open(gateway, ORIGIN, { quirks: ['unsigned-content'], ...options });
  servers.configure({ id: 'proxy', name: 'Proxy', kind: 'self-hosted', baseUrl: ORIGIN });
  // The capability probe, which runs when the page is idle, would request content too, and learn what these tests check.
  markProbed(surfaceAt('proxy'));
  const ask = (path: string, init: RequestInit = {}) => {
    const request = new Request(ORIGIN + path, init);
    request.headers.set('Authorization', `Bearer ${HOSTED_KEY}`);
    return hosted.fetch(request);
  };
  const body = JSON.stringify({ workflow: graph });
  const response = await ask('/api/v2/jobs', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const { id } = (await response.json()) as { id: string };
  const status = async () => ((await (await ask(`/api/v2/jobs/${id}`)).json()) as { status: string }).status;
  await expect.poll(status).toBe('succeeded');
  return id;
}

const PICTURE = { '1': scripted('ScriptOutput', { name: 'harbor.png' }) };
const never = new AbortController().signal;

async function outputsOf(id: string) {
  const { body } = await call(surfaceAt('proxy'), 'getJob', { params: { id } });
  return body.outputs;
}

it('images that require the credential are shown, remembered as such, and their memory is released', async () => {
  const id = await jobAt(PICTURE);
  const { screen, router } = await renderApp(`/proxy/jobs/${id}`);
  const picture = screen.getByRole('img', { name: /^Output harbor/ }).first();
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
  const { src } = picture.element() as HTMLImageElement;
  expect(src).toMatch(/^blob:/);
  expect(requests.some(({ hasKey }) => !hasKey)).toBe(true);
  expect(findCapability(surfaceAt('proxy'), 'openContent')).toMatchObject({ isOffered: false, source: 'response' });

  await router.navigate({ to: '/$surface/settings', params: { surface: 'proxy' } });
  await expect.element(picture).not.toBeInTheDocument();
  const isReleased = async () => (await fetch(src).catch((error: unknown) => error)) instanceof TypeError;
  await expect.poll(isReleased).toBe(true);

  requests.length = 0;
  await router.navigate({ to: '/$surface/jobs', params: { surface: 'proxy' } });
  await expect
    .poll(() => [...document.images].some((image) => image.src.startsWith('blob:') && image.naturalWidth > 0))
    .toBe(true);
  expect(requests.filter(({ hasKey }) => !hasKey)).toEqual([]);
});

it('signed URLs load unchanged, without the credential', async () => {
  const id = await jobAt(PICTURE, { quirks: [] });
  const { screen } = await renderApp(`/proxy/jobs/${id}`);
  const image = screen.getByRole('img', { name: /^Output harbor/ }).first();
  await expect.poll(() => (image.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
  expect((image.element() as HTMLImageElement).src).toMatch(/^https:.*signature=/);
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.filter(({ hasKey }) => hasKey)).toEqual([]);
});

/** Width of a tile with its gap. */
const TILE_PX = 108;

it('only visible content is fetched', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `frame-${index}.png`);
  const id = await jobAt(
    Object.fromEntries(names.map((name, index) => [index + 1, scripted('ScriptOutput', { name })])),
  );
  learn(surfaceAt('proxy'), 'openContent', false);
  const { screen } = await renderApp(`/proxy/jobs/${id}`);
  const strip = screen.getByRole('list', { name: 'All outputs' });
  const shown = () => [...strip.element().querySelectorAll('img')].filter(({ naturalWidth }) => naturalWidth > 0);
  await expect.poll(() => shown().length).toBeGreaterThan(4);
  // The newest one is shown in large.
  const far = (await outputsOf(id))[20]?.id;
  expect(requests.map((each) => each.id)).not.toContain(far);
  expect(new Set(requests.map((each) => each.id)).size).toBeLessThan(names.length / 2);
  strip.element().scrollTo({ left: 20 * TILE_PX });
  await expect.poll(() => requests.map((each) => each.id)).toContain(far);
});

it('text is shown, and files are saved one by one and as a zip', async () => {
  const id = await jobAt({ '1': scripted('ScriptText', { text: 'far away' }) });
  const { screen } = await renderApp(`/proxy/jobs/${id}`);
  await expect.element(screen.getByText('far away').first()).toBeVisible();
  const downloads = watchDownloads();
  const link = screen.getByRole('link', { name: 'Download text_1.txt' });
  await expect.element(link).toBeVisible();
  link.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  await expect.poll(() => downloads.length).toBe(1);
  expect(await (await fetch(downloads[0]?.url ?? '')).text()).toBe('far away');
  const outputs = await outputsOf(id);
  const { blob } = await makeZipBlob({
    files: filesAt(surfaceAt('proxy'), outputs),
    names: ['a.txt'],
    signal: never,
    onProgress: () => {},
  });
  expect(await blob.text()).toContain('far away');
});

it('a file that is too large to display is offered as a download', async () => {
  const id = await jobAt(PICTURE);
  const length = { 'Content-Type': 'image/png', 'Content-Length': String(300 * 1024 * 1024) };
  gateway.worker.use(
    http.get(`${ORIGIN}/api/v2/assets/:id/content`, ({ request }) =>
      request.headers.has('authorization')
        ? new Response('only the beginning', { headers: length })
        : new Response(null, { status: 401 }),
    ),
  );
  const { screen } = await renderApp(`/proxy/jobs/${id}`);
  await expect.element(screen.getByText('Too large for a preview')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Download harbor.png' })).toBeVisible();
});

it('the credential is sent to no other origin', async () => {
  await jobAt(PICTURE);
  const url = 'https://files.example/api/v2/assets/7/content';
  gateway.worker.use(http.get(url, () => new Response(null, { status: 401 })));
  expect((await fetchContent(surfaceAt('proxy'), url)).status).toBe(401);
  expect(requests.filter(({ origin }) => origin === 'https://files.example').map(({ hasKey }) => hasKey)).toEqual([
    false,
  ]);
});
