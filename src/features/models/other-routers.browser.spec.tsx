import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { forgetRuns } from '@/testing/run-fixtures';
import { scripted } from '@/testing/scripted-graph';
import { documentOf } from '@server/testing/scripted-models/scripted-documents';

const ROUTER = 'https://router.example';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  Object.assign(LOCAL_SURFACE, { routerBaseUrl: location.origin });
  gateway.worker.events.removeAllListeners();
  await forgetRuns();
  await unmountGateway();
});

const openModel = (model: string) =>
  renderApp(`/local/models/scripted/${model}#input=${encodeURIComponent('{"prompt":"fog"}')}`);

it('R-1.16 sends model calls to the base address of the router, and job calls to that of the Job API', async () => {
  const requests: URL[] = [];
  gateway.worker.events.on('request:start', ({ request }) => void requests.push(new URL(request.url)));
  gateway.worker.use(
    http.all(`${ROUTER}/v2/*`, async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const body = request.method === 'POST' ? { body: await request.arrayBuffer() } : {};
      const { method, headers } = request;
      return gateway.app.fetch(new Request(location.origin + pathname + search, { method, headers, ...body }));
    }),
  );
  Object.assign(LOCAL_SURFACE, { routerBaseUrl: ROUTER });
  await gateway.submit({ '1': scripted('ScriptText', { text: 'done' }) }, { flowdeck_title: 'Beside' });
  const { screen } = await openModel('echo');
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
  await screen.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Jobs' }).click();
  await expect.element(screen.getByRole('link', { name: 'Beside' })).toBeVisible();

  const originsOf = (path: RegExp) => [
    ...new Set(requests.filter(({ pathname }) => path.test(pathname)).map(({ origin }) => origin)),
  ];
  expect(originsOf(/^\/v2\//)).toEqual([ROUTER]);
  expect(originsOf(/^\/api\/v2\//)).toEqual([location.origin]);
});

it('R-2.93 shows a result without the fields that its model family does not declare', async () => {
  const { paths } = JSON.parse(documentOf('scripted/picture-inline', 'picture-inline'));
  const { schema } = paths['/v2/models/scripted/picture-inline'].post.responses[200].content['application/json'];
  const dropped: string[] = [];
  // A model family that serializes results through its declared types only.
  gateway.worker.use(
    http.post('*/v2/models/scripted/picture-inline', async ({ request }) => {
      const response = await gateway.app.fetch(request);
      const body = JSON.stringify(declaredOnly(schema, await response.json(), dropped));
      return new HttpResponse(body, { headers: { 'Content-Type': 'application/json' } });
    }),
  );
  const { screen } = await openModel('picture-inline');
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  const image = screen.getByRole('img', { name: /^Output / });
  await expect.element(image).toBeVisible();
  await expect.poll(() => (image.element() as HTMLImageElement).naturalWidth).toBe(32);
  expect(dropped).toEqual(['usage']);
});

interface Declared {
  properties?: Record<string, Declared>;
  items?: Declared;
}

function declaredOnly({ properties, items }: Declared, value: unknown, dropped: string[]): unknown {
  if (Array.isArray(value)) return items ? value.map((item) => declaredOnly(items, item, dropped)) : value;
  if (!properties || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, property]) => {
      const declared = properties[name];
      if (declared) return [[name, declaredOnly(declared, property, dropped)]];
      dropped.push(name);
      return [];
    }),
  );
}
