import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readDraft } from '@/domains/drafts/drafts';
import { uiFile, type NodeSketch } from '@/domains/ui-format/testing/ui-fixtures';
import { useToasts } from '@/shared/feedback/toasts';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { dataTransferOf, drag, whenDropsAreTaken } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';
import { useImportReport } from './import/import-report';
// The shell loads it after the first paint; tests act faster than that.
import './import/drop-anywhere';

beforeEach(async () => {
  await page.viewport(1440, 900);
  await mountGateway();
});
afterEach(async () => {
  useToasts.setState({ toasts: [] });
  useImportReport.setState({ problems: [], findings: [], isListOpen: false });
  await unmountGateway();
});

const make = (id: number, name: string, title: string): NodeSketch => ({
  id,
  type: 'ScriptOutput',
  out: ['*'],
  title,
  values: ['image', name, 0, 7, 'fixed', true],
});

async function dropCanvas(nodes: NodeSketch[], more: object = {}) {
  const opened = await whenDropsAreTaken(renderApp('/local/submit'));
  await expect.element(opened.screen.getByRole('heading', { level: 1 })).toBeVisible();
  const file = new File([JSON.stringify(uiFile(nodes, [], { ...more }))], 'canvas.json', { type: 'application/json' });
  drag(document.body, dataTransferOf(file), { drop: true });
  await expect.element(opened.screen.getByRole('heading', { name: 'canvas.json', level: 1 })).toBeVisible();
  return opened;
}

describe('App mode of a dropped workflow', () => {
  const nodes = [make(3, 'first.png', 'First'), make(5, 'second.png', 'Second')];
  const linearData = {
    inputs: [
      ['u:5:seed', 'seed'],
      [3, 'name'],
      [5, 'name'],
    ],
    outputs: [3],
  };

  it('is its form, with the inputs of the author in their order', async () => {
    const { screen, router } = await dropCanvas(nodes, { extra: { linearData } });
    await expect.element(screen.getByRole('radio', { name: 'Template 3' })).toBeChecked();
    const form = screen.getByRole('region', { name: 'Inputs', exact: true });
    await expect.element(form.getByRole('textbox', { name: 'seed', exact: true })).toBeVisible();
    const names = () =>
      form
        .getByRole('textbox')
        .elements()
        .map((each) => each.closest('[data-field]')?.textContent);
    await expect
      .poll(names)
      .toEqual([
        expect.stringMatching(/^seed/),
        expect.stringMatching(/^name, First/),
        expect.stringMatching(/^name, Second/),
      ]);
    const id = router.state.location.pathname.split('/').at(-1) ?? '';
    await expect.poll(async () => (await readDraft(id))?.view).toBe('template');
    await screen.getByRole('radio', { name: 'All inputs' }).click();
    await expect.element(screen.getByRole('region', { name: 'First' })).toBeVisible();
  });

  it('decides which output the result shows first', async () => {
    const { screen } = await dropCanvas(nodes, { extra: { linearData } });
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    const outputs = screen.getByRole('list', { name: 'All outputs' }).getByRole('button');
    await expect
      .poll(() => outputs.elements().map((each) => each.getAttribute('aria-label')))
      .toEqual(['Show first.png', 'Show second.png']);
    await expect.element(outputs.first()).toHaveAttribute('aria-current', 'true');
  });
});

describe('notes of the author', () => {
  const note = {
    id: 9,
    type: 'MarkdownNote',
    title: 'Model links',
    values: ['**vae**\n- [ae](https://huggingface.co/ae)\n![pixel](http://tracker.example/p.png)\n<img src="/x">'],
  };

  it.each([1440, 390])('are beside the form, as text, also after a reload, %i px wide', async (width) => {
    await page.viewport(width, 844);
    const { screen, router } = await dropCanvas([make(3, 'first.png', 'First'), note]);
    const path = router.state.location.pathname;
    const look = async () => {
      await page.getByText('1 note by the author').click();
      const notes = page.getByRole('article').filter({ hasText: 'Model links' });
      await expect.element(notes.getByText('• ae (huggingface.co)')).toBeVisible();
      await expect.element(notes.getByText('[Image: pixel]')).toBeVisible();
      await expect.element(notes.getByText('<img src="/x">')).toBeVisible();
      expect(notes.element().querySelector('img, a, iframe')).toBeNull();
      expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
    };
    await look();
    await screen.unmount();
    await renderApp(path);
    await look();
  });
});
