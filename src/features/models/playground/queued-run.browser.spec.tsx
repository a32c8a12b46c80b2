import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { durableRuns } from '@/domains/model-calls/run-journal';
import { actOnRun } from '@/domains/model-calls/runs';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { forgetRuns, storeResponse, makeRun } from '@/testing/run-fixtures';

/** Calls of a model whose last call was long: they use the queue, which our gateway supports. */

const ECHO = '/v2/models/scripted/echo';

let gateway: BrowserGateway;
let requests: string[];

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway({ settings: { modelCalls: 1 } });
  requests = [];
  gateway.worker.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(ECHO)) requests.push(`${request.method} ${pathname.slice(ECHO.length)}`);
  });
  await storeResponse({}, { durationMs: 60_000 }, { modelId: 'scripted/echo', createdAt: Date.now() - 60_000 });
});
afterEach(async () => {
  gateway.worker.events.removeAllListeners();
  await forgetRuns();
  await unmountGateway();
});

async function run(body: object) {
  const input = encodeURIComponent(JSON.stringify(body));
  const app = await renderApp(`/local/models/scripted/echo#input=${input}`);
  await app.screen.getByRole('button', { name: 'Run', exact: true }).click();
  return app;
}

/** Occupies the only slot. */
async function occupy(): Promise<void> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"fault":"hang"}' };
  await gateway.app.fetch(new Request(`${location.origin}${ECHO}/requests`, init));
  await expect.poll(() => gateway.models.received.length).toBe(1);
}

it('shows the result of a queued call, which ran once', async () => {
  const { screen } = await run({ prompt: 'fog' });
  await expect.poll(() => requests).toContainEqual(expect.stringMatching(/^GET \/requests\/[^/]+$/));
  await expect.element(screen.getByText(/succeeded in/).first()).toBeVisible();
  expect(requests.filter((line) => line.startsWith('POST'))).toEqual(['POST /requests']);
  expect(gateway.models.received).toHaveLength(1);
});

it('shows the queue position of a waiting call, and cancels it', async () => {
  await occupy();
  const { screen } = await run({ prompt: 'fog' });
  await expect.element(screen.getByText('#1 in queue').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Stop' }).click();
  await screen.getByRole('button', { name: 'Cancel the call' }).click();
  await expect.element(screen.getByText('Canceled', { exact: true }).first()).toBeVisible();
  expect(gateway.models.received).toHaveLength(1);
});

it('resumes a call that another page has submitted', async () => {
  const body = '{"prompt":"left behind"}';
  const left = makeRun({
    modelId: 'scripted/echo',
    delivery: 'queue',
    firstSentAt: Date.now(),
    sentAt: Date.now(),
    state: { name: 'in_flight' },
  });
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': left.key };
  await gateway.app.fetch(new Request(`${location.origin}${ECHO}/requests`, { method: 'POST', headers, body }));
  await durableRuns.add([left], { body });
  // Any event makes a page take over an unowned run.
  await actOnRun(left.id, { kind: 'own_call_ended' });
  await expect.poll(async () => (await durableRuns.read(left.id))?.state.name).toBe('done');
  expect(await (await durableRuns.readPart(left.id, 'result'))?.text()).toBe(body);
  expect(gateway.models.received).toHaveLength(1);
});
