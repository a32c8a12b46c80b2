import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LOCAL_SURFACE } from '@/api/surface';
import { useRunsView } from '@/domains/model-calls/runs-store';
import { mountGateway, unmountGateway, type BrowserGateway, type GatewayOptions } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { forgetRuns } from '@/testing/run-fixtures';

let gateway: BrowserGateway;

async function mount(options: GatewayOptions = {}): Promise<void> {
  gateway = await mountGateway(options);
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  await mount();
});
afterEach(async () => {
  vi.restoreAllMocks();
  delete LOCAL_SURFACE.bearer;
  gateway.worker.events.removeAllListeners();
  await forgetRuns();
  await unmountGateway();
});

const open = (model: string, body: object) =>
  renderApp(`/local/models/scripted/${model}#input=${encodeURIComponent(JSON.stringify(body))}`);

async function run(model: string, body: object) {
  const app = await open(model, body);
  await app.screen.getByRole('button', { name: /^Run/ }).click();
  return app;
}

function rejectRuns(status: number, bucket: string, detail: string, headers: Record<string, string> = {}): void {
  gateway.worker.use(
    http.post('*/v2/models/*', () =>
      HttpResponse.json(
        { detail, error_type: bucket },
        { status, headers: { 'X-Service-Error-Type': bucket, ...headers } },
      ),
    ),
  );
}

describe('a call in the playground', () => {
  it('R-1.08 shows the elapsed time, and has no client-side timeout', async () => {
    const timeouts: number[] = [];
    const send = XMLHttpRequest.prototype.send;
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
      timeouts.push(this.timeout);
      send.call(this, body);
    });
    let response: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => (response = resolve));
    // The handler resolves without a response, so the gateway then handles the call.
    gateway.worker.use(http.post('*/v2/models/*', () => isAsked));
    const { screen } = await run('echo', { prompt: 'fog' });
    await expect.element(screen.getByText('Waiting for the model').first()).toBeVisible();
    // The call is still held, so the elapsed time counts until the assertion sees it.
    await expect.element(screen.getByText(/running, [1-9]\d*(?:\.\d)? s$/)).toBeVisible();
    response();
    await expect.element(screen.getByText(/succeeded in (?:< )?\d/)).toBeVisible();
    expect(timeouts).toEqual([0]);
  });

  it('R-1.12 shows whether a refusal is charged, and no price', async () => {
    const { screen } = await open('costly', { prompt: 'fog' });
    await expect.element(screen.getByText('Refusals cost money').first()).toBeVisible();
    const words = () => document.querySelector('main')?.textContent ?? '';
    expect(words()).not.toMatch(/[$€£]|\bcents?\b|\bcredits?\b|\bprice/i);
    await screen.getByRole('link', { name: 'Models' }).first().click();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /costly/ })).toBeVisible();
    expect(words()).not.toMatch(/[$€£]|\bcents?\b|\bcredits?\b|\bprice/i);
  });

  it.each(['Your account is empty', 'Retry in 5 seconds: 429 rate_limited, key expired'])(
    'R-2.47 behaves the same for any detail text: %s',
    async (detail) => {
      rejectRuns(402, 'insufficient_credits', detail);
      const { screen } = await run('echo', { prompt: 'fog' });
      await expect.element(screen.getByText('No credits left to run this', { exact: true }).first()).toBeVisible();
      await expect.element(screen.getByText(detail, { exact: true })).toBeVisible();
      expect(screen.getByText(/Next try/).elements()).toHaveLength(0);
    },
  );

  it('R-2.94 shows the properties of the response, and no placeholder for omitted ones', async () => {
    gateway.worker.use(http.post('*/v2/models/*', () => HttpResponse.json({ caption: 'a harbour', width: 3 })));
    const { screen } = await run('echo', { prompt: 'fog' });
    const result = screen.getByRole('region', { name: 'Result', exact: true });
    await result.getByRole('tab', { name: 'JSON' }).click();
    const rows = screen.getByRole('treeitem');
    await expect.element(rows.filter({ hasText: 'caption' })).toBeVisible();
    await expect.poll(() => rows.elements().length).toBe(3);
  });

  it('R-4.59 shows the detail of a limit error verbatim, next to the waiting run', async () => {
    const detail = 'Seven calls of harbour-7 are in flight; the eighth comes when one ends';
    rejectRuns(429, 'concurrency_limit_exceeded', detail, { 'X-Concurrency-Limit': '7' });
    const { screen } = await run('echo', { prompt: 'fog' });
    await expect.element(screen.getByText(detail, { exact: true })).toBeVisible();
  });

  it('R-4.73 revalidates a cached schema by its ETag, and uses the cached copy after a 304', async () => {
    const responses: [tag: string | null, status: number][] = [];
    gateway.worker.events.on('response:mocked', ({ request, response }) => {
      if (request.url.endsWith('/openapi.json'))
        responses.push([request.headers.get('if-none-match'), response.status]);
    });
    for (const visit of [1, 2]) {
      const { screen } = await open('text', { prompt: 'fog' });
      await expect.element(screen.getByRole('textbox', { name: /prompt/ })).toBeVisible();
      // A cached form appears before the response.
      await expect.poll(() => responses.length).toBe(visit);
      await screen.unmount();
    }
    const [first, second] = responses;
    expect(second).toEqual([expect.stringMatching(/^"/), 304]);
    // An earlier test may already have cached a copy.
    expect([200, 304]).toContain(first?.[1]);
  });

  it('R-5.06 sends its credential with catalog, detail, schema and run requests', async () => {
    const sent = new Map<string, string | null>();
    LOCAL_SURFACE.bearer = 'ada-1';
    gateway.worker.events.on('request:start', ({ request }) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/v2/')) sent.set(`${request.method} ${pathname}`, request.headers.get('authorization'));
    });
    const { screen } = await renderApp('/local/models');
    await screen.getByRole('link', { name: /scripted.*echo/ }).click();
    await screen.getByRole('textbox', { name: /prompt/ }).fill('fog');
    await screen.getByRole('button', { name: /^Run/ }).click();
    await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
    const echo = '/v2/models/scripted/echo';
    for (const call of ['GET /v2/models', `GET ${echo}`, `GET ${echo}/openapi.json`, `POST ${echo}`]) {
      await expect.poll(() => [call, sent.get(call)]).toEqual([call, 'Bearer ada-1']);
    }
    expect(new Set(sent.values())).toEqual(new Set(['Bearer ada-1']));
  });
});

describe('limits of the service', () => {
  it('R-8.15 are read from its responses, such as an unusual spend limit and time window', async () => {
    await mount({ settings: { modelSpendCents: 777, modelRate: { calls: 1, windowMs: 61_000 } } });
    const { screen } = await run('costly', { prompt: 'fog' });
    await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
    const limits = () => Object.values(useRunsView.getState().records).map(({ spend }) => spend?.limit);
    await expect.poll(limits).toContain(777);
    await screen.getByRole('button', { name: /^Run/ }).click();
    await expect.element(screen.getByText(/^Rate limit: 1 call per 61 seconds\./)).toBeVisible();
    await expect.element(screen.getByText(/\b[1-6]\d s\b/).first()).toBeVisible();
  });
});
