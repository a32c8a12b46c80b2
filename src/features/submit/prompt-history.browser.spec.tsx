import axe from 'axe-core';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readDraft, writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { HostedServers } from '@/testing/hosted-servers';
import { openDraft } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';
import { forgetRuns, storeResponse } from '@/testing/run-fixtures';
import { scripted } from '@/testing/scripted-graph';
import { closeDialog } from '@/shared/dialog-requests/dialogs';
import { afterRunSetting } from './draft/run-count';

let gateway: BrowserGateway;
let servers: HostedServers;

beforeEach(async () => {
  await page.viewport(1440, 900);
  afterRunSetting.set('stay');
  gateway = await mountGateway();
  servers = new HostedServers();
});
afterEach(async () => {
  closeDialog('prompts');
  await forgetRuns();
  vi.restoreAllMocks();
  await servers.close();
  await unmountGateway();
});

const promptOf = (prompt: string) => ({ '1': scripted('ScriptOutput', { name: 'fox.png', named: true, prompt }) });
const draft = { '1': scripted('ScriptText', { text: 'a hare' }) };

const dialog = () => page.getByRole('dialog', { name: 'Prompt history' });
const rows = () =>
  dialog()
    .getByRole('listitem')
    .elements()
    .map((row) => [...row.querySelectorAll('p')].map((text) => text.textContent.split(' ·')[0]));

async function openHistory(field = 'text') {
  await page.getByRole('button', { name: `Snippets for ${field}` }).click();
  await page.getByRole('option', { name: 'Prompt history…' }).click();
  await expect.element(dialog().getByRole('searchbox', { name: 'Search prompts' })).toHaveFocus();
}

async function openPalette() {
  await awaitShortcuts();
  await userEvent.keyboard('{Control>}k{/Control}prompt history');
  await page.getByRole('option', { name: 'Prompt history' }).click();
  await expect.element(dialog()).toBeVisible();
}

