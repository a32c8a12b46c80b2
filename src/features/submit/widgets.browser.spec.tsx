import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readDraft } from '@/domains/drafts/drafts';
import { listen } from '@/testing/listen';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { openDraft, setRuns } from '@/testing/open-draft';
import { scripted } from '@/testing/scripted-graph';
import { clearCurated, listCurated } from '@/domains/curated/curated-records';
import { pinInput } from '@/domains/drafts/template';
import { changeTemplate } from './draft/edit-template';
import { afterRunSetting } from './draft/run-count';
import { openSession } from './draft/session/open-sessions';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  afterRunSetting.set('stay');
  gateway = await mountGateway();
});
afterEach(async () => {
  await clearCurated('snippet');
  await clearCurated('wildcard');
  await unmountGateway();
});

const seedsSubmitted = () => gateway.engine.requests.map(({ workflowText }) => /"seed":(\d+)/.exec(workflowText)?.[1]);
const seeded = (seed: string) =>
  JSON.stringify({ '1': scripted('ScriptOutput', { seed: 7 }) }).replace('"seed":7', `"seed":${seed}`);

async function chooseAfterRun(mode: string) {
  await page.getByRole('combobox', { name: 'seed after each run' }).click();
  await page.getByRole('option', { name: mode }).click();
}

describe('a seed', () => {
  it('can be that of the last job again, with every digit', async () => {
    const { screen } = await openDraft(seeded('18446744073709551613'));
    const seed = screen.getByRole('textbox', { name: 'seed' });
    const reuse = screen.getByRole('button', { name: 'Reuse last seed' });
    await expect.element(reuse).toHaveAttribute('title', 'No job of this draft yet');
    await chooseAfterRun('Randomize');
    await setRuns(2);
    await screen.getByRole('button', { name: /^Run 2/ }).click();
    await expect.poll(() => gateway.engine.requests.length).toBe(2);
    const [first, last] = seedsSubmitted();
    expect(first).toBe('18446744073709551613');
    await expect.element(reuse).toHaveAttribute('title', `Reuse the value of the last job: ${last}`);
    await expect.element(seed).not.toHaveValue(last);
    await reuse.click();
    await expect.element(seed).toHaveValue(last);
    await expect.element(reuse).toHaveAttribute('aria-disabled', 'true');
    await screen.getByRole('button', { name: 'Earlier values of seed' }).click();
    await expect.element(screen.getByRole('menuitem', { name: `${last} (last job)` })).toBeVisible();
    await screen.getByRole('menuitem', { name: '18446744073709551613' }).click();
    await expect.element(seed).toHaveValue('18446744073709551613');
  });

  it('continues from the other limit, and says so before', async () => {
    const { screen } = await openDraft(seeded('18446744073709551615'));
    const seed = screen.getByRole('textbox', { name: 'seed' });
    await expect.element(seed).toHaveValue('18446744073709551615');
    expect(screen.getByText(/^At its limit/).query()).toBeNull();
    await chooseAfterRun('Increment');
    await expect.element(seed).toHaveAccessibleDescription(/continues from 0 after the next run/);
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.element(seed).toHaveValue('0');
    await expect.poll(seedsSubmitted).toEqual(['18446744073709551615']);
  });

  it('changes once per click, however often the job is submitted', async () => {
    gateway.worker.use(
      http.post(
        '*/api/v2/jobs',
        async ({ request }) => {
          await gateway.app.fetch(request);
          return HttpResponse.error();
        },
        { once: true },
      ),
      http.get('*/api/v2/jobs', () => problem(501, 'not_implemented')),
    );
    const { screen } = await openDraft(seeded('41'));
    await chooseAfterRun('Increment');
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    const seed = screen.getByRole('textbox', { name: 'seed' });
    await expect.element(screen.getByText('Submission status unknown')).toBeVisible();
    await expect.element(seed).toHaveValue('41');
    await screen.getByRole('button', { name: 'Submit as new run' }).click();
    await expect.element(seed).toHaveValue('42');
    await expect.poll(() => seedsSubmitted()).toEqual(['41', '41']);
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.element(seed).toHaveValue('43');
    await expect.poll(() => seedsSubmitted()).toEqual(['41', '41', '42']);
  });
});

