import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openDatabase } from '@/domains/database';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  delete LOCAL_SURFACE.bearer;
  LOCAL_SURFACE.routerBaseUrl = location.origin;
  await unmountGateway();
});

const entry = (model: string) => ({
  id: `amber/${model}`,
  provider: 'amber',
  model,
  billing: { charges_on_policy_rejection: 'no' },
});

function makeGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

interface Asked {
  cursor: string | null;
  ifNoneMatch: string | null;
}

/** Mocks a router that serves `models`, one per page, and waits for `held` before each response. */
function routerWith(models: readonly string[], tag: string | null, held: Promise<void> = Promise.resolve()): Asked[] {
  const requests: Asked[] = [];
  gateway.worker.use(
    http.get('*/v2/models', async ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      const ifNoneMatch = request.headers.get('If-None-Match');
      requests.push({ cursor, ifNoneMatch });
      await held;
      const headers: Record<string, string> = tag === null ? {} : { ETag: tag };
      if (tag !== null && ifNoneMatch === tag) return new HttpResponse(null, { status: 304, headers });
      const at = Number(cursor ?? 0);
      const hasMore = at + 1 < models.length;
      const next = hasMore ? { next_cursor: String(at + 1) } : {};
      return HttpResponse.json({ data: [entry(models[at] ?? '')], limit: 1, has_more: hasMore, ...next }, { headers });
    }),
  );
  return requests;
}

const storedText = async () => (await (await openDatabase()).get('catalogs', 'local'))?.text;

/** Simulates an earlier visit of this browser, which caches the catalog. */
async function visit(models: readonly string[], tag: string | null): Promise<void> {
  routerWith(models, tag);
  const { screen } = await renderApp('/local/models');
  await expect.element(screen.getByText(`${models.length} models`, { exact: true })).toBeVisible();
  await expect.poll(storedText).toContain(models.at(-1));
  await screen.unmount();
}

describe('the cached catalog of an earlier visit', () => {
  it('appears at once with its age, and models that the refetch does not return are removed', async () => {
    await visit(['flow', 'gone'], null);
    const held = makeGate();
    const requests = routerWith(['flow', 'new'], null, held.opened);
    const { screen } = await renderApp('/local/models');
    await expect.element(screen.getByText(/^2 models as of .*, refreshing$/)).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /amber.*gone/ })).toBeVisible();
    held.open();
    await expect.element(screen.getByText('2 models', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /amber.*new/ })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /amber.*gone/ })).not.toBeInTheDocument();
    await expect.poll(storedText).not.toContain('gone');
    expect(requests).toEqual([
      { cursor: null, ifNoneMatch: null },
      { cursor: '1', ifNoneMatch: null },
    ]);
  });

  it('R-2.38 is revalidated by its ETag, without a cursor, and stays valid if a remote router responds with 304', async () => {
    LOCAL_SURFACE.routerBaseUrl = `${location.origin}/remote`;
    await visit(['flow', 'frame'], '"tag of all"');
    const requests = routerWith(['flow', 'frame'], '"tag of all"');
    const { screen } = await renderApp('/local/models');
    await expect.element(screen.getByText('2 models', { exact: true })).toBeVisible();
    expect(requests).toEqual([{ cursor: null, ifNoneMatch: '"tag of all"' }]);
    expect(JSON.stringify(await (await openDatabase()).getAll('catalogs'))).not.toContain('cursor');
  });

  it('works with our own gateway as well, whose catalog never responds with 304', async () => {
    const requests: URL[] = [];
    const onStart = ({ request }: { request: Request }) => {
      if (request.url.includes('/models?')) requests.push(new URL(request.url));
    };
    const all = gateway.models.models().length;
    const first = await renderApp('/local/models');
    await expect.element(first.screen.getByText(`${all} models`, { exact: true })).toBeVisible();
    await expect.poll(storedText).toContain('scripted/echo');
    await first.screen.unmount();
    gateway.worker.events.on('request:start', onStart);
    const { screen } = await renderApp('/local/models');
    await expect.element(screen.getByText(`${all} models`, { exact: true })).toBeVisible();
    gateway.worker.events.removeListener('request:start', onStart);
    expect(requests).toHaveLength(1);
  });

  it('can be searched while the router is down, and shows its age', async () => {
    await visit(['flow', 'frame'], null);
    gateway.worker.use(http.get('*/v2/models', () => HttpResponse.json({}, { status: 503 })));
    const { screen } = await renderApp('/local/models?q=fra');
    await expect.element(screen.getByText(/Could not refresh the catalog\. Showing 2 models from/)).toBeVisible();
    await expect.element(screen.getByText('1 match in 2 models', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /amber.*frame/ })).toBeVisible();
    routerWith(['flow', 'frame', 'film'], null);
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect.element(screen.getByText('1 match in 3 models')).toBeVisible();
  });

  it('is deleted if the router rejects this account', async () => {
    await visit(['flow', 'frame'], null);
    gateway.worker.use(http.get('*/v2/models', () => HttpResponse.json({}, { status: 403 })));
    const { screen } = await renderApp('/local/models');
    await expect.element(screen.getByRole('heading', { level: 2 })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /amber.*flow/ })).not.toBeInTheDocument();
    await expect.poll(storedText).toBeUndefined();
  });

  it('is not shown with another credential or after sign-out', async () => {
    await visit(['flow', 'frame'], null);
    LOCAL_SURFACE.bearer = 'of somebody else';
    const held = makeGate();
    routerWith(['other', 'others'], null, held.opened);
    const { screen } = await renderApp('/local/models');
    await expect.poll(storedText).toBeUndefined();
    expect(screen.getByRole('link', { name: /amber.*flow/ }).elements()).toHaveLength(0);
    held.open();
    await expect.element(screen.getByText('2 models', { exact: true })).toBeVisible();
    await expect.poll(storedText).toContain('others');
    await screen.unmount();

    delete LOCAL_SURFACE.bearer;
    await visit(['flow', 'frame'], null);
    gateway.worker.use(
      http.get('*/console/session', () => HttpResponse.json({ needsToken: true, isSignedIn: false })),
      http.post('*/console/session', () => HttpResponse.json({ proof: 'a proof' })),
    );
    const signIn = await renderApp('/local/models');
    await signIn.screen.getByLabelText('Token').fill('of somebody else');
    await signIn.screen.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(storedText).toBeUndefined();
  });

  it('renders the form of a model while the gateway is down', async () => {
    const first = await renderApp('/local/models');
    await expect.poll(storedText).toContain('scripted/echo');
    await first.screen.unmount();
    const second = await renderApp('/local/models/scripted/echo');
    await expect.element(second.screen.getByRole('textbox', { name: 'Prompt' })).toBeVisible();
    await second.screen.unmount();
    gateway.worker.use(http.all('*/v2/models*', () => HttpResponse.error()));
    gateway.worker.use(http.all('*/v2/models/*', () => HttpResponse.error()));
    const { screen } = await renderApp('/local/models/scripted/echo');
    await expect.element(screen.getByRole('textbox', { name: 'Prompt' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^Run/ })).toBeVisible();
  });
});
