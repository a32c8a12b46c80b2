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
import { afterRunSetting } from './draft/run-count';

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
