import { describe, expect, it } from 'vitest';
import { readWorkflow } from '@contract/workflow/graph';
import { splitFieldKey } from '@/domains/drafts/field-key';
import { buildForm } from '../../draft/form-model';
import { columnGuesses } from './column-guesses';
import { withColumn, withTable } from './csv-axis';
import { inputLabels } from './input-labels';
import { newCsvAxis } from './sweep-form';

const encode = (text: string) => ({ class_type: 'CLIPTextEncode', inputs: { clip: ['1', 1], text } });
const sampler = (positive: string, negative: string) => ({
  class_type: 'KSampler',
  inputs: {
    seed: 1,
    steps: 20,
    cfg: 8,
    sampler_name: 'euler',
    scheduler: 'normal',
    model: ['2', 0],
    positive: [positive, 0],
    negative: [negative, 0],
    latent_image: ['5', 0],
  },
});
const WORKFLOW = {
  '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
  '2': { class_type: 'LoraLoader', inputs: { model: ['1', 0], clip: ['1', 1], lora_name: 'b', strength_model: 1 } },
  '3': sampler('6', '7'),
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 512, batch_size: 1 } },
  '6': encode('a harbour'),
  '7': encode('blurry'),
};

function open(workflow: object) {
  const read = readWorkflow(JSON.stringify(workflow));
  if (!read.ok) throw new Error(read.problem.message);
  const form = buildForm(read.graph, null);
  return { graph: read.graph, form };
}
const named = (key: string | null) => {
  const { nodeId, input } = splitFieldKey(key ?? '');
  return key === null ? null : `${nodeId}.${input}`;
};
const guessed = (workflow: object, column: string) => named(columnGuesses(open(workflow))(column));

describe('the guess for a column', () => {
  it.each([
    ['Prompt', '6.text'],
    ['positive', '6.text'],
    ['Negative Prompt', '7.text'],
    ['negative_prompt', '7.text'],
    ['seed', '3.seed'],
    ['steps', '3.steps'],
    ['CFG scale', '3.cfg'],
    ['width', '5.width'],
    ['height', '5.height'],
    ['sampler', '3.sampler_name'],
    ['checkpoint', '1.ckpt_name'],
    ['model', '1.ckpt_name'],
    ['denoise', null],
    ['VAE', null],
    ['note', null],
  ])('%s is %s', (column, input) => {
    expect(guessed(WORKFLOW, column)).toBe(input);
  });

  it('is the denoise of the sampler, and the only VAE', () => {
    const inputs = { ...sampler('6', '7').inputs, denoise: 1 };
    const loader = { class_type: 'VAELoader', inputs: { vae_name: 'x' } };
    const decoder = { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['8', 0] } };
    const decoded = { ...WORKFLOW, '3': { class_type: 'KSampler', inputs }, '8': loader, '9': decoder };
    expect(['Denoising strength', 'VAE'].map((column) => guessed(decoded, column))).toEqual([
      '3.denoise',
      '8.vae_name',
    ]);
  });

  it('is absent if samplers of the workflow read different inputs', () => {
    const two = { ...WORKFLOW, '8': encode('another'), '9': sampler('8', '7') };
    expect(['prompt', 'negative', 'steps', 'width'].map((column) => guessed(two, column))).toEqual([
      null,
      '7.text',
      null,
      '5.width',
    ]);
  });

  it('is absent if one prompt has several texts', () => {
    const clip = { class_type: 'CLIPTextEncodeSDXL', inputs: { clip: ['1', 1], text_g: 'a', text_l: 'b' } };
    expect(guessed({ ...WORKFLOW, '6': clip }, 'prompt')).toBeNull();
  });
});

describe('a table with guessed columns', () => {
  const form = open(WORKFLOW);
  const labels = inputLabels(form.form);
  const table = withTable(newCsvAxis('t'), 'cfg,prompt,positive,note\n7,a,b,c', 'a.csv', labels, columnGuesses(form));

  it('marks guesses, and gives an input to one column only', () => {
    expect(table.columns.map(named)).toEqual(['3.cfg', '6.text', null, null]);
    expect(table.guessed).toEqual([1]);
  });

  it('keeps the mark while the table is edited, until the user chooses an input', () => {
    const edited = withTable(table, 'prompt,cfg\na,7', null, labels, columnGuesses(form));
    expect([edited.columns.map(named), edited.guessed]).toEqual([['6.text', '3.cfg'], [0]]);
    const chosen = withColumn(edited, 0, null);
    expect([chosen.columns.map(named), chosen.guessed]).toEqual([[null, '3.cfg'], []]);
  });
});
