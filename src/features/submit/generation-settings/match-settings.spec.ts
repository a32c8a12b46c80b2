import { describe, expect, it } from 'vitest';
import { stringifyJson } from '@contract/json/lossless';
import { readWorkflow } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { splitFieldKey } from '@/domains/drafts/field-key';
import { a1111Text } from '@/domains/generation-inputs/a1111-text';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { type GenerationSettings, parseGenerationSettings } from '@/domains/workflow-files/generation-settings';
import { buildForm } from '../draft/form-model';
import { matchSettings } from './match-settings';

const DEFINITIONS: NodeDefinitions = {
  KSampler: {
    name: 'KSampler',
    input: {
      required: {
        model: ['MODEL'],
        seed: ['INT', { min: 0, max: 2 ** 64, control_after_generate: true }],
        steps: ['INT', { min: 1, max: 100 }],
        cfg: ['FLOAT', { min: 0, max: 30 }],
        sampler_name: [['euler', 'euler_ancestral', 'dpmpp_2m', 'dpmpp_2m_sde', 'uni_pc']],
        scheduler: [['normal', 'karras', 'sgm_uniform']],
        positive: ['CONDITIONING'],
        negative: ['CONDITIONING'],
        latent_image: ['LATENT'],
        denoise: ['FLOAT', { min: 0, max: 1 }],
      },
    },
    output: ['LATENT'],
  },
  CheckpointLoaderSimple: {
    name: 'CheckpointLoaderSimple',
    input: {
      required: {
        ckpt_name: [['base.safetensors', 'sd15/DreamShaper_8.safetensors', 'a/twin.ckpt', 'b/twin.ckpt']],
      },
    },
    output: ['MODEL', 'CLIP', 'VAE'],
  },
  UNETLoader: {
    name: 'UNETLoader',
    input: { required: { unet_name: [['flux/flux1-dev.safetensors']] } },
    output: ['MODEL'],
  },
  LoraLoader: {
    name: 'LoraLoader',
    input: {
      required: {
        lora_name: [['none.safetensors', 'style/Gouache_v2.safetensors', 'grain.safetensors']],
        strength_model: ['FLOAT', { min: -100, max: 100 }],
        strength_clip: ['FLOAT', { min: -100, max: 100 }],
      },
    },
    output: ['MODEL', 'CLIP'],
  },
  VAELoader: {
    name: 'VAELoader',
    input: { required: { vae_name: [['sd\\mse.safetensors', 'ae.safetensors', 'pixel_space']] } },
    output: ['VAE'],
  },
};

const SAMPLER = {
  class_type: 'KSampler',
  inputs: {
    seed: 1,
    steps: 20,
    cfg: 8,
    sampler_name: 'euler',
    scheduler: 'normal',
    positive: ['10', 0],
    negative: ['10', 1],
    latent_image: ['5', 0],
  },
};
const encode = (text: string) => ({ class_type: 'CLIPTextEncode', inputs: { clip: ['1', 0], text } });
const WORKFLOW = {
  '6': encode('a harbour'),
  '7': encode('blurry'),
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 512, batch_size: 1 } },
  '8': { class_type: 'ImageScale', inputs: { width: 64, height: 64 } },
  '10': { class_type: 'ControlNetApplyAdvanced', inputs: { positive: ['6', 0], negative: ['7', 0], strength: 1 } },
  '3': SAMPLER,
};

function match(workflow: object, settings: GenerationSettings) {
  const read = readWorkflow(JSON.stringify(workflow));
  if (!read.ok) throw new Error(read.problem.message);
  const { changes, used, unused, loras } = matchSettings(
    { graph: read.graph, form: buildForm(read.graph, DEFINITIONS) },
    settings,
  );
  const named = changes.map(([key, value]) => {
    const { nodeId, input } = splitFieldKey(key);
    return [`${nodeId} ${input}`, stringifyJson(value)];
  });
  const reasons = [
    ...unused.map(({ setting, reason, similar }) => [setting, similar ?? reason]),
    ...loras.flatMap(({ name, problem }) => (problem ? [[name, problem.similar ?? problem.reason]] : [])),
  ];
  return {
    values: Object.fromEntries(named) as unknown,
    used,
    unused: unused.map(({ setting }) => setting),
    loras: loras.map(({ name, problem }) => [name, problem === null]),
    reasons: Object.fromEntries(reasons) as unknown,
  };
}

const FILES = {
  '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'base.safetensors' } },
  '2': { class_type: 'VAELoader', inputs: { vae_name: 'ae.safetensors' } },
  '3': {
    class_type: 'KSampler',
    inputs: { ...SAMPLER.inputs, model: ['1', 0], positive: ['6', 0], negative: ['7', 0], denoise: 1 },
  },
  '5': WORKFLOW['5'],
  '6': WORKFLOW['6'],
  '7': WORKFLOW['7'],
  '9': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['2', 0] } },
};
const SECOND = { ...FILES['3'], inputs: { ...FILES['3'].inputs, latent_image: ['3', 0] } };

