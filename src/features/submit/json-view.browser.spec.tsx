import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readDraft } from '@/domains/drafts/drafts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { openDraft } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

const say = scripted('ScriptText', { text: 'done' }, { title: 'Say' });
const workflow = { '1': { ...say, inputs: { ...say.inputs, seed: 41 } } };
const json = () => page.getByRole('textbox', { name: 'Workflow as JSON' });
const shown = () => (json().element() as HTMLTextAreaElement).value;
const sentTexts = () => gateway.engine.requests.map(({ workflowText }) => workflowText);

async function openJson(): Promise<void> {
  await page.getByRole('radio', { name: 'JSON' }).click();
  await expect.element(json()).toBeVisible();
}

describe('the JSON of a workflow', () => {
  it('is edited beside the form, in both directions, and runs at once', async () => {
    const { screen } = await openDraft(workflow);
    await openJson();
    await screen.getByRole('textbox', { name: 'seed' }).fill('42');
    await expect.poll(shown).toContain('"seed": 42');
    await json().fill(shown().replace('"seed": 42', '"seed": 18446744073709551615'));
    await expect.element(screen.getByRole('textbox', { name: 'seed' })).toHaveValue('18446744073709551615');
    // Ctrl+Enter does not wait for the pause after which text is read.
    await json().fill(shown().replace('18446744073709551615', '7'));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(sentTexts).toHaveLength(1);
    expect(sentTexts()[0]).toContain('"seed": 7');
  });

  it('adds a node, which gets its card, and undoes it', async () => {
    const { screen } = await openDraft(workflow);
    await openJson();
    const second = JSON.stringify(scripted('ScriptSteps', {}, { title: 'Second', after: '1' }));
    await json().fill(shown().replace(/\}\s*$/, `, "2": ${second} }`));
    await expect.element(screen.getByRole('heading', { name: 'Second' })).toBeVisible();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Second' })).not.toBeInTheDocument();
    expect(shown()).not.toContain('Second');
  });

  it('stays as typed while it cannot be read, blocks Run, leads to the error, and survives a reload', async () => {
    const app = await openDraft(workflow);
    await openJson();
    const broken = shown().replace('41', '');
    await json().fill(broken);
    const isUnreadable = page.getByText('The JSON of the workflow cannot be read.');
    await expect.element(isUnreadable).toBeVisible();
    await expect.element(page.getByText(/The form shows the last valid workflow\./)).toBeVisible();
    await expect.element(app.screen.getByRole('button', { name: /^Run/ })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('radio', { name: 'Graph' }).click();
    await page.getByRole('button', { name: 'Show JSON' }).click();
    await page.getByRole('button', { name: 'Go to error' }).click();
    const area = json().element() as HTMLTextAreaElement;
    expect(broken.slice(area.selectionStart, area.selectionEnd)).toBe('}');
    await expect.poll(async () => (await readDraft(app.id))?.jsonText).toBe(broken);

    await app.screen.unmount();
    await renderApp(`/local/submit/${app.id}`);
    await expect.element(isUnreadable).toBeVisible();
    await page.getByRole('button', { name: 'Show JSON' }).click();
    await expect.poll(shown).toBe(broken);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(shown).toContain('"seed": 41');
    await expect.element(isUnreadable).not.toBeInTheDocument();
    await expect.poll(async () => (await readDraft(app.id))?.jsonText).toBeUndefined();
  });

  it('is a step of its own on a phone', async () => {
    await page.viewport(390, 844);
    const { screen } = await openDraft(workflow);
    await screen.getByRole('button', { name: 'JSON' }).click();
    await json().fill(shown().replace('41', '43'));
    await screen.getByRole('button', { name: 'Inputs' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'seed' })).toHaveValue('43');
  });
});
