import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { afterRunSetting } from '@/features/submit/draft/run-count';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { openDraft } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;
/** Method and path of each request to a surface. */
let requests: string[];

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
  afterRunSetting.set('job');
  requests = [];
  gateway.worker.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url);
    if (/^\/(?:api|v1|v2|console)\//.test(pathname)) requests.push(`${request.method} ${pathname}`);
  });
});
afterEach(async () => {
  gateway.worker.events.removeAllListeners();
  await unmountGateway();
});

const KNOWN = Object.values(JOB_OPERATIONS).map(
  ({ method, path }) => new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
);

describe('the requests of the console to a surface', () => {
  it('J-1.20, J-9.10: use v2 operations only, from the submission to the job, its log and the job list', async () => {
    const graph = { '1': scripted('ScriptLog', { message: 'hello' }), '2': scripted('ScriptText', { text: 'done' }) };
    const { screen, router } = await openDraft(graph);
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    await expect.element(screen.getByText('succeeded').first()).toBeVisible();
    await router.navigate({ to: `${router.state.location.pathname}?tab=log` });
    await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' } });
    await expect.poll(() => requests).toContainEqual('GET /api/v2/jobs');
    const ofApi = requests.filter((request) => !/^\w+ \/console\//.test(request));
    expect(ofApi).toContainEqual('POST /api/v2/jobs');
    expect(ofApi.filter((request) => !KNOWN.some((known) => known.test(request)))).toEqual([]);
  });

  it('J-6.10: contain no webhook, and the form has no field for one', async () => {
    for (const open of [
      () => openDraft({ '1': scripted('ScriptText', { text: 'x' }) }),
      () => renderApp('/local/submit'),
    ]) {
      const { screen } = await open();
      await expect.element(screen.getByRole('main')).toBeVisible();
      await expect.poll(() => screen.container.textContent?.length ?? 0).toBeGreaterThan(50);
      expect(screen.container.innerHTML).not.toMatch(/webhook|call-?back/i);
      await screen.unmount();
    }
  });
});