describe('matchSettings', () => {
  it('fills the sampler, the prompts behind it, and the size that it starts from', () => {
    const found = match(WORKFLOW, {
      prompt: 'a fox',
      negative: 'ugly',
      seed: '18446744073709551615',
      steps: '30',
      cfg: '5.5',
      sampler: 'DPM++ 2M SDE',
      scheduler: 'Karras',
      width: '768',
      height: '1024',
    });
    expect(found.unused).toEqual([]);
    expect(found.values).toEqual({
      '6 text': '"a fox"',
      '7 text': '"ugly"',
      '3 seed': '18446744073709551615',
      '3 steps': '30',
      '3 cfg': '5.5',
      '3 sampler_name': '"dpmpp_2m_sde"',
      '3 scheduler': '"karras"',
      '5 width': '768',
      '5 height': '1024',
    });
  });

  it.each([
    [{ sampler: 'Euler a' }, { '3 sampler_name': '"euler_ancestral"' }],
    [{ sampler: 'DPM++ 2M Karras' }, { '3 sampler_name': '"dpmpp_2m"', '3 scheduler': '"karras"' }],
    [
      { sampler: 'UniPC', scheduler: 'SGM Uniform' },
      { '3 sampler_name': '"uni_pc"', '3 scheduler': '"sgm_uniform"' },
    ],
    [{ scheduler: 'dpmpp_2m_sde_k' }, { '3 sampler_name': '"dpmpp_2m_sde"', '3 scheduler': '"karras"' }],
    [{ sampler: 'Restart' }, {}],
  ])('knows the sampler %o by its name in ComfyUI', (settings, values) => {
    expect(match(WORKFLOW, settings).values).toEqual(values);
  });

  it('takes the files that the server has under the name, without folder and extension, and the denoise', () => {
    const settings = { model: 'dreamshaper_8', vae: 'mse.safetensors', denoise: '0.6' };
    expect(match(FILES, settings)).toMatchObject({
      values: {
        '1 ckpt_name': '"sd15/DreamShaper_8.safetensors"',
        '2 vae_name': String.raw`"sd\\mse.safetensors"`,
        '3 denoise': '0.6',
      },
      unused: [],
    });
    const flux = { '1': { class_type: 'UNETLoader', inputs: { unet_name: 'x' } } };
    expect(match(flux, settings)).toMatchObject({ values: {} });
    expect(match(flux, { model: 'flux1-dev' }).values).toEqual({ '1 unet_name': '"flux/flux1-dev.safetensors"' });
  });

  it('takes no similar name, and none of several files of the same name', () => {
    expect(match(FILES, { model: 'dreamshaper_7', vae: 'a' })).toMatchObject({ values: {}, unused: ['model', 'vae'] });
    expect(match(FILES, { model: 'twin' }).values).toEqual({});
    expect(match(FILES, { model: 'b/twin' }).values).toEqual({});
    expect(match(FILES, { model: 'b/twin.ckpt' }).values).toEqual({ '1 ckpt_name': '"b/twin.ckpt"' });
  });

  it('says why a setting is not taken, and which file of the server has a similar name', () => {
    const settings = { model: 'dreamshaper_7', vae: 'zzz', steps: '500', sampler: 'Restart', prompt: '<lora:grain:1>' };
    expect(match(FILES, { ...settings, secondDenoise: '0.4' }).reasons).toEqual({
      model: 'sd15/DreamShaper_8.safetensors',
      vae: 'not_found',
      steps: 'invalid',
      sampler: 'not_found',
      secondDenoise: 'no_input',
      grain: 'no_input',
    });
    expect(match(FILES, { model: 'twin' }).reasons).toEqual({ model: 'several' });
    const unlisted = { '1': { class_type: 'OtherLoader', inputs: { ckpt_name: 'x' } } };
    expect(match(unlisted, { model: 'x' }).reasons).toEqual({ model: 'unlisted' });
    // One name for both, as in InvokeAI.
    expect(match(FILES, { scheduler: 'euler_a' }).reasons).toEqual({});
  });

  it('takes the denoise of Hires fix for the second sampler only', () => {
    expect(match(FILES, { secondDenoise: '0.4' })).toMatchObject({ values: {}, unused: ['secondDenoise'] });
    const two = { ...FILES, '4': SECOND };
    expect(match(two, { secondDenoise: '0.4' }).values).toEqual({ '4 denoise': '0.4' });
  });

  const lora = (reads: string) => ({
    class_type: 'LoraLoader',
    inputs: {
      lora_name: 'none.safetensors',
      strength_model: 1,
      strength_clip: 1,
      model: [reads, 0],
      clip: [reads, 1],
    },
  });
  const withLoras = {
    ...FILES,
    '20': lora('1'),
    '21': lora('20'),
    '3': { ...FILES['3'], inputs: { ...FILES['3'].inputs, model: ['21', 0] } },
  };

  it('gives LoRAs to the loaders in their order, and removes their tags from the prompt', () => {
    const prompt = 'a fox, <lora:gouache_v2:0.6>, <lora:other:1> forest <lora:grain:.5:0.25>';
    expect(match(withLoras, { prompt })).toMatchObject({
      values: {
        '20 lora_name': '"style/Gouache_v2.safetensors"',
        '20 strength_model': '0.6',
        '20 strength_clip': '0.6',
        '21 lora_name': '"grain.safetensors"',
        '21 strength_model': '0.25',
        '21 strength_clip': '0.5',
        '6 text': '"a fox, <lora:other:1> forest"',
      },
      loras: [
        ['gouache_v2', true],
        ['other', false],
        ['grain', true],
      ],
    });
  });

  it.each([
    ['a fox <lora:grain>', 'a fox'],
    ['<lora:grain:1>, a fox', 'a fox'],
    ['<lora:grain:1>', ''],
    ['a <lora:grain:1> fox', 'a fox'],
    ['a fox, <lora:grain:1>', 'a fox'],
    ['a fox\n<lora:grain:1>\nforest', 'a fox\nforest'],
    ['a fox,\n<lora:grain:1>, forest', 'a fox,\nforest'],
  ])('leaves of %j the prompt %j', (prompt, left) => {
    expect(match(withLoras, { prompt }).values).toMatchObject({ '6 text': JSON.stringify(left) });
  });

  it.each(['a <lora:gone:1> fox', 'a <lora:grain:1:lbw=X> fox', 'a <lora:grain:500> fox'])(
    'keeps the tag of a LoRA that it does not take: %s',
    (prompt) => {
      const found = match(withLoras, { prompt });
      expect(found.values).toEqual({ '6 text': JSON.stringify(prompt) });
      expect(found.loras).toEqual([[/lora:(\w+)/.exec(prompt)?.[1], false]]);
    },
  );

  it('keeps the tags if the workflow has no loader left for them', () => {
    const prompt = 'a fox <lora:grain:1>';
    expect(match(FILES, { prompt })).toMatchObject({
      values: { '6 text': JSON.stringify(prompt) },
      loras: [['grain', false]],
    });
  });

  it('takes back what the console copies as such text', () => {
    const at = (values: Record<string, object>) =>
      Object.fromEntries(
        Object.entries(withLoras).map(([id, node]) => [id, { ...node, inputs: { ...node.inputs, ...values[id] } }]),
      );
    const source = at({
      '1': { ckpt_name: 'sd15/DreamShaper_8.safetensors' },
      '2': { vae_name: 'sd\\mse.safetensors' },
      '3': { denoise: 0.6 },
      '20': { lora_name: 'grain.safetensors', strength_model: 0.3, strength_clip: 0.3 },
      '21': { lora_name: 'style/Gouache_v2.safetensors' },
    });
    const read = readWorkflow(JSON.stringify(source));
    if (!read.ok) throw new Error(read.problem.message);
    const copied = a1111Text(readGenerationInputs(read.graph, null));
    expect(match(withLoras, parseGenerationSettings(copied))).toMatchObject({
      values: {
        '1 ckpt_name': '"sd15/DreamShaper_8.safetensors"',
        '2 vae_name': String.raw`"sd\\mse.safetensors"`,
        '3 denoise': '0.6',
        '20 lora_name': '"grain.safetensors"',
        '20 strength_model': '0.3',
        '21 lora_name': '"style/Gouache_v2.safetensors"',
        '21 strength_model': '1',
        '6 text': '"a harbour"',
      },
      unused: [],
    });
  });

  it('leaves out what has no input, several, or another range', () => {
    const settings = { prompt: 'a fox', negative: 'ugly', steps: '500', seed: '7', cfg: 'high' };
    expect(match(WORKFLOW, settings)).toMatchObject({ unused: ['steps', 'cfg'], used: ['prompt', 'negative', 'seed'] });
    const two = {
      '1': { class_type: 'A', inputs: { seed: 1 } },
      '2': { class_type: 'B', inputs: { seed: 2, text: 'x' } },
    };
    expect(match(two, settings)).toMatchObject({ used: ['prompt'], values: { '2 text': '"a fox"' } });
    expect(match({ '1': { class_type: 'A', inputs: {} } }, settings)).toMatchObject({ used: [], values: {} });
  });
});
