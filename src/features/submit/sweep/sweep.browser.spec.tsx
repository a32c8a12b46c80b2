import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { assetReference } from '@contract/workflow/asset-references';
import type { ListedSurface } from '@contract/console/surfaces';
import { forgetKey, putKey } from '@/api/change-keys';
import { partnerKeys } from '@/api/partner-keys';
import { cacheSurfaceList } from '@/api/surfaces/surface-list';
import { actOnBatch, readBatchPlan } from '@/domains/batches/batches';
import { cellCount } from '@/domains/batches/batch-plan';
import { useBatchView } from '@/domains/batches/batches-store';
import { clearCurated } from '@/domains/curated/curated-records';
import { listNamedTexts, putNamedTexts } from '@/domains/curated/named-texts';
import { deleteDrafts, readDraft, writeDraft } from '@/domains/drafts/drafts';
import { fieldKey } from '@/domains/drafts/field-key';
import { makeDraft } from '@/domains/drafts/make-draft';
import { showToast, useToasts } from '@/shared/feedback/toasts';
import { changeKeys, resetKeys } from '@/shared/commands/keymap';
import { SCRIPTED_DEFINITIONS } from '@server/testing/scripted-engine/scripted-classes';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { dataTransferOf, drag, openDraft, openStartOptions } from '@/testing/open-draft';
import { problem } from '@/testing/job-fixtures';
import { renderApp, type RenderedApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { whenGone } from '@/testing/when-gone';
import '../import/drop-anywhere';
import { newInputAxis, newSweep } from './plan/sweep-form';

let gateway: BrowserGateway;
/** Batches of earlier tests. */
let earlier: ReadonlySet<string>;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
  earlier = new Set(Object.keys(useBatchView.getState().entries));
});
afterEach(async () => {
  vi.restoreAllMocks();
  cacheSurfaceList({ surfaces: [], defaultId: 'local' });
  resetKeys();
  useToasts.setState({ toasts: [] });
  await Promise.all(
    Object.keys(useBatchView.getState().entries).map((id) => actOnBatch(id, { kind: 'user_stop' }).catch(() => {})),
  );
  await unmountGateway();
});

const workflow = {
  '1': scripted('ScriptText', { text: 'done' }, { title: 'Say' }),
  '2': scripted('ScriptOutput', { type: 'text', name: 'a.txt' }, { title: 'Write' }),
};
const photo = {
  '10': { class_type: 'LoadImage', inputs: { image: '' }, _meta: { title: 'Your photo' } },
  '17': { class_type: 'SaveImage', inputs: { images: ['10', 0], filename_prefix: 'x' } },
};
const image = (name: string) => new File([`bytes of ${name}`], name, { type: 'image/png' });

type Screen = RenderedApp['screen'];
const dialogOf = (screen: Screen) => screen.getByRole('dialog', { name: 'Sweep' });
const newBatch = () => Object.values(useBatchView.getState().entries).find(({ id }) => !earlier.has(id));
const sent = (name: string) =>
  gateway.engine.requests.map(({ workflowText }) => new RegExp(`"${name}":("[^"]*"|[^,}]+)`).exec(workflowText)?.[1]);

async function openSweep(screen: Screen) {
  await openStartOptions();
  await screen.getByRole('button', { name: /^Sweep(?: \(\d+ ax[ie]s\))?…$/ }).click();
  const dialog = dialogOf(screen);
  await expect.element(dialog).toBeVisible();
  return dialog;
}

const inputOf = (screen: Screen, axis: number) =>
  dialogOf(screen).getByRole('combobox', { name: `Input of axis ${axis}` });
const searchOf = (screen: Screen) => screen.getByRole('combobox', { name: 'Search inputs' });

async function choose(screen: Screen, axis: number, search: string): Promise<void> {
  await inputOf(screen, axis).click();
  await searchOf(screen).fill(search);
  await userEvent.keyboard('{Enter}');
}

