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
  Show: { name: 'Show', input: { required: { images: ['IMAGE'] } }, output: [], output_node: true },
  LoadImage: {
    name: 'LoadImage',
    input: { required: { image: [['a.png'], { image_upload: true }] } },
    output: ['IMAGE'],
  },
  Paid: { name: 'Paid', input: { required: { prompt: ['STRING', {}] } }, output: ['IMAGE'], api_node: true },
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
    await expect.element(steps).toHaveFocus();
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
    await expect.element(cfg).not.toBeInTheDocument();
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

  it('of a node without inputs has a card, whose fix moves the focus to the next one', async () => {
    const { screen, id } = await openDraft({
      '1': load,
      '2': sample({ model: ['1', 0], steps: 5, cfg: 1 }),
      '3': { class_type: 'Show', inputs: { images: ['8', 0] } },
    });
    const card = screen.getByRole('region', { name: 'Show' });
    await card.getByRole('button', { name: 'Connect images' }).click();
    await page.getByRole('menuitem', { name: 'Sample 2, IMAGE' }).click();
    await expect.element(card).not.toBeInTheDocument();
    await expect.poll(() => storedInputs(id, '3')).toEqual({ images: ['2', 0] });
    await expect.element(screen.getByRole('textbox', { name: 'steps' })).toHaveFocus();
  });

  it('of the last card of a block moves the focus to the first one of the next block', async () => {
    const others = Object.fromEntries(['3', '4', '5', '6', '7', '8', '9'].map((nodeId) => [nodeId, load]));
    const { screen } = await openDraft({
      '1': load,
      '2': sample({ model: ['1', 0], steps: 5, cfg: 1 }),
      ...others,
      '10': { class_type: 'Show', inputs: { images: ['99', 0] } },
      '11': { ...load, _meta: { title: 'Next' } },
    });
    const card = screen.getByRole('region', { name: 'Show' });
    await card.getByRole('button', { name: 'Connect images' }).click();
    await page.getByRole('menuitem', { name: 'Sample 2, IMAGE' }).click();
    await expect.element(card).not.toBeInTheDocument();
    const next = screen.getByRole('region', { name: 'Next' });
    await expect.element(next.getByRole('combobox')).toHaveFocus();
  });

  it('in the list leads to the next one by keyboard, and after the last one to its field', async () => {
    const { screen } = await openDraft({
      '1': { ...load, inputs: { model: 'xl.safetensors' } },
      '2': sample({ model: ['1', 0], steps: 500 }),
    });
    await expect.element(screen.getByRole('button', { name: 'Use 100' })).toBeVisible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const summary = screen.getByRole('status').filter({ hasText: '2 problems' });
    const add = summary.getByRole('button', { name: 'Add cfg' });
    await expect.element(add).toBeVisible();
    (add.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const left = screen.getByRole('status').filter({ hasText: '1 problem' });
    await expect.element(left.getByRole('button', { name: 'Use 100' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('textbox', { name: 'steps' })).toHaveFocus();
    await expect.element(left).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'steps' })).toHaveValue('500');
    await expect.element(screen.getByRole('textbox', { name: 'cfg' })).toBeVisible();
  });

  it('of a missing key comes first by button and by key, and inputs to fix have a button of their own', async () => {
    const { screen } = await openDraft({
      '1': { class_type: 'Paid', inputs: {} },
      '2': { class_type: 'Show', inputs: { images: ['1', 0] } },
    });
    const run = screen.getByRole('button', { name: /^Run/ });
    await expect.element(run).toHaveAttribute('aria-disabled', 'true');
    await expect.element(run).toHaveAccessibleDescription('Add a key for the partner nodes first.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(screen.getByLabelText('API key for partner nodes')).toHaveFocus();
    await screen.getByRole('button', { name: /^1 input to f/ }).click();
    await expect.element(screen.getByRole('status').filter({ hasText: '1 problem' })).toBeVisible();
  });

  it('of a missing key leads to the place where it is entered, and back', async () => {
    const { screen } = await openDraft({
      '1': { class_type: 'Paid', inputs: { prompt: 'a reef' } },
      '2': { class_type: 'Show', inputs: { images: ['1', 0] } },
    });
    const prompt = screen.getByRole('textbox', { name: 'prompt' });
    await prompt.click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(screen.getByLabelText('API key for partner nodes')).toHaveFocus();
    await userEvent.keyboard('secret{Enter}');
    await expect.element(screen.getByText('Runs use your API key.')).toBeVisible();
    await expect.element(prompt).toHaveFocus();
    await screen.getByRole('button', { name: 'Remove' }).click();
    await screen.getByRole('button', { name: 'Add a key' }).click();
    await expect.element(screen.getByLabelText('API key for partner nodes')).toHaveFocus();
    await userEvent.keyboard('other{Enter}');
    await expect.element(screen.getByRole('button', { name: /^Run/ })).toHaveFocus();
  });
});

describe('a file that the server has lost', () => {
  const image = new File(['\x89PNG\r\n\x1a\n'], 'fox.png', { type: 'image/png' });
  const flow = (info: object) => ({
    '1': { class_type: 'LoadImage', inputs: { image: { __type: 'core/ASSET', info } } },
    '2': { class_type: 'Show', inputs: { images: ['1', 0] } },
  });
  const gone = '00000000-0000-4000-8000-000000000000';

  it('is reported before a run, and replaced by choosing a file in the list', async () => {
    const { screen, id } = await openDraft(flow({ id: gone, file_path: 'fox.png' }));
    const field = screen.getByRole('group', { name: 'image', exact: true });
    await expect.element(field).toHaveAccessibleDescription(/This file no longer exists on the server/);
    await expect.element(field.getByText('fox.png')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^Run/ })).toHaveAttribute('aria-disabled', 'true');
    await screen.getByRole('button', { name: '1 input to fix' }).click();
    const summary = screen.getByRole('status').filter({ hasText: '1 problem' });
    await expect.element(summary.getByRole('button', { name: 'Choose an image for image' })).toBeVisible();
    const picker = summary.element().querySelector('input');
    if (!picker) throw new Error('no file picker');
    await userEvent.upload(picker, image);
    await expect.element(summary).not.toBeInTheDocument();
    await expect.poll(async () => JSON.stringify(await storedInputs(id, '1'))).toMatch(/"hash":"blake3:/);
    await expect.element(field).not.toHaveAccessibleDescription(/no longer exists/);
  });

  it('is used again under its new id if the server still has the bytes, and undone', async () => {
    const form = new FormData();
    form.set('content_type', 'image/png');
    form.set('file_path', 'fox.png');
    form.set('file', image);
    const { hash } = (await (await fetch('/api/v2/assets', { method: 'POST', body: form })).json()) as { hash: string };
    const { screen, id } = await openDraft(flow({ id: gone, hash, file_path: 'fox.png' }));
    const fix = screen.getByRole('button', { name: 'Use the stored copy' });
    await fix.click();
    await expect.element(fix).not.toBeInTheDocument();
    await expect.poll(async () => JSON.stringify(await storedInputs(id, '1'))).not.toContain(gone);
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(fix).toBeVisible();
  });
});
