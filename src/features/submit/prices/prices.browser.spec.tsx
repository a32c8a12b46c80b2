import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import axe from 'axe-core';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { EMPTY_TEMPLATE, pinInput } from '@/domains/drafts/template';
import { openDraft } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

const BY_SIZE = `($p := $contains(widgets.size, "2k") ? 0.1 : 0.05; {"type": "usd", "usd": $p * widgets.n})`;
/** Takes longer than anybody waits. */
const endless = (usd: number) =>
  `{"usd": $contains("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/) ? 1 : ${usd}}`;

function paid(name: string, expr: string) {
  const widgets = [
    { name: 'size', type: 'COMBO' },
    { name: 'n', type: 'INT' },
  ];
  return {
    name,
    api_node: true,
    input: {
      required: { size: [['1K', '2K'], {}], n: ['INT', { default: 1 }] },
      optional: { prompt: ['STRING', {}], seed: ['INT', {}] },
    },
    output: ['*'],
    output_node: true,
    price_badge: { engine: 'jsonata', depends_on: { widgets, inputs: [], input_groups: [] }, expr },
  };
}

async function open(nodes: Record<string, string>, expressions: Record<string, string>) {
  const definitions = Object.fromEntries(Object.entries(expressions).map(([name, expr]) => [name, paid(name, expr)]));
  Object.assign(gateway.engine, { definitions: () => Promise.resolve(definitions) });
  const entries = Object.entries(nodes).map(([id, name]) => [
    id,
    { class_type: name, inputs: { size: '1K', n: 2 }, _meta: { title: `Node ${id}` } },
  ]);
  return (await openDraft(Object.fromEntries(entries))).screen;
}

const card = (title: string) => page.getByRole('region', { name: title, exact: true });

it('is beside each partner node and added up in the bar, and follows the values', async () => {
  const screen = await open({ '1': 'Draws', '2': 'Draws' }, { Draws: BY_SIZE });
  await expect.element(card('Node 1').getByText('about 21.1 credits', { exact: true })).toBeVisible();
  await expect.element(card('Node 2').getByText('about 21.1 credits', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('About 42.2 credits ($0.20)', { exact: true })).toBeVisible();
  const shown = new Set<boolean>();
  const observer = new MutationObserver(() => shown.add(document.body.textContent.includes(' credits (')));
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  await card('Node 2').getByRole('textbox', { name: 'n', exact: true }).fill('4');
  await expect.element(card('Node 2').getByText('about 42.2 credits', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('About 63.3 credits ($0.30)', { exact: true })).toBeVisible();
  // The ones before stay until these are known.
  expect(shown).toEqual(new Set([true]));
  observer.disconnect();
  expect((await axe.run(document.body)).violations).toEqual([]);
});

it('is missing, and hides no other, if three expressions do not end', async () => {
  const endlessOnes = { Loops: endless(2), Spins: endless(3), Turns: endless(4) };
  const screen = await open(
    { '1': 'Draws', '2': 'Loops', '3': 'Spins', '4': 'Turns' },
    { Draws: BY_SIZE, ...endlessOnes },
  );
  await expect.element(screen.getByText('At least 21.1 credits ($0.10)', { exact: true })).toBeVisible();
  await expect.element(card('Node 1').getByText('about 21.1 credits', { exact: true })).toBeVisible();
  for (const node of ['Node 2', 'Node 3', 'Node 4']) {
    await expect.element(card(node).getByText(/credits/)).not.toBeInTheDocument();
  }
});

function twoPaid() {
  Object.assign(gateway.engine, { definitions: () => Promise.resolve({ Draws: paid('Draws', BY_SIZE) }) });
  const node = (title: string, n: number) => ({
    class_type: 'Draws',
    inputs: { size: '1K', n, prompt: 'a fox', seed: n },
    _meta: { title },
  });
  return { '1': node('Paints', 2), '2': node('Repaints', 4) };
}

const pricesIn = (title: string) =>
  page
    .getByRole('region', { name: title, exact: true })
    .getByRole('list', { name: 'Prices' })
    .getByRole('listitem')
    .elements()
    .map((each) => each.textContent);

it.each([1440, 390])('is once for each node beside the main inputs, and fits, %i px wide', async (width) => {
  await page.viewport(width, 844);
  await openDraft(twoPaid());
  await expect.poll(() => pricesIn('Main inputs')).toEqual(['Paintsabout 21.1 credits', 'Repaintsabout 42.2 credits']);
  await expect.element(card('Paints').getByText('about 21.1 credits', { exact: true })).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
  expect((await axe.run(document.body)).violations).toEqual([]);
});

async function openTemplate(graph: object, pins: { nodeId: string; input: string }[]) {
  const form = { template: pins.reduce(pinInput, EMPTY_TEMPLATE), seedModes: {} };
  const parts = { text: JSON.stringify(graph), title: 'test.json', origin: 'file' as const, form };
  const draft = makeDraft('local', parts, Date.now());
  await writeDraft(draft);
  await renderApp(`/local/submit/${draft.id}`);
}

it('is once for each node in a template, and follows the values', async () => {
  const pins = ['prompt', 'n'].map((input) => ({ nodeId: '1', input }));
  await openTemplate(twoPaid(), pins);
  await expect.poll(() => pricesIn('Inputs')).toEqual(['Paintsabout 21.1 credits']);
  await card('Inputs').getByRole('textbox', { name: 'n', exact: true }).fill('3');
  await expect.poll(() => pricesIn('Inputs')).toEqual(['Paintsabout 31.7 credits']);
});

it('counts nodes of the same title and price in a template', async () => {
  const { '1': one } = twoPaid();
  const graph = Object.fromEntries(['1', '2', '3'].map((id) => [id, one]));
  const pins = ['1', '2', '3'].map((nodeId) => ({ nodeId, input: 'prompt' }));
  await openTemplate(graph, pins);
  await expect.poll(() => pricesIn('Inputs')).toEqual(['3 × Paintsabout 21.1 credits']);
});