describe('a sweep', () => {
  it('of a field starts one job per value, with the planned title and limit', async () => {
    const { screen, router, id } = await openDraft(workflow);
    await screen.getByRole('textbox', { name: 'text' }).click();
    await screen.getByRole('button', { name: 'Sweep text' }).click();
    const dialog = dialogOf(screen);
    const texts = dialog.getByRole('textbox', { name: 'Texts' });
    await expect.element(texts).toHaveFocus();
    await texts.fill('a cat, red\n\na dog');
    await expect.element(dialog.getByText('2 jobs', { exact: true })).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Animals');
    await dialog.getByRole('textbox', { name: 'At once' }).fill('33');
    await expect.element(dialog.getByRole('button', { name: 'Start 2 jobs' })).toHaveAttribute('aria-disabled');
    await dialog.getByRole('textbox', { name: 'At once' }).fill('1');
    await dialog.getByRole('button', { name: 'Start 2 jobs' }).click();
    await expect.poll(() => gateway.engine.requests.length).toBe(2);
    expect(sent('text')).toEqual(['"a cat, red"', '"a dog"']);
    await expect.poll(newBatch).toMatchObject({ title: 'Animals', limit: 1, count: 2, draftId: id });
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/batches\/./);
    const batchPage = router.state.location.pathname;

    const editAsSweep = async () => {
      await screen.getByRole('button', { name: 'More actions for Animals' }).click();
      await screen.getByRole('menuitem', { name: 'Edit as new sweep…' }).click();
      await expect.element(texts).toHaveValue('a cat, red\na dog');
    };
    await editAsSweep();
    await expect.element(dialog.getByText('Filled with the values of “Animals”.')).toBeVisible();
    await expect.poll(() => router.state.location).toMatchObject({ pathname: `/local/submit/${id}`, search: {} });
    await texts.fill('a hen');
    await userEvent.keyboard('{Escape}');
    await screen.getByRole('textbox', { name: 'text' }).fill('changed');
    await router.navigate({ to: batchPage });
    await editAsSweep();
    await expect.element(dialog.getByRole('textbox', { name: 'At once' })).toHaveValue('1');
    await dialog.getByRole('button', { name: 'Restore the previous plan' }).click();
    await expect.element(texts).toHaveValue('a hen');

    await router.navigate({ to: batchPage });
    await deleteDrafts([id]);
    await editAsSweep();
    expect(router.state.location.pathname).toMatch(/^\/local\/submit\/./);
    expect(router.state.location.pathname).not.toContain(id);
    await expect.element(dialog.getByRole('button', { name: 'Start 2 jobs' })).not.toHaveAttribute('aria-disabled');
  });

  it('starts once on a double click', async () => {
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'text');
    await dialog.getByRole('textbox', { name: 'Texts' }).fill('a\nb');
    await expect.element(dialog.getByRole('button', { name: 'Start 2 jobs' })).not.toHaveAttribute('aria-disabled');
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Start 2 jobs' }));
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => gateway.engine.requests.length).toBe(2);
    expect(Object.keys(useBatchView.getState().entries).filter((id) => !earlier.has(id))).toHaveLength(1);
  });

  it('is planned with the keyboard alone, and kept with its draft', async () => {
    const { screen, router, id } = await openDraft(workflow);
    const field = screen.getByRole('textbox', { name: 'bytes' });
    await field.click();
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    const dialog = dialogOf(screen);
    await expect.element(dialog.getByRole('combobox', { name: 'Input of axis 1' })).toHaveTextContent('bytes Write');
    await expect.element(dialog.getByRole('textbox', { name: 'Values', exact: true })).toHaveFocus();
    await userEvent.keyboard('1 2 3{Tab}{Enter}');
    await expect.element(dialog.getByRole('combobox', { name: 'Input of axis 2' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('combobox', { name: 'Search inputs' })).toHaveFocus();
    await userEvent.keyboard('write seed{Enter}');
    await expect.element(dialog.getByText('3 × 4 = 12 jobs')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(field).toHaveFocus();
    await expect.poll(async () => (await readDraft(id))?.sweep?.axes.length).toBe(2);

    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await router.navigate({ to: '/$surface/submit/$draftId', params: { surface: 'local', draftId: id } });
    await openStartOptions();
    await expect.element(screen.getByRole('button', { name: 'Sweep (2 axes)…' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(dialogOf(screen).query()).toBeNull();
    await openSweep(screen);
    await expect.element(dialog.getByText('3 × 4 = 12 jobs')).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'Values', exact: true })).toHaveValue('1 2 3');
    const rows = dialog.getByRole('region', { name: 'First jobs' }).getByRole('row');
    await expect.element(rows.nth(5)).toHaveTextContent(/^52/);
    await expect.element(dialog.getByText('and 4 more jobs')).toBeVisible();

    await dialog.getByRole('checkbox', { name: 'Run only some combinations' }).click();
    await dialog.getByRole('textbox', { name: 'Combinations' }).fill('5');
    await expect.element(dialog.getByText('3 × 4 = 12 combinations, 5 of them run')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Combinations' }).fill('13');
    await expect.element(dialog.getByText('There are only 12 combinations.')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Run only some combinations' }).click();
    await dialog.getByRole('combobox', { name: 'Combination of axis 2' }).click();
    await screen.getByRole('option', { name: 'Together with axis 1 (bytes)' }).click();
    await expect.element(dialog.getByText(/^This axis is longer: this one has 4 values, axis 1 has 3\./)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Number of seeds' }).fill('3');
    await expect.element(dialog.getByRole('button', { name: 'Start 3 jobs' })).not.toHaveAttribute('aria-disabled');
    expect(gateway.engine.requests).toHaveLength(0);
  });

  it('is closed when the page is left, and not open when the draft is opened again', async () => {
    const { screen, router, id } = await openDraft(workflow);
    await openSweep(screen);
    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await expect.element(dialogOf(screen)).not.toBeInTheDocument();
    await router.navigate({ to: '/$surface/submit/$draftId', params: { surface: 'local', draftId: id } });
    await expect.element(screen.getByRole('button', { name: 'Start options' })).toBeVisible();
    await expect.element(dialogOf(screen)).not.toBeInTheDocument();
  });

  it('returns the focus to an axis as soon as its input is chosen', async () => {
    const { screen } = await openDraft(workflow);
    await openSweep(screen);
    await inputOf(screen, 1).click();
    await searchOf(screen).fill('bytes');
    const focused = whenGone(searchOf(screen), () => document.activeElement);
    await userEvent.keyboard('{Enter}');
    expect(await focused).toBe(inputOf(screen, 1).element());
  });

  it('leaves the focus where the user moves it right after Escape closes the inputs', async () => {
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    await inputOf(screen, 1).click();
    await expect.element(searchOf(screen)).toHaveFocus();
    const next = dialog.getByRole('textbox', { name: 'At once' }).element() as HTMLElement;
    const moved = whenGone(searchOf(screen), () => next.focus());
    await userEvent.keyboard('{Escape}');
    await moved;
    // Radix returns the focus within less.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(document.activeElement).toBe(next);
  });

  it('stays open while Escape closes a list in it, also below a message that has just appeared', async () => {
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    await inputOf(screen, 1).click();
    await expect.element(searchOf(screen)).toHaveFocus();
    showToast({ tone: 'neutral', title: 'A job is done' });
    await expect.element(screen.getByText('A job is done')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(searchOf(screen)).not.toBeInTheDocument();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('opens with the keys that the user has set', async () => {
    changeKeys({ sweep: ['mod+e'] });
    const { screen } = await openDraft(workflow);
    await screen.getByRole('textbox', { name: 'bytes' }).click();
    await userEvent.keyboard('{Control>}e{/Control}');
    await expect.element(dialogOf(screen)).toBeVisible();
  });

  it('fills its first axis with the input that is swept next', async () => {
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    await expect
      .element(dialog.getByRole('combobox', { name: 'Input of axis 1' }))
      .toHaveTextContent('Choose an input');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    // A closed dialog returns the focus a moment later.
    await expect.element(screen.getByRole('button', { name: 'Start options' })).toHaveFocus();
    await screen.getByRole('textbox', { name: 'bytes' }).click();
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await expect.element(dialog.getByRole('combobox', { name: 'Input of axis 1' })).toHaveTextContent('bytes Write');
    await expect.element(dialog.getByRole('region', { name: 'Axis 2' })).not.toBeInTheDocument();
  });

  it('says what the run bar says of a node that the server cannot run', async () => {
    const { screen } = await openDraft({ ...workflow, '3': { class_type: 'ScriptTextt', inputs: { text: 'b' } } });
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'text');
    await dialog.getByRole('textbox', { name: 'Texts' }).fill('a');
    await expect.element(dialog.getByText('1 problem to fix before this can run.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Start 1 job' })).toHaveAttribute('aria-disabled');
  });

  it('names the problems of an axis, and what keeps it from starting', async () => {
    const { screen } = await openDraft({ ...workflow, '3': scripted('ScriptSteps', { steps: 0 }, { title: 'Wait' }) });
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'lines');
    await expect.element(screen.getByText('No results.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await choose(screen, 1, 'bytes');
    await dialog.getByRole('radio', { name: 'Range' }).click();
    await dialog.getByRole('textbox', { name: 'From' }).fill('-1');
    await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('1');
    await dialog.getByRole('textbox', { name: 'Step', exact: true }).fill('1');
    await expect.element(dialog.getByText('-1: at least 0.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'From' }).fill('0');
    const start = dialog.getByRole('button', { name: 'Start 2 jobs' });
    await expect.element(start).toHaveAttribute('aria-disabled');
    await expect.element(dialog.getByText('1 other input to fix in the form before this can run.')).toBeVisible();
    // An input with a wrong value is no obstacle once the sweep sets it.
    await dialog.getByRole('button', { name: 'Add an axis' }).click();
    await choose(screen, 2, 'steps');
    await dialog
      .getByRole('region', { name: 'Axis 2' })
      .getByRole('textbox', { name: 'Values', exact: true })
      .fill('1');
    await expect.element(start).not.toHaveAttribute('aria-disabled');
  });

  it('has at most four axes, and names an input that two of them set, or that one lacks', async () => {
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    // Only the control asks for an input, until the user tries to start.
    await expect.poll(() => dialog.getByText('Choose an input').elements().length).toBe(1);
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await expect.element(dialog.getByText('Choose an input.')).toBeVisible();
    await expect.element(dialog.getByText('Complete the axes first.')).toBeVisible();
    await choose(screen, 1, 'bytes');
    await dialog.getByRole('button', { name: 'Add an axis' }).click();
    await choose(screen, 2, 'bytes');
    await dialog
      .getByRole('region', { name: 'Axis 2' })
      .getByRole('textbox', { name: 'Values', exact: true })
      .fill('1');
    await expect.element(dialog.getByText('Axis 1 already sets bytes.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add a CSV table' }).click();
    await dialog.getByRole('button', { name: 'Add an axis' }).click();
    await expect
      .element(dialog.getByRole('button', { name: 'Add an axis' }))
      .toHaveAttribute('title', 'A sweep has at most 4 axes');
    await dialog.getByRole('button', { name: 'Remove axis 2' }).click();
    await expect.element(dialog.getByText('Axis 1 already sets bytes.')).not.toBeInTheDocument();
  });
});

describe('a sweep before it starts', () => {
  it.each([
    ['of the draft', 'test.json'],
    ['of its nodes with other titles, as in an earlier sweep', 'test.json (ms 20)'],
  ])('is estimated from previous runs %s', async (_, title) => {
    const steps = { '1': scripted('ScriptSteps', { steps: 1, ms: 20 }, { title: 'Wait' }) };
    for (const _ of [1, 2, 3]) {
      const { id } = await gateway.submit(steps, { flowdeck_title: title });
      await expect.poll(async () => (await gateway.read(id)).status).toBe('succeeded');
    }
    const { screen } = await openDraft(steps);
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'ms');
    await dialog.getByRole('textbox', { name: 'Values', exact: true }).fill('1 2');
    await expect.element(dialog.getByText('Estimated less than 2 s, based on 3 previous runs')).toBeVisible();
  });

  it('says that each job of partner nodes may cost credits, and needs their key', async () => {
    const text = { input: { required: { prompt: ['STRING', {}] } }, output: ['*'], output_node: true };
    Object.assign(gateway.engine, {
      definitions: () => Promise.resolve({ PaidText: { name: 'PaidText', api_node: true, ...text } }),
    });
    const { screen } = await openDraft({ '1': { class_type: 'PaidText', inputs: { prompt: 'a' } } });
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'prompt');
    await dialog.getByRole('textbox', { name: 'Texts' }).fill('a\nb');
    await expect.element(dialog.getByText('PaidText: each of the 2 jobs may cost credits.')).toBeVisible();
    await expect.element(dialog.getByText('Add a key for the partner nodes first.')).toBeVisible();
  });

  it.each([
    ['partner nodes', true],
    ['other nodes whose author states a price', false],
  ])('adds up what its jobs cost, by the values of each, with %s', async (_nodes, isPartner) => {
    const images = { input: { required: { n: ['INT', {}] } }, output: ['*'], output_node: true };
    const depends = { widgets: [{ name: 'n', type: 'INT' }], inputs: [], input_groups: [] };
    const price = { engine: 'jsonata', depends_on: depends, expr: '{"type": "usd", "usd": 0.05 * widgets.n}' };
    Object.assign(gateway.engine, {
      definitions: () =>
        Promise.resolve({ Draws: { name: 'Draws', api_node: isPartner, ...images, price_badge: price } }),
    });
    const { screen } = await openDraft({ '1': { class_type: 'Draws', inputs: { n: 4 } } });
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'n');
    await dialog.getByRole('textbox', { name: 'Values', exact: true }).fill('1 2 3');
    await expect.element(dialog.getByText('About 63.3 credits ($0.30)', { exact: true })).toBeVisible();
    await expect.element(dialog.getByText(/may cost credits/)).not.toBeInTheDocument();
  });

  it('pauses after the number of jobs that the user has set, if jobs may cost money', async () => {
    const definitions = await gateway.engine.definitions();
    const paid = { ...SCRIPTED_DEFINITIONS['ScriptText'], api_node: true };
    Object.assign(gateway.engine, { definitions: () => Promise.resolve({ ...definitions, ScriptText: paid }) });
    putKey(partnerKeys, location.origin, 'page', { apiKey: 'key' });
    const { screen } = await openDraft({ '1': scripted('ScriptText', { text: 'a' }) });
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'text');
    await dialog.getByRole('textbox', { name: 'Texts' }).fill('a\nb\nc');
    const cap = dialog.getByRole('textbox', { name: 'Pause after' });
    await cap.fill('none');
    await expect.element(dialog.getByText('Must be 1 or more')).toBeVisible();
    await cap.fill('2');
    await dialog.getByRole('button', { name: 'Start 3 jobs' }).click();
    await expect.element(screen.getByText(/^Paused at the number of jobs that you set\./)).toBeVisible();
    await expect.poll(() => gateway.engine.requests.length).toBe(2);
    await screen.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => gateway.engine.requests.length).toBe(3);
    forgetKey(partnerKeys, location.origin);
  });

  it('says that nothing was started if it cannot be stored, and can be started again', async () => {
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'text');
    await dialog.getByRole('textbox', { name: 'Texts' }).fill('a\nb');
    for (const name of ['put', 'add'] as const) {
      vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(() => {
        throw new DOMException('The disk is full', 'QuotaExceededError');
      });
    }
    const start = dialog.getByRole('button', { name: 'Start 2 jobs' });
    await start.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/^Nothing was started/);
    vi.restoreAllMocks();
    expect(gateway.engine.requests).toHaveLength(0);
    await start.click();
    await expect.poll(() => gateway.engine.requests.length).toBe(2);
  });
});

describe('the values of a sweep', () => {
  it('are choices, found by search and chosen at once', async () => {
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'write type');
    const values = dialog.getByRole('list', { name: 'Values of type' });
    await values.getByRole('checkbox', { name: 'text' }).click();
    await values.getByRole('checkbox', { name: 'file' }).click();
    await expect.element(dialog.getByText('2 jobs', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Choose all' }).click();
    await expect.element(dialog.getByText('6 jobs', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Choose none' }).click();
    await expect.element(dialog.getByText('No jobs yet')).toBeVisible();
  });

  it('are wildcards with pasted lists, all or picked with a seed', async () => {
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'say text');
    await dialog.getByRole('radio', { name: 'Wildcards' }).click();
    const text = dialog.getByRole('textbox', { name: 'Text', exact: true });
    await expect.element(text).toHaveValue('done');
    await text.fill('{big|small} __animal__');
    await expect.element(dialog.getByText('The list __animal__ has no values yet.')).toBeVisible();
    const list = new File(['cat\ndog\nhen\n'], 'animals.txt', { type: 'text/plain' });
    const animals = dialog.getByRole('textbox', { name: 'Values of __animal__' });
    drag(animals.element(), dataTransferOf(list), { drop: true });
    await expect.element(animals).toHaveValue('cat\ndog\nhen');
    await expect.element(dialog.getByText('6 jobs', { exact: true })).toBeVisible();
    await expect.element(dialog.getByRole('cell', { name: 'small hen' })).toBeVisible();
    await dialog.getByRole('radio', { name: 'Random picks' }).click();
    await dialog.getByRole('textbox', { name: 'Seed of the picks' }).fill('7');
    await dialog.getByRole('textbox', { name: 'Number of picks' }).fill('2');
    const cells = () =>
      dialog
        .getByRole('cell')
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(() => cells().length).toBe(2);
    const first = cells();
    await dialog.getByRole('textbox', { name: 'Seed of the picks' }).fill('8');
    await expect.poll(cells).not.toEqual(first);
    await dialog.getByRole('textbox', { name: 'Seed of the picks' }).fill('7');
    await expect.poll(cells).toEqual(first);
  });

  it('are those of a saved wildcard list, and a pasted one can be saved', async () => {
    await putNamedTexts('wildcard', [{ id: 'a', name: 'animal', text: 'cat\ndog\nhen' }]);
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'say text');
    await dialog.getByRole('radio', { name: 'Wildcards' }).click();
    const text = dialog.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('a');
    await dialog.getByRole('button', { name: 'Add a list' }).click();
    await page.getByRole('menuitem', { name: '__animal__' }).click();
    await expect.element(text).toHaveValue('a __animal__');
    await expect.element(dialog.getByText('__animal__: 3 values from the saved list')).toBeVisible();
    await expect.element(dialog.getByText('3 jobs', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Edit the values of __animal__ for this sweep' }).click();
    const animals = dialog.getByRole('textbox', { name: 'Values of __animal__' });
    await animals.fill('cat\ndog');
    await expect.element(dialog.getByText('2 jobs', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Use the saved list' }).click();
    await expect.element(dialog.getByText('3 jobs', { exact: true })).toBeVisible();

    await text.fill('a __animal__ __mood__');
    await dialog.getByRole('textbox', { name: 'Values of __mood__' }).fill('happy\nsad');
    await expect.element(dialog.getByText('6 jobs', { exact: true })).toBeVisible();
    await page.viewport(390, 844);
    const label = dialog.getByText('Values of __mood__');
    await expect.element(label).toBeVisible();
    await expect.poll(() => label.element().scrollWidth - label.element().clientWidth).toBe(0);
    await page.viewport(1440, 900);
    await dialog.getByRole('button', { name: 'Save as a list…' }).click();
    await page.getByRole('dialog', { name: 'New wildcard list' }).getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => listNamedTexts('wildcard'))
      .toMatchObject([{ id: 'a' }, { name: 'mood', text: 'happy\nsad' }]);
    await clearCurated('wildcard');
  });

  it('leave inputs that were drawn from a list for all jobs as the draft has them', async () => {
    await putNamedTexts('wildcard', [{ id: 'a', name: 'animal', text: 'cat\ndog' }]);
    const { screen } = await openDraft({ ...workflow, '1': scripted('ScriptText', { text: 'a __animal__' }) });
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'write name');
    await dialog.getByRole('textbox', { name: 'Texts' }).fill('b.txt\nc.txt');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Names');
    await dialog.getByRole('button', { name: 'Start 2 jobs' }).click();
    await screen.getByRole('button', { name: 'More actions for Names' }).click();
    await screen.getByRole('menuitem', { name: 'Edit as new sweep…' }).click();
    const note = dialog.getByText(/^Filled with the values of “Names”/);
    await expect.element(note).toBeVisible();
    await expect.element(note).not.toHaveTextContent('changed');
    await clearCurated('wildcard');
  });

  it('are rows of a dropped table, whose columns name their inputs', async () => {
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    await dialog.getByRole('button', { name: 'Remove axis 1' }).click();
    await dialog.getByRole('button', { name: 'Add a CSV table' }).click();
    const box = dialog.getByRole('textbox', { name: 'Table' });
    await expect.element(box).toHaveFocus();
    const csv = 'bytes;prompt;note\r\n1;"a; b";x\r\n2;c;y\r\n';
    drag(box.element(), dataTransferOf(new File([csv], 'prompts.csv', { type: 'text/csv' })), { drop: true });
    await expect.element(dialog.getByText('prompts.csv')).toBeVisible();
    await expect
      .element(dialog.getByRole('combobox', { name: 'Input of the column bytes' }))
      .toHaveTextContent('bytes');
    const prompts = dialog.getByRole('combobox', { name: 'Input of the column prompt' });
    await expect.element(prompts).toHaveTextContent('text');
    await expect.element(prompts).toHaveAccessibleDescription('Guessed from the column name');
    await prompts.click();
    await screen.getByRole('combobox', { name: 'Search inputs' }).fill('say');
    await userEvent.keyboard('{Enter}');
    await expect.element(prompts).not.toHaveAccessibleDescription();
    await expect.element(dialog.getByText('1 column is not used: note.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Start 2 jobs' }).click();
    await expect.poll(() => gateway.engine.requests.length).toBe(2);
    expect([sent('bytes'), sent('text')]).toEqual([
      ['1', '2'],
      ['"a; b"', '"c"'],
    ]);
  });

  it('may be dropped anywhere in the dialog as a table, which becomes an axis', async () => {
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    const heading = dialog.getByRole('heading', { name: 'Preview' });
    await expect.element(heading).toBeVisible();
    drag(heading.element(), dataTransferOf(image('a.png')), { drop: true });
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/^Drop one CSV table here/);
    const latin1 = new Uint8Array([...'bytes,text\n1,'].map((char) => char.charCodeAt(0)).concat(0xfc));
    drag(heading.element(), dataTransferOf(new File([latin1], 'table.csv', { type: 'text/csv' })), { drop: true });
    await expect.element(dialog.getByRole('region', { name: 'Axis 1' }).getByText('table.csv')).toBeVisible();
    await expect.element(dialog.getByRole('cell', { name: 'ü' })).toBeVisible();
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  });

  it('are files, which are uploaded once and then referred to', async () => {
    const { screen } = await openDraft(photo);
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'image');
    const spot = dialog.getByText('Drop image files or a folder here.');
    const archive = new File(['PK'], 'photos.zip', { type: 'application/zip' });
    await expect.element(spot).toBeVisible();
    drag(spot.element(), dataTransferOf(archive), { drop: true });
    await expect
      .element(dialog.getByText('1 file skipped: not image files. Unpack archives, and choose their folder.'))
      .toBeVisible();
    const text = new File(['no image'], 'notes.txt', { type: 'text/plain' });
    drag(spot.element(), dataTransferOf(image('b10.png'), image('b9.png'), text), { drop: true });
    await expect.element(dialog.getByText('1 file skipped: not image files.')).toBeVisible();
    await expect.element(dialog.getByText('2 jobs', { exact: true })).toBeVisible();
    const cells = () =>
      dialog
        .getByRole('cell')
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(cells).toEqual(['b9.png', 'b10.png']);
    await dialog.getByRole('button', { name: 'Start 2 jobs' }).click();
    await expect.poll(() => gateway.engine.requests.length).toBe(2);
    const names = gateway.engine.requests.map(({ workflowText }) => /"file_path":"(\w+\.png)"/.exec(workflowText)?.[1]);
    expect(names.toSorted()).toEqual(['b10.png', 'b9.png']);
  });
});

describe('a file of a sweep that is not uploaded', () => {
  it('is named, and can be uploaded again or removed', async () => {
    const error = { code: 'internal_error', message: 'Disk failure', details: null };
    gateway.worker.use(http.post('*/api/v2/assets', () => HttpResponse.json({ error }, { status: 500 })));
    const { screen } = await openDraft(photo);
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'image');
    const spot = dialog.getByText('Drop image files or a folder here.');
    await expect.element(spot).toBeVisible();
    drag(spot.element(), dataTransferOf(image('one.png'), image('two.png')), { drop: true });
    await expect.element(dialog.getByText('2 files were not uploaded.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Start', exact: true })).toHaveAttribute('aria-disabled');
    await dialog.getByRole('button', { name: 'Remove one.png' }).click();
    await expect.element(dialog.getByText('1 file was not uploaded.')).toBeVisible();
    gateway.worker.resetHandlers();
    await dialog.getByRole('button', { name: 'Upload again' }).click();
    await expect.element(dialog.getByRole('cell', { name: 'two.png' })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Start 1 job' })).not.toHaveAttribute('aria-disabled');
  });
});

describe('a file of a sweep that an earlier page did not upload', () => {
  it('must be added again, while uploaded files keep their references', async () => {
    const reference = assetReference({ id: crypto.randomUUID(), file_path: 'sent.png' });
    const files = [
      { id: 'a', name: 'sent.png', reference, problem: null },
      { id: 'b', name: 'pending.png', reference: null, problem: null },
    ];
    const axis = {
      ...newInputAxis('1', null, '1'),
      fieldKey: fieldKey('10', 'image'),
      source: 'files' as const,
      files,
    };
    const draft = makeDraft('local', { text: JSON.stringify(photo), title: 'photo', origin: 'file' }, Date.now());
    await writeDraft({ ...draft, sweep: { ...newSweep(), axes: [axis] } });
    const { screen } = await renderApp(`/local/submit/${draft.id}`);
    const dialog = await openSweep(screen);
    await expect.element(dialog.getByText('The page closed before it was uploaded. Add it again.')).toBeVisible();
    await expect.element(dialog.getByText('1 file was not uploaded.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Upload again' }).query()).toBeNull();
    await dialog.getByRole('button', { name: 'Remove pending.png' }).click();
    await expect.element(dialog.getByRole('cell', { name: 'sent.png' })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Start 1 job' })).not.toHaveAttribute('aria-disabled');
  });
});

describe('the servers of a sweep', () => {
  const other: ListedSurface = {
    id: 'studio',
    name: 'Studio',
    color: 'green',
    kind: 'self-hosted',
    access: 'relay',
    baseUrl: 'https://studio.example',
    routerBaseUrl: null,
    routerAuth: 'bearer',
    dialect: 'service',
    hasCredential: false,
  };

  it('are the ones that the user chooses', async () => {
    cacheSurfaceList({ surfaces: [other], defaultId: 'local' });
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    await choose(screen, 1, 'bytes');
    await dialog.getByRole('textbox', { name: 'Values', exact: true }).fill('1');
    const servers = dialog.getByRole('group', { name: 'Run on' });
    await expect.element(servers.getByRole('checkbox', { name: 'This machine' })).toBeChecked();
    await servers.getByRole('checkbox', { name: 'Studio' }).click();
    await dialog.getByRole('button', { name: 'Start 1 job' }).click();
    await expect.poll(newBatch).toMatchObject({ surfaceIds: ['local', 'studio'] });
    const plannedCells = async () => {
      const plan = await readBatchPlan(newBatch()?.id ?? '');
      return plan && cellCount(plan.plan);
    };
    await expect.poll(plannedCells).toBe(1);
  });

  it('are marked if they do not respond', async () => {
    cacheSurfaceList({ surfaces: [other], defaultId: 'local' });
    gateway.worker.use(http.all('*/console/relay/studio/*', () => problem(502, 'surface_unreachable', 'No response')));
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    const servers = dialog.getByRole('group', { name: 'Run on' });
    await expect.element(servers.getByRole('checkbox', { name: 'Studio unreachable' })).toBeVisible();
    await expect.element(servers.getByRole('checkbox', { name: 'This machine', exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await openStartOptions();
    await expect.element(screen.getByRole('button', { name: 'Run on Studio (unreachable)' })).toBeVisible();
  });

  it('are only this one if the workflow uses files', async () => {
    cacheSurfaceList({ surfaces: [other], defaultId: 'local' });
    const { screen } = await openDraft(photo);
    const dialog = await openSweep(screen);
    await expect.element(dialog.getByText(/^Runs on This machine only/)).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: 'Studio' }).query()).toBeNull();
  });

  it('are not asked for if there is only one', async () => {
    const { screen } = await openDraft(workflow);
    const dialog = await openSweep(screen);
    expect(dialog.getByRole('group', { name: 'Run on' }).query()).toBeNull();
  });
});
