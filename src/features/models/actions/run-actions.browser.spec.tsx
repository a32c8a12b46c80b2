import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RunRecord, RunState } from '@/domains/model-calls/run-record';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { forgetRuns, makeResponse, makeRun, storeResponse, storeRun } from '@/testing/run-fixtures';

const MODEL = 'scripted/echo';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 900);
  gateway = await mountGateway();
});
afterEach(async () => {
  await forgetRuns();
  await unmountGateway();
});

type Screen = Awaited<ReturnType<typeof renderApp>>['screen'];

function storeAt(state: RunState, more: Partial<RunRecord> = {}): Promise<RunRecord> {
  const now = Date.now();
  return storeRun(makeRun({ modelId: MODEL, state, firstSentAt: now, ...more }), '{"prompt":"fog"}', new Blob(['{}']));
}

/** Opens a menu, and returns its actions, each with the reason why it does nothing now. */
async function itemsOf(screen: Screen, menu: RegExp): Promise<string[]> {
  await screen.getByRole('button', { name: menu }).click();
  await expect.element(screen.getByRole('menu')).toBeVisible();
  const items = screen
    .getByRole('menuitem')
    .elements()
    .map((item) => [item.textContent, item.getAttribute('title')].filter(Boolean).join(': '));
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
  return items;
}

const until = () => Date.now() + 3_600_000;

describe('the history and the result of a run', () => {
  it.each<[string, () => RunState, readonly string[]]>([
    ['with a result', () => ({ name: 'done', answer: makeResponse() }), []],
    [
      'with a result to collect',
      () => ({ name: 'collectable', until: until(), why: 'aborted', failure: null }),
      ['Collect'],
    ],
    ['that was never sent', () => ({ name: 'not_sent' }), ['Send it']],
  ])('offer the same with the same reasons for one %s', async (_name, stateOf, buttons) => {
    const run = await storeAt(stateOf());
    const { screen, router } = await renderApp(`/local/models/${MODEL}?run=${run.id}&step=result`);
    const result = screen.getByRole('region', { name: 'Result' });
    for (const name of buttons) await expect.element(result.getByRole('button', { name })).toBeVisible();
    const ofResult = await itemsOf(screen, /^More actions for this run/);
    router.history.push(`/local/models/${MODEL}?step=history`);
    await expect.element(screen.getByRole('button', { name: /^Pin the run of/ })).toBeVisible();
    const ofRow = await itemsOf(screen, /^More actions for the run of/);
    expect(ofRow).toContain('Edit and run again');
    // What has a button of its own is not in the menu beside it.
    expect([...ofRow, 'Pin'].toSorted()).toEqual([...ofResult, ...buttons].toSorted());
  });

  it('use the same keys: for the run on screen, the selected ones, or the focused one', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const run = await storeResponse({ text: 'Fog.' }, { requestId: 'req_fog' }, { modelId: MODEL });
    await storeResponse(
      { text: 'Sun.' },
      { requestId: 'req_sun' },
      { modelId: MODEL, createdAt: run.createdAt - 1000 },
    );
    const { screen, router } = await renderApp(`/local/models/${MODEL}?run=${run.id}&step=result`);
    await expect.element(screen.getByRole('button', { name: 'More actions for this run' })).toBeVisible();
    await awaitShortcuts();
    await userEvent.keyboard('y');
    await expect.poll(() => write.mock.lastCall).toEqual(['req_fog']);
    router.history.push(`/local/models/${MODEL}?step=history`);
    const rows = screen.getByRole('checkbox', { name: /^Select the run of/ });
    await expect.poll(() => rows.elements().length).toBe(2);
    (rows.nth(1).element() as HTMLElement).focus();
    await userEvent.keyboard('y');
    await expect.poll(() => write.mock.lastCall).toEqual(['req_sun']);
    write.mockRestore();
    for (const at of [0, 1]) await rows.nth(at).click();
    await expect.element(screen.getByText('2 selected')).toBeVisible();
    await userEvent.keyboard('{Delete}');
    const dialog = screen.getByRole('dialog', { name: 'Delete 2 runs?' });
    await expect.element(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await userEvent.keyboard('v');
    await expect.element(screen.getByRole('dialog', { name: '2 runs compared' })).toBeVisible();
  });

  it('continue a call, also from the history', async () => {
    await storeAt({ name: 'not_sent' });
    const { screen } = await renderApp('/local/models/runs');
    await screen.getByRole('button', { name: /^More actions for the run of/ }).click();
    await screen.getByRole('menuitem', { name: 'Send it' }).click();
    await expect.element(screen.getByRole('button', { name: `Show the run of ${MODEL}, succeeded` })).toBeVisible();
  });
});

/** Starts a call on the page of its model. @returns what lets it finish */
async function startCall() {
  let finish = () => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  gateway.worker.use(
    http.post(`*/v2/models/${MODEL}`, async ({ request }) => {
      await held;
      return gateway.app.fetch(request);
    }),
  );
  const app = await renderApp(`/local/models/${MODEL}#input=${encodeURIComponent('{"text":"White cranes."}')}`);
  await app.screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(app.screen.getByRole('button', { name: 'Stop' })).toBeVisible();
  return { ...app, finish: () => finish() };
}

describe('a dialog about a call in progress', () => {
  it('shows its result in the comparison as soon as it is there', async () => {
    await storeResponse({ text: 'Grey cranes.' }, {}, { modelId: MODEL, createdAt: Date.now() - 60_000 });
    const { screen, router, finish } = await startCall();
    router.history.push('/local/models/runs');
    const rows = screen.getByRole('checkbox', { name: /^Select the run of/ });
    await expect.poll(() => rows.elements().length).toBe(2);
    for (const at of [0, 1]) await rows.nth(at).click();
    await screen.getByRole('button', { name: 'Compare' }).click();
    const later = screen.getByRole('region', { name: 'Run B' });
    await expect.element(later).toBeVisible();
    await expect.element(later).not.toHaveTextContent('White cranes.');
    finish();
    await expect.element(later).toHaveTextContent('White cranes.');
  });

  it('closes if the call is over before the user has confirmed to stop it', async () => {
    const { screen, finish } = await startCall();
    await screen.getByRole('button', { name: 'Stop' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Stop waiting?' });
    await expect.element(dialog).toBeVisible();
    finish();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
  });
});