it('inserts an earlier prompt at the caret, or replaces all with it, and both are undone', async () => {
  await gateway.submit(promptOf('A red fox'));
  await gateway.submit(promptOf('a reef'));
  await gateway.submit(promptOf('a red fox'));
  const { screen, id } = await openDraft(draft);
  const box = screen.getByRole('textbox', { name: 'text' });
  await box.click();
  (box.element() as HTMLTextAreaElement).setSelectionRange(2, 6);
  await openHistory();
  await expect.poll(rows).toEqual([
    ['a red fox', '2 runs'],
    ['a reef', '1 run'],
  ]);
  expect((await axe.run(dialog().element())).violations).toEqual([]);
  await dialog().getByRole('searchbox').fill('FOX');
  await expect.poll(() => rows().map(([text]) => text)).toEqual(['a red fox']);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(dialog().getByRole('button', { name: 'Insert a red fox' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(box).toHaveValue('a a red fox');
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(box).toHaveValue('a hare');

  await openHistory();
  await dialog().getByRole('button', { name: 'Replace all with a reef' }).click();
  await expect.element(box).toHaveValue('a reef');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(box).toHaveValue('a hare');
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.poll(async () => (await readDraft(id))?.text).toContain('"a reef"');
});

it('opens from the palette: prompts are copied, and lead to their jobs', async () => {
  await gateway.submit(promptOf('a "red" fox in snow'));
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { router } = await openDraft(draft);
  await openPalette();
  await dialog().getByRole('button', { name: 'Copy a "red" fox in snow' }).click();
  await expect.poll(() => write.mock.calls).toEqual([['a "red" fox in snow']]);
  await dialog()
    .getByRole('link', { name: /^Show the jobs/ })
    .click();
  await expect.poll(() => router.state.location.search).toEqual({ q: 'prompt:"fox in snow"' });
  await expect.element(dialog()).not.toBeInTheDocument();
});

it('lists negative prompts apart, and first for a negative prompt', async () => {
  const graph = {
    '1': scripted('ScriptText', { text: 'a red fox' }),
    '2': scripted('ScriptText', { text: 'Blurry' }),
    '3': scripted('ScriptOutput', { name: 'fox.png', named: true, positive: ['1', 0], negative: ['2', 0] }),
  };
  await gateway.submit(graph);
  const { router } = await openDraft(graph);
  await page.getByRole('textbox', { name: 'Negative prompt' }).click();
  await openHistory('Negative prompt');
  await expect.element(dialog().getByRole('radio', { name: 'Negative' })).toBeChecked();
  await expect.poll(rows).toEqual([['Blurry', '1 run']]);
  await dialog().getByRole('radio', { name: 'Prompts' }).click();
  await expect.poll(rows).toEqual([['a red fox', '1 run']]);
  await dialog().getByRole('radio', { name: 'Negative' }).click();
  await expect.element(dialog().getByRole('button', { name: 'Insert Blurry' })).toBeVisible();
  await dialog()
    .getByRole('link', { name: /^Show the jobs/ })
    .click();
  await expect.poll(() => router.state.location.search).toEqual({ q: 'negative:"blurry"' });
});

it('shows no prompts of an older gateway as negative ones, and says so', async () => {
  await gateway.submit(promptOf('a red fox'));
  const prompts = [{ text: 'a red fox', runs: 1, ran_at: '2026-11-01T10:00:00Z', outputs: [] }];
  gateway.worker.use(http.get('*/console/prompts', () => HttpResponse.json({ prompts })));
  await openDraft(draft);
  await openPalette();
  await expect.poll(rows).toEqual([['a red fox', '1 run']]);
  await dialog().getByRole('radio', { name: 'Negative' }).click();
  await expect.element(dialog().getByText('does not list negative prompts', { exact: false })).toBeVisible();
  expect(rows()).toEqual([]);
});

it('lists the prompts of model calls among those of jobs, and leads to the newest call', async () => {
  await gateway.submit(promptOf('a red fox'));
  await storeResponse({ text: 'Fog.' }, {}, { modelId: 'scripted/text', createdAt: Date.now() - 60_000 });
  const newest = await storeResponse({ text: 'Fog.' }, {}, { modelId: 'scripted/echo', createdAt: Date.now() + 1000 });
  const { router } = await openDraft(draft);
  await openPalette();
  await expect.poll(rows).toEqual([
    ['a harbour at dawn', '2 runs of scripted/echo'],
    ['a red fox', '1 run'],
  ]);
  await dialog().getByRole('searchbox').fill('dawn');
  await expect.poll(() => rows().length).toBe(1);
  await dialog().getByRole('link', { name: 'Show the newest run with a harbour at dawn' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/local/models/scripted/echo');
  expect(router.state.location.search).toMatchObject({ run: newest.id });
});

it('shows more prompts page by page, and that none ran or matches', async () => {
  await openDraft(draft);
  await openPalette();
  await expect.element(dialog().getByRole('heading', { name: 'No prompts yet' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  for (let n = 0; n < 51; n += 1) await gateway.submit(promptOf(`fox ${n}`));
  await openPalette();
  await expect.poll(() => rows().length).toBe(50);
  await dialog().getByRole('button', { name: 'Show older prompts' }).click();
  await expect.poll(() => rows().at(-1)?.[0]).toBe('fox 0');
  await expect.element(dialog().getByRole('button', { name: 'Show older prompts' })).not.toBeInTheDocument();
  await dialog().getByRole('searchbox').fill('wolf');
  await expect.element(dialog().getByRole('heading', { name: 'No prompt contains “wolf”' })).toBeVisible();
});

it('lists what this browser knows if the server does not list prompts, and says so', async () => {
  await servers.open(gateway, 'https://far.example');
  servers.configure({ id: 'far', name: 'Far', baseUrl: 'https://far.example' });
  const text = JSON.stringify(promptOf('A far fox'));
  const saved = makeDraft('far', { text, title: 'far.json', origin: 'file' }, Date.now());
  await writeDraft(saved);
  const { screen } = await renderApp(`/far/submit/${saved.id}`);
  await openPalette();
  await expect.element(dialog().getByText('Far does not list prompts', { exact: false })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await openPalette();
  await expect.element(dialog().getByText(/These are from the 1 job whose workflow this browser has/)).toBeVisible();
  await expect.poll(rows).toEqual([['A far fox', '1 run']]);
  await dialog().getByRole('searchbox').fill('reef');
  await expect.element(dialog().getByRole('heading', { name: 'No prompt contains “reef”' })).toBeVisible();
});

it('reports that the prompts could not be read, and reads them again', async () => {
  await gateway.submit(promptOf('a fox'));
  await openDraft(draft);
  let isBroken = true;
  gateway.worker.use(http.get('*/console/prompts', () => (isBroken ? HttpResponse.error() : undefined)));
  await openPalette();
  await expect.element(dialog().getByRole('heading', { name: 'Server unreachable' })).toBeVisible();
  isBroken = false;
  await dialog().getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => rows().map(([text]) => text)).toEqual(['a fox']);
});
