import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readDraft } from '@/domains/drafts/drafts';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { openDraft } from '@/testing/open-draft';

const DEFINITIONS = {
  Load: {
    name: 'Load',
    input: { required: { model: [['SD15/base.safetensors', 'xl.safetensors']] } },
    output: ['MODEL'],
  },
  Sample: {
    name: 'Sample',
    input: {
      required: {
        model: ['MODEL'],
        steps: ['INT', { default: 20, min: 1, max: 100 }],
        cfg: ['FLOAT', { default: 7.5 }],
      },
    },
    output: ['IMAGE'],
    output_node: true,
  },
};

beforeEach(async () => {
  await page.viewport(1440, 900);
  const gateway = await mountGateway();
  gateway.worker.use(http.get('*/console/object_info', () => HttpResponse.json(DEFINITIONS)));
});
afterEach(unmountGateway);

const load = { class_type: 'Load', inputs: { model: 'base.safetensors' }, _meta: { title: 'Base' } };
const sample = (inputs: object) => ({ class_type: 'Sample', inputs });
const storedInputs = async (id: string, node: string) => JSON.parse((await readDraft(id))?.text ?? '{}')[node]?.inputs;

describe('a problem', () => {
  it('of a number out of range is fixed with the nearest bound', async () => {
    const { screen } = await openDraft({ '1': load, '2': sample({ model: ['1', 0], steps: 500, cfg: 1 }) });
    const steps = screen.getByRole('textbox', { name: 'steps' });
    await expect.element(steps).toHaveAccessibleDescription(/At most 100/);
    await screen.getByRole('button', { name: 'Use 100' }).click();
    await expect.element(steps).toHaveValue('100');
    await expect.element(screen.getByRole('button', { name: 'Use 100' })).not.toBeInTheDocument();
  });

  it('of an unknown model is fixed with the file in another folder', async () => {
    const { screen, id } = await openDraft({ '1': load, '2': sample({ model: ['1', 0], steps: 5, cfg: 1 }) });
    await screen.getByRole('button', { name: 'Use SD15/base.safetensors' }).click();
    await expect.poll(() => storedInputs(id, '1')).toEqual({ model: 'SD15/base.safetensors' });
  });

  it('of a missing input is fixed by adding it, focused, and undone', async () => {
    const { screen, id } = await openDraft({ '1': load, '2': sample({ model: ['1', 0], steps: 5 }) });
    await screen.getByRole('button', { name: 'Add cfg' }).click();
    const cfg = screen.getByRole('textbox', { name: 'cfg' });
    await expect.element(cfg).toHaveFocus();
    await expect.element(cfg).toHaveValue('7.5');
    await expect.poll(() => storedInputs(id, '2')).toEqual({ model: ['1', 0], steps: 5, cfg: 7.5 });
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByRole('button', { name: 'Add cfg' })).toBeVisible();
    expect(cfg.query()).toBeNull();
  });

  it('of a broken link is fixed by choosing a node that has the output, also in the list of problems', async () => {
    const { screen, id } = await openDraft({
      '1': { ...load, inputs: { model: 'xl.safetensors' } },
      '2': sample({ model: ['8', 0], steps: 5, cfg: 1 }),
    });
    await expect.element(screen.getByRole('button', { name: 'Connect model' })).toBeVisible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const summary = screen.getByRole('status').filter({ hasText: '1 problem' });
    await summary.getByRole('button', { name: 'Connect model' }).click();
    await page.getByRole('menuitem', { name: 'Base 1, MODEL' }).click();
    await expect.poll(() => storedInputs(id, '2')).toEqual({ model: ['1', 0], steps: 5, cfg: 1 });
    await expect.element(screen.getByRole('button', { name: 'Connect model' })).not.toBeInTheDocument();
  });
});
