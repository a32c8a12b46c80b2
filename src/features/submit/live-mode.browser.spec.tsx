import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearCurated } from '@/domains/curated/curated-records';
import { putNamedTexts } from '@/domains/curated/named-texts';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { openDraft, chooseStart } from '@/testing/open-draft';
import { emptyOutbox } from '@/testing/outbox';
import { scripted } from '@/testing/scripted-graph';
import { seedTimingSetting } from './draft/seed-control';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
});
afterEach(async () => {
  await emptyOutbox();
  await clearCurated('wildcard');
  await unmountGateway();
});

const say = { ...scripted('ScriptText', { text: 'done' }, { title: 'Say' }) };
const seeded = { '1': { ...say, inputs: { ...say.inputs, seed: 41 } } };
const sent = (pattern: RegExp) => gateway.engine.requests.map(({ workflowText }) => pattern.exec(workflowText)?.[1]);
const SEED = /"seed":(\d+)/;

async function fromPalette(title: string): Promise<void> {
  await awaitShortcuts();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('dialog').getByRole('combobox').fill(title);
  await page.getByRole('option', { name: title }).first().click();
}

describe('live mode', () => {
  it('repeats with the next seed until it is stopped, without leaving the focus behind', async () => {
    const app = await openDraft(seeded);
    const { screen } = app;
    await screen.getByRole('combobox', { name: 'seed after each run' }).click();
    await screen.getByRole('option', { name: 'Increment' }).click();
    await chooseStart('Repeat until stopped');
    const bar = screen.getByRole('group', { name: 'Live mode' });
    await expect.element(bar.getByText('Stops when you leave this draft or close the tab.')).toBeVisible();
    await expect.poll(() => gateway.engine.requests.length).toBeGreaterThanOrEqual(2);
    screen.getByRole('button', { name: 'Stop' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Run', exact: true })).toHaveFocus();
    const seeds = sent(SEED);
    expect(seeds).toEqual(seeds.map((_, index) => String(41 + index)));
  });

  it('repeats with the next seed if seeds change before each run', async () => {
    seedTimingSetting.set('before');
    try {
      const { screen } = await openDraft({ '1': { ...say, inputs: { ...say.inputs, seed: 4100 } } });
      await screen.getByRole('combobox', { name: 'seed before each run' }).click();
      await screen.getByRole('option', { name: 'Increment' }).click();
      await chooseStart('Repeat until stopped');
      await expect.poll(() => sent(SEED).length).toBeGreaterThanOrEqual(3);
      await screen.getByRole('button', { name: 'Stop' }).click();
      const seeds = sent(SEED);
      expect(seeds).toEqual(seeds.map((_, index) => String(4100 + index)));
      await expect.element(screen.getByRole('textbox', { name: 'seed' })).toHaveValue(seeds.at(-1));
    } finally {
      seedTimingSetting.set('after');
    }
  });

  it('does not repeat a run whose seed stays, and offers to randomize it', async () => {
    const app = await openDraft(seeded);
    const { screen } = app;
    await chooseStart('Repeat until stopped');
    const notice = screen.getByRole('region', { name: 'Live mode' });
    await expect.element(notice.getByText('Not repeated: every run would be the same')).toBeVisible();
    // Other files of tests share the storage of the browser, and may have left runs there.
    expect(sent(SEED)).not.toContain('41');
    await notice.getByRole('button', { name: 'Randomize seed' }).click();
    await expect.element(screen.getByRole('button', { name: 'Stop' })).toHaveFocus();
    await expect.poll(() => gateway.engine.requests.length).toBeGreaterThanOrEqual(2);
    await screen.getByRole('button', { name: 'Stop' }).click();
    const seeds = sent(SEED);
    expect(new Set(seeds).size).toBe(seeds.length);
    expect(seeds).not.toContain('41');
  });

  it('repeats inputs of which each run draws a value, and takes none of these values for a change', async () => {
    await putNamedTexts('wildcard', [{ id: 'a', name: 'color', text: 'red\nblue' }]);
    const { screen } = await openDraft({ '1': scripted('ScriptText', { text: 'a __color__ fox' }, { title: 'Say' }) });
    await expect.element(screen.getByText(/^Each run draws one value of __color__/)).toBeVisible();
    await chooseStart('Repeat until stopped');
    await expect.poll(() => gateway.engine.requests.length).toBeGreaterThanOrEqual(3);
    await screen.getByRole('button', { name: 'Stop' }).click();
    await expect.element(screen.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    await chooseStart('Run on change');
    await expect.element(screen.getByText('waits for a change')).toBeVisible();
    await screen.getByRole('textbox', { name: 'text' }).fill('a __color__ hen');
    await expect.element(screen.getByText('run 1 finished, waits for a change')).toBeVisible();
    expect(sent(/"text":"a (?:red|blue) (hen)"/).at(-1)).toBe('hen');
  });

  it('runs the newest change, and ends when the draft is left', async () => {
    const app = await openDraft(seeded);
    const { screen, router, id } = app;
    await fromPalette('Start live mode: run on change');
    await expect.poll(() => sent(/"text":"(\w+)"/)).toEqual(['done']);
    await screen.getByRole('textbox', { name: 'text' }).fill('changed');
    await expect.poll(() => sent(/"text":"(\w+)"/)).toEqual(['done', 'changed']);
    await expect.element(screen.getByText('run 2 finished, waits for a change')).toBeVisible();
    await fromPalette('Stop live mode');
    await expect.element(screen.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    await chooseStart('Run on change');
    await expect.element(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
    await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' } });
    await expect.element(screen.getByRole('button', { name: 'Start options' })).not.toBeInTheDocument();
    await router.navigate({ to: '/$surface/submit/$draftId', params: { surface: 'local', draftId: id } });
    await screen.getByRole('textbox', { name: 'text' }).fill('later');
    await expect.element(screen.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    expect(gateway.engine.requests).toHaveLength(2);
  });

  it('stops when a job fails, with a link to it', async () => {
    const app = await openDraft({ '1': scripted('ScriptFail', {}, { title: 'Break' }) });
    const { screen } = app;
    await chooseStart('Run on change');
    const notice = screen.getByRole('region', { name: 'Live mode' });
    await expect.element(notice.getByText('Run on change stopped after 1 run')).toBeVisible();
    await expect.element(notice.getByRole('link', { name: 'Open job' })).toBeVisible();
    expect(gateway.engine.requests).toHaveLength(1);
  });

  it('asks for a number of runs before it starts what may cost money', async () => {
    const text = { input: { required: { prompt: ['STRING', {}] } }, output: ['*'], output_node: true };
    Object.assign(gateway.engine, {
      definitions: () => Promise.resolve({ PaidText: { name: 'PaidText', api_node: true, ...text } }),
    });
    const app = await openDraft({ '1': { class_type: 'PaidText', inputs: { prompt: 'a' } } });
    const { screen } = app;
    await chooseStart('Run on change');
    const dialog = screen.getByRole('dialog', { name: 'Run on change' });
    const count = dialog.getByRole('textbox', { name: 'Stop after this many runs' });
    await expect.element(count).toHaveValue('5');
    await expect.element(count).toHaveFocus();
    await count.fill('0');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('Must be 1 to 1000')).toBeVisible();
    await count.fill('2');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('waits for the key of the partner nodes')).toBeVisible();
    expect(gateway.engine.requests).toHaveLength(0);
  });
});