describe('a prompt', () => {
  const prompt = { '1': scripted('ScriptText', { text: 'a red fox' }) };

  it('weighs the word under the caret with Ctrl and the arrow keys, step by step undone', async () => {
    const { screen, id } = await openDraft(prompt);
    const box = screen.getByRole('textbox', { name: 'text' });
    await box.click();
    const control = box.element() as HTMLTextAreaElement;
    control.setSelectionRange(3, 3);
    const spoken = listen();
    await userEvent.keyboard('{Control>}{ArrowUp}{ArrowUp}{/Control}');
    await expect.element(box).toHaveValue('a (red:1.1) fox');
    await expect.poll(() => spoken).toContain('Weight 1.1');
    await expect.poll(() => control.value.slice(control.selectionStart, control.selectionEnd)).toBe('(red:1.1)');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(box).toHaveValue('a (red:1.05) fox');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(box).toHaveValue('a red fox');
    control.setSelectionRange(2, 9);
    await userEvent.keyboard('{Control>}{ArrowDown}{/Control}');
    await expect.poll(async () => (await readDraft(id))?.text).toContain('"a (red fox:0.95)"');
  });

  it('is undone by the browser too', async () => {
    const { screen } = await openDraft(prompt);
    const box = screen.getByRole('textbox', { name: 'text' });
    await box.click();
    (box.element() as HTMLTextAreaElement).setSelectionRange(3, 3);
    await userEvent.keyboard('{Control>}{ArrowUp}{/Control}');
    await expect.element(box).toHaveValue('a (red:1.05) fox');
    // As the menu of the browser does.
    document.execCommand('undo');
    await expect.element(box).toHaveValue('a red fox');
  });

  it('describes its length', async () => {
    const { screen } = await openDraft(prompt);
    const box = screen.getByRole('textbox', { name: 'text' });
    await expect.element(box).toHaveAccessibleDescription(/9 characters, 3 words/);
    await box.fill('a blue-green fox 🦊');
    await expect.element(box).toHaveAccessibleDescription(/18 characters, 3 words/);
    await box.fill('');
    await expect.element(box).not.toHaveAccessibleDescription(/character/);
  });

  it('has snippets: one is saved from a selection, inserted by its trigger, undone, renamed and deleted', async () => {
    const { screen, id } = await openDraft(prompt);
    const box = screen.getByRole('textbox', { name: 'text' });
    await box.click();
    const control = box.element() as HTMLTextAreaElement;
    control.setSelectionRange(2, 9);
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}');
    await page.getByRole('option', { name: 'Save the selection as a snippet…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as snippet' });
    await expect.element(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('red fox');
    await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('Animal{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(box).toHaveFocus();

    await expect.element(box).toHaveAttribute('aria-autocomplete', 'list');
    control.setSelectionRange(9, 9);
    await userEvent.keyboard(' and /zoo');
    await expect.element(page.getByRole('listbox', { name: 'Snippets' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Backspace>3/}an');
    const option = page.getByRole('option', { name: 'Animal' });
    await expect.element(option).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(option).not.toBeInTheDocument();
    await userEvent.keyboard('{Backspace>3/}/AN');
    await expect.element(option).toBeVisible();
    await expect.poll(() => control.getAttribute('aria-activedescendant') === option.element().id).toBe(true);
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveValue('a red fox and red fox');
    await userEvent.keyboard(', ');
    await expect.poll(async () => (await readDraft(id))?.text).toContain('"a red fox and red fox, "');
    await userEvent.keyboard('{Control>}z{/Control}');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(box).toHaveValue('a red fox and /AN');

    await screen.getByRole('button', { name: 'Snippets for text' }).click();
    await page.getByRole('option', { name: 'Edit snippets…' }).click();
    await page.getByRole('button', { name: 'Edit Animal' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Fox');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Delete Fox' }).click();
    await expect.poll(() => listCurated('snippet')).toEqual([]);
    const undo = page.getByRole('button', { name: 'Undo: delete Fox' });
    await expect.element(undo).toHaveFocus();
    await undo.click();
    await expect.poll(() => listCurated('snippet')).toMatchObject([{ fields: { name: 'Fox', text: 'red fox' } }]);
  });

  it('has wildcard lists: one is made, typed, drawn by each run, renamed, and deleted with undo', async () => {
    const { screen } = await openDraft({
      '1': scripted('ScriptText', { text: 'a fox' }, { title: 'say' }),
    });
    const box = screen.getByRole('textbox', { name: 'text' });
    await box.click();
    await screen.getByRole('button', { name: 'Snippets for text' }).click();
    await page.getByRole('option', { name: 'Wildcard lists…' }).click();
    await page.getByRole('button', { name: 'New list' }).click();
    const dialog = page.getByRole('dialog', { name: 'New wildcard list' });
    await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('my list');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    const values = dialog.getByRole('textbox', { name: 'Values' });
    await expect.element(name).toHaveAccessibleDescription(/A name has letters/);
    await name.fill('color');
    await values.fill('# later');
    await expect.element(values).toHaveAccessibleDescription(/At least one value is required/);
    await expect.element(name).not.toHaveAttribute('aria-invalid', 'true');
    await values.fill('red\nblue\n# later\n');
    await expect.element(dialog.getByText('one per line · 2 values')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const lists = page.getByRole('dialog', { name: 'Wildcard lists' });
    await expect.element(lists.getByText('2 values: red, blue')).toBeVisible();
    await lists.getByRole('button', { name: 'Close' }).click();
    await expect.element(box).toHaveFocus();

    await box.fill('a fox, __mood__ ');
    await expect.element(screen.getByRole('button', { name: '1 warning' })).toBeVisible();
    await expect.element(screen.getByText(/^There is no wildcard list “mood”/)).toBeVisible();
    await box.fill('a fox in ');
    await userEvent.keyboard('__co');
    await expect.element(page.getByRole('option', { name: '__color__' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveValue('a fox in __color__');
    await expect.element(screen.getByText(/^Each run draws one value of __color__/)).toBeVisible();
    await setRuns(8);
    await expect.element(screen.getByRole('button', { name: /^Run 8/ })).toBeVisible();
    await expect.element(screen.getByText(/^Every run is the same/)).not.toBeInTheDocument();
    await screen.getByRole('button', { name: /^Run 8/ }).click();
    await expect.poll(() => gateway.engine.requests.length).toBe(8);
    for (const { workflowText } of gateway.engine.requests) expect(workflowText).toMatch(/"a fox in (red|blue)"/);
    await expect.element(box).toHaveValue('a fox in __color__');

    await box.click();
    await screen.getByRole('button', { name: 'Snippets for text' }).click();
    await page.getByRole('option', { name: 'Wildcard lists…' }).click();
    await page.getByRole('button', { name: 'Edit color' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('shade');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Delete shade' }).click();
    await expect.poll(() => listCurated('wildcard')).toEqual([]);
    const undo = page.getByRole('button', { name: 'Undo: delete shade' });
    await expect.element(undo).toHaveFocus();
    await undo.click();
    await expect.poll(() => listCurated('wildcard')).toMatchObject([{ fields: { name: 'shade' } }]);
  });
});

describe('a color', () => {
  const DEFINITIONS = {
    Canvas: {
      name: 'Canvas',
      input: {
        required: {
          fill: ['INT', { default: 0, min: 0, max: 0xffffff, step: 1, display: 'color' }],
          line: ['COLOR', { default: '#ffffff' }],
        },
      },
      output: ['IMAGE'],
      output_node: true,
    },
  };

  beforeEach(() => {
    gateway.worker.use(http.get('*/console/object_info', () => HttpResponse.json(DEFINITIONS)));
  });

  const canvas = (fill: unknown, line: unknown) => ({ '1': { class_type: 'Canvas', inputs: { fill, line } } });
  const storedInputs = async (id: string) => JSON.parse((await readDraft(id))?.text ?? '{}')['1']?.inputs;

  it('of type INT is shown in hexadecimal, and sent as a number', async () => {
    const { screen, id } = await openDraft(canvas(0x1e90ff, '#00ff00'));
    const fill = screen.getByRole('textbox', { name: 'fill', exact: true });
    await expect.element(fill).toHaveValue('#1e90ff');
    await expect.element(screen.getByLabelText('Pick fill')).toHaveValue('#1e90ff');
    await screen.getByLabelText('Pick fill').fill('#ff8800');
    await expect.element(fill).toHaveValue('#ff8800');
    await expect.poll(() => storedInputs(id)).toEqual({ fill: 0xff8800, line: '#00ff00' });
    await fill.fill('#0f0');
    await expect.poll(() => storedInputs(id)).toMatchObject({ fill: 0x00ff00 });
    await fill.fill('green');
    await expect.element(fill).toHaveAccessibleDescription('This is not a color, such as #1e90ff.');
    expect(await storedInputs(id)).toMatchObject({ fill: 0x00ff00 });
  });

  it('of type COLOR is text', async () => {
    const { screen, id } = await openDraft(canvas(0, '#00FF00'));
    await expect.element(screen.getByRole('textbox', { name: 'line', exact: true })).toHaveValue('#00FF00');
    await screen.getByLabelText('Pick line').fill('#112233');
    await expect.poll(() => storedInputs(id)).toEqual({ fill: 0, line: '#112233' });
  });

  it('out of range is shown as its number, with the problem', async () => {
    const { screen } = await openDraft(canvas(0x1000000, '#000000'));
    const fill = screen.getByRole('textbox', { name: 'fill', exact: true });
    await expect.element(fill).toHaveValue('16777216');
    await expect.element(fill).toHaveAccessibleDescription(/At most 16777215/);
  });
});

describe('the size of a node', () => {
  const canvas = (width: number, height: number) => ({
    '1': { class_type: 'NoDefinition', inputs: { width, height, strength: 1 } },
  });

  it('is chosen by ratio, and undone in one step', async () => {
    const { screen } = await openDraft(canvas(1000, 1000));
    const width = screen.getByRole('textbox', { name: 'width' });
    const height = screen.getByRole('textbox', { name: 'height' });
    await screen.getByRole('button', { name: 'Ratio 1:1' }).click();
    await page.getByRole('menuitem', { name: /^16:9 · / }).click();
    await expect.element(width).toHaveValue('1336');
    await expect.element(height).toHaveValue('752');
    await expect.element(screen.getByRole('button', { name: 'Ratio 16:9' })).toBeVisible();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(width).toHaveValue('1000');
    await expect.element(height).toHaveValue('1000');
    await expect.element(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('is swapped, also in a template that pins both', async () => {
    const { screen, id } = await openDraft(canvas(1024, 640));
    const swap = screen.getByRole('button', { name: 'Swap width and height' });
    await swap.click();
    await expect.element(screen.getByRole('textbox', { name: 'width' })).toHaveValue('640');
    await expect.element(screen.getByRole('textbox', { name: 'height' })).toHaveValue('1024');
    const session = openSession(id);
    if (!session) throw new Error('The draft is not open.');
    changeTemplate(session.editor, (template) => pinInput(template, { nodeId: '1', input: 'width' }));
    session.editor.setView('template');
    await expect.element(screen.getByRole('textbox', { name: 'height' })).not.toBeInTheDocument();
    await expect.element(swap).not.toBeInTheDocument();
    changeTemplate(session.editor, (template) => pinInput(template, { nodeId: '1', input: 'height' }));
    await swap.click();
    await expect.element(screen.getByRole('textbox', { name: 'width' })).toHaveValue('1024');
    await expect.element(screen.getByRole('textbox', { name: 'height' })).toHaveValue('640');
  });

  it('keeps a locked ratio, which is stored with the draft', async () => {
    const { screen, id } = await openDraft(canvas(1024, 512));
    await screen.getByRole('button', { name: 'Lock the ratio' }).click();
    await expect
      .element(screen.getByRole('button', { name: 'Lock the ratio' }))
      .toHaveAttribute('aria-pressed', 'true');
    const height = screen.getByRole('textbox', { name: 'height' });
    await height.fill('300');
    await expect.element(screen.getByRole('textbox', { name: 'width' })).toHaveValue('600');
    await height.click();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(screen.getByRole('textbox', { name: 'width' })).toHaveValue('602');
    await expect
      .poll(async () => Object.values((await readDraft(id))?.aspects ?? {}))
      .toEqual([{ width: 1024, height: 512 }]);
    await screen.getByRole('button', { name: 'Lock the ratio' }).click();
    await height.fill('100');
    await expect.element(screen.getByRole('textbox', { name: 'width' })).toHaveValue('602');
  });

  it('has no presets without positive numbers, and none for other inputs', async () => {
    const { screen } = await openDraft({
      ...canvas(0, 512),
      '2': { class_type: 'NoDefinition', inputs: { line_width: 4, strength: 1 } },
    });
    await expect
      .element(screen.getByRole('button', { name: 'Ratio', exact: true }))
      .toHaveAttribute('title', 'Width and height must be numbers above 0');
    await expect.poll(() => screen.getByRole('button', { name: 'Ratio', exact: true }).elements().length).toBe(1);
  });
});
