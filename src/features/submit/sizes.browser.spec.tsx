import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readDraft } from '@/domains/drafts/drafts';
import { pinInput } from '@/domains/drafts/template';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { openDraft } from '@/testing/open-draft';
import { openSession } from './draft/session/open-sessions';
import { changeTemplate } from './draft/edit-template';

beforeEach(async () => {
  await page.viewport(1440, 900);
  await mountGateway();
});
afterEach(unmountGateway);

const canvas = (width: number, height: number) => ({
  '1': { class_type: 'NoDefinition', inputs: { width, height, strength: 1 } },
});

describe('the size of a node', () => {
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
