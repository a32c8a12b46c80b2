import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '@contract/testing/cpu-time';
import { readWorkflow } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { readCoreClasses } from '../ui-format/core-classes';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import classesText from '../ui-format/core-classes.json?raw';
import type { GenerationInputs, MainValue, ValueKind } from '@contract/workflow/generation-inputs/generation-inputs';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import {
  CONTROL_NET,
  FLUX,
  IMAGE_TO_IMAGE,
  LORA_STACK,
  SD15,
  SDXL_REFINER,
  VIDEO,
  type Workflow,
} from '@contract/workflow/generation-inputs/testing/known-workflows';

const CORE = readCoreClasses(JSON.parse(classesText))?.definitions ?? {};

function read(workflow: Workflow | string, definitions: NodeDefinitions | null = CORE): GenerationInputs {
  const result = readWorkflow(typeof workflow === 'string' ? workflow : JSON.stringify(workflow));
  if (!result.ok) throw new Error(result.problem.message);
  return readGenerationInputs(result.graph, definitions);
}

const texts = (prompts: GenerationInputs['positive']) => prompts.map(({ text }) => text);
const values = (found: readonly MainValue[]) => found.map(({ value }) => String(value));
const settings = (inputs: GenerationInputs, kind: ValueKind) =>
  values(inputs.settings.filter((value) => value.kind === kind));
const sizes = ({ sizes: found }: GenerationInputs) =>
  found.map(({ width, height }) => `${String(width.value)}x${String(height.value)}`);

it('knows the bundled classes', () => expect(Object.keys(CORE)).toContain('KSampler'));

describe.each([
  ['with definitions', CORE],
  ['without definitions', null],
])('known workflows, %s', (_name, definitions) => {
  it('reads text to image by its links, whatever the titles say', () => {
    const inputs = read(SD15, definitions);
    expect(inputs.positive).toEqual([{ nodeId: '6', input: 'text', text: 'glass bottle, galaxy' }]);
    expect(texts(inputs.negative)).toEqual(['text, watermark']);
    expect(values(inputs.models)).toEqual(['sd15/v1-5-pruned-emaonly.safetensors']);
    expect(inputs.seeds).toEqual([{ kind: 'seed', nodeId: '3', input: 'seed', value: 156680208700286 }]);
    expect(sizes(inputs)).toEqual(['768x512']);
    expect(inputs.settings.map(({ kind, value }) => `${kind} ${String(value)}`)).toEqual([
      'steps 30',
      'cfg 6.5',
      'sampler dpmpp_2m',
      'scheduler karras',
      'denoise 1',
      'batch 4',
    ]);
  });

  it('reads base and refiner in the order of sampling', () => {
    const inputs = read(SDXL_REFINER, definitions);
    expect(texts(inputs.positive)).toEqual(['a mountain lake', 'gouache, soft grain', 'a mountain lake']);
    expect(texts(inputs.negative)).toEqual(['people', 'people, noise']);
    expect(values(inputs.models)).toEqual(['sd_xl_base_1.0.safetensors', 'sd_xl_refiner_1.0.safetensors']);
    expect(values(inputs.seeds)).toEqual(['721897303308196', '0']);
    expect(settings(inputs, 'cfg')).toEqual(['8', '7']);
    // Not that of the text encoder.
    expect(sizes(inputs)).toEqual(['1216x832']);
  });

  it('reads Flux from guider, noise, sigmas and sampler', () => {
    const inputs = read(FLUX, definitions);
    expect(texts(inputs.positive)).toEqual(['anime girl', 'an anime girl with fennec ears']);
    expect(inputs.negative).toEqual([]);
    expect(values(inputs.models)).toEqual(['flux1-dev.safetensors']);
    expect(values(inputs.vaes)).toEqual(['ae.safetensors']);
    expect(inputs.seeds).toEqual([{ kind: 'seed', nodeId: '25', input: 'noise_seed', value: 219670278747233 }]);
    expect(settings(inputs, 'sampler')).toEqual(['euler']);
    expect(settings(inputs, 'scheduler')).toEqual(['simple']);
    expect(settings(inputs, 'steps')).toEqual(['20']);
    expect(settings(inputs, 'guidance')).toEqual(['3', '3.5']);
    expect(sizes(inputs)).toEqual(['1024x576']);
  });

  it('traces prompts through a chain of ControlNets, areas and combinations', () => {
    const inputs = read(CONTROL_NET, definitions);
    expect(texts(inputs.positive)).toEqual(['glass bottle, galaxy', 'a moon']);
    expect(texts(inputs.negative)).toEqual(['text, watermark']);
    expect(values(inputs.files)).toEqual(['pose.png']);
  });

  it('lists LoRAs from the model to the sampler, without those that are off', () => {
    const inputs = read(LORA_STACK, definitions);
    expect(inputs.loras.map(({ name, strengths }) => [name, ...strengths])).toEqual([
      ['gouache_v2.safetensors', 0.8, 0.6],
      ['soft_grain.safetensors', 0.35],
      ['third.safetensors', 1],
    ]);
    expect(values(inputs.models)).toEqual(['sd15/v1-5-pruned-emaonly.safetensors']);
  });

  it('reads image to image: the file, the size that it gets and the strength', () => {
    const inputs = read(IMAGE_TO_IMAGE, definitions);
    expect(values(inputs.files)).toEqual(['photo.png']);
    expect(sizes(inputs)).toEqual(['640x448']);
    expect(settings(inputs, 'denoise')).toEqual(['0.55']);
  });

  it('reads a video, with ids of a flattened subgraph', () => {
    const inputs = read(VIDEO, definitions);
    expect(inputs.positive).toEqual([{ nodeId: '60:6', input: 'text', text: 'a fox runs' }]);
    expect(texts(inputs.negative)).toEqual(['static']);
    expect(values(inputs.models)).toEqual(['wan2.1_i2v_480p_14B_fp16.safetensors']);
    expect(sizes(inputs)).toEqual(['832x480']);
    expect(settings(inputs, 'length')).toEqual(['33']);
    expect(values(inputs.files)).toEqual(['first.png']);
  });
});

describe('links', () => {
  it('finds values in primitives, and texts in joined strings', () => {
    const workflow: Workflow = {
      ...SD15,
      '6': { class_type: 'CLIPTextEncode', inputs: { text: ['40', 0], clip: ['4', 1] } },
      '40': { class_type: 'StringConcatenate', inputs: { string_a: ['41', 0], string_b: 'at dawn', delimiter: ', ' } },
      '41': { class_type: 'PrimitiveStringMultiline', inputs: { value: 'a lake' } },
      '5': { class_type: 'EmptyLatentImage', inputs: { width: ['42', 0], height: ['42', 0], batch_size: 1 } },
      '42': { class_type: 'Reroute', inputs: { '': ['43', 0] } },
      '43': { class_type: 'PrimitiveInt', inputs: { value: 1024 } },
    };
    const inputs = read(workflow);
    expect(inputs.positive).toEqual([
      { nodeId: '41', input: 'value', text: 'a lake' },
      { nodeId: '40', input: 'string_b', text: 'at dawn' },
    ]);
    expect(sizes(inputs)).toEqual(['1024x1024']);
    expect(inputs.sizes[0]?.width).toMatchObject({ nodeId: '43', input: 'value' });
  });

  it('has no negative prompt where it is zeroed out, or the same text', () => {
    const sampler = { ...SD15['3']?.inputs, negative: ['50', 0] };
    const zero = { class_type: 'ConditioningZeroOut', inputs: { conditioning: ['6', 0] } };
    expect(read({ ...SD15, '3': { class_type: 'KSampler', inputs: sampler }, '50': zero }).negative).toEqual([]);
    const same = { ...SD15['3']?.inputs, negative: ['6', 0] };
    expect(read({ ...SD15, '3': { class_type: 'KSampler', inputs: same } }).negative).toEqual([]);
  });

  it('follows crossed outputs of a node that passes both prompts', () => {
    const crossed = { ...CONTROL_NET['3']?.inputs, positive: ['21', 1], negative: ['21', 0] };
    const inputs = read({ ...CONTROL_NET, '3': { class_type: 'KSampler', inputs: crossed } });
    expect(texts(inputs.positive)).toEqual(['text, watermark']);
  });

  it('reads unknown samplers and unknown nodes before them', () => {
    const workflow: Workflow = {
      ...SD15,
      '3': {
        class_type: 'MySampling',
        inputs: { model: ['4', 0], positive: ['51', 0], negative: ['51', 1], latent: ['5', 0] },
      },
      '51': { class_type: 'MyConditioning', inputs: { positive: ['52', 0], negative: ['7', 0] } },
      '52': { class_type: 'MyStyle', inputs: { base: ['6', 0], amount: 3 } },
    };
    const inputs = read(workflow);
    expect(texts(inputs.positive)).toEqual(['glass bottle, galaxy']);
    expect(texts(inputs.negative)).toEqual(['text, watermark']);
  });

  it('reads two samplers that start from different seeds', () => {
    const second = { ...SD15['3']?.inputs, seed: 2, latent_image: ['3', 0], denoise: 0.4 };
    const inputs = read({
      ...SD15,
      '13': { class_type: 'KSampler', inputs: second },
      '8': { class_type: 'VAEDecode', inputs: { samples: ['13', 0], vae: ['4', 2] } },
    });
    expect(values(inputs.seeds)).toEqual(['156680208700286', '2']);
    expect(settings(inputs, 'denoise')).toEqual(['1', '0.4']);
    expect(texts(inputs.positive)).toEqual(['glass bottle, galaxy']);
    expect(sizes(inputs)).toEqual(['768x512']);
  });

  it('ignores a sampler that no output reads', () => {
    const unread = { class_type: 'KSampler', inputs: { ...SD15['3']?.inputs, seed: 99 } };
    expect(values(read({ ...SD15, '13': unread }).seeds)).toEqual(['156680208700286']);
  });

  it('survives links to missing nodes', () => {
    const { '6': _prompt, '4': _model, ...rest } = SD15;
    const inputs = read(rest);
    expect(inputs.positive).toEqual([]);
    expect(inputs.models).toEqual([]);
    expect(texts(inputs.negative)).toEqual(['text, watermark']);
  });

  it('survives cycles of all kinds of links', () => {
    const workflow: Workflow = {
      '1': {
        class_type: 'KSampler',
        inputs: { seed: ['5', 0], positive: ['2', 0], negative: ['3', 0], model: ['4', 0], latent_image: ['1', 0] },
      },
      '2': { class_type: 'ConditioningCombine', inputs: { conditioning_1: ['3', 0], conditioning_2: ['2', 0] } },
      '3': { class_type: 'ConditioningCombine', inputs: { conditioning_1: ['2', 0], conditioning_2: ['7', 0] } },
      '4': { class_type: 'LoraLoaderModelOnly', inputs: { lora_name: 'a', strength_model: 1, model: ['4', 0] } },
      '5': { class_type: 'Reroute', inputs: { '': ['6', 0] } },
      '6': { class_type: 'Reroute', inputs: { '': ['5', 0] } },
      '7': { class_type: 'CLIPTextEncode', inputs: { text: ['8', 0] } },
      '8': { class_type: 'StringConcatenate', inputs: { string_a: ['8', 0], string_b: 'a loop', delimiter: '' } },
      '9': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
    };
    const inputs = read(workflow);
    expect(texts(inputs.positive)).toEqual(['a loop']);
    expect(inputs.seeds).toEqual([]);
    expect(inputs.loras).toHaveLength(1);
  });
});

describe('other classes', () => {
  it('reads the generator of the embedded engine by the names of its inputs', () => {
    const inputs = read(
      '{"1":{"class_type":"FlowdeckReactionDiffusion","inputs":{"seed":18446744073709551615,"width":512,"height":384,' +
        '"steps":300,"feed":0.0545,"palette":"ember"}},"2":{"class_type":"SaveImage","inputs":{"images":["1",0]}}}',
    );
    expect(values(inputs.seeds)).toEqual(['18446744073709551615']);
    expect(sizes(inputs)).toEqual(['512x384']);
    expect(settings(inputs, 'steps')).toEqual(['300']);
  });

  it('reads partner nodes: prompt, model, seed and format', () => {
    const inputs = read({
      '1': {
        class_type: 'SomePartnerVideoNode',
        inputs: {
          prompt: 'a fox',
          negative_prompt: 'blur',
          model: 'fox-2-pro',
          'model.duration': 5,
          aspect_ratio: '16:9',
          resolution: '720p',
          seed: 42,
        },
      },
      '2': { class_type: 'SaveVideo', inputs: { video: ['1', 0], filename_prefix: 'v' } },
    });
    expect(texts(inputs.positive)).toEqual(['a fox']);
    expect(texts(inputs.negative)).toEqual(['blur']);
    expect(values(inputs.models)).toEqual(['fox-2-pro']);
    expect(values(inputs.seeds)).toEqual(['42']);
    expect(inputs.settings.map(({ kind }) => kind)).toEqual(['duration', 'aspect', 'resolution']);
  });

  it('reads loaders that have the prompts as values', () => {
    const loader = { ckpt_name: 'a.safetensors', lora_name: 'None', positive: 'a lake', negative: 'people' };
    const inputs = read({
      '1': { class_type: 'Efficient Loader', inputs: { ...loader, empty_latent_width: 512, vae_name: 'b.vae' } },
      '2': {
        class_type: 'KSampler (Efficient)',
        inputs: { seed: 5, steps: 20, model: ['1', 0], positive: ['1', 1], negative: ['1', 2], latent_image: ['1', 3] },
      },
      '3': { class_type: 'SaveImage', inputs: { images: ['2', 5] } },
    });
    expect(texts(inputs.positive)).toEqual(['a lake']);
    expect(texts(inputs.negative)).toEqual(['people']);
    expect(values(inputs.models)).toEqual(['a.safetensors']);
    expect(inputs.loras).toEqual([]);
  });

  it('reads a sampler that has the prompt as a value', () => {
    const inputs = read(
      { '7': { class_type: 'KSampler', inputs: { seed: 1, steps: 20, positive: 'a harbor' } } },
      null,
    );
    expect(texts(inputs.positive)).toEqual(['a harbor']);
    expect(values(inputs.seeds)).toEqual(['1']);
  });

  it('reads a workflow that only changes a photo', () => {
    const inputs = read({
      '1': { class_type: 'LoadImage', inputs: { image: 'harbor.jpg' } },
      '2': { class_type: 'ImageBlur', inputs: { image: ['1', 0], blur_radius: 6, sigma: 1 } },
      '3': { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'ComfyUI' } },
    });
    expect(values(inputs.files)).toEqual(['harbor.jpg']);
    expect(inputs.positive).toEqual([]);
    expect(inputs.changed.map(({ nodeId }) => nodeId)).toEqual(['1', '2']);
  });
});

describe('changed values', () => {
  it('lists what differs from the defaults, with the defaults', () => {
    const nodes = new Map(read(SD15).changed.map((node) => [node.nodeId, node]));
    expect(nodes.get('3')).toMatchObject({ title: 'KSampler', isKnown: true });
    expect(nodes.get('3')?.values).toEqual([
      { input: 'seed', value: 156680208700286, default: 0 },
      { input: 'steps', value: 30, default: 20 },
      { input: 'cfg', value: 6.5, default: 8 },
      { input: 'sampler_name', value: 'dpmpp_2m', default: 'euler' },
      { input: 'scheduler', value: 'karras', default: 'simple' },
    ]);
    expect(nodes.get('4')?.values).toEqual([{ input: 'ckpt_name', value: 'sd15/v1-5-pruned-emaonly.safetensors' }]);
    expect(nodes.get('9')?.values).toEqual([{ input: 'filename_prefix', value: 'lake', default: 'ComfyUI' }]);
    expect(nodes.get('8')).toBeUndefined();
  });

  it('compares numbers by value and keeps their digits', () => {
    const text = JSON.stringify(SD15).replace('156680208700286', '18446744073709551615').replace('6.5', '8.0');
    const sampler = read(text).changed.find(({ nodeId }) => nodeId === '3');
    expect(sampler?.values.map(({ input, value }) => `${input} ${String(value)}`)).toContain(
      'seed 18446744073709551615',
    );
    expect(sampler?.values.map(({ input }) => input)).not.toContain('cfg');
  });

  it('lists all values of an unknown class', () => {
    const sampler = read(SD15, null).changed.find(({ nodeId }) => nodeId === '3');
    expect(sampler).toMatchObject({ isKnown: false });
    expect(sampler?.values).toHaveLength(6);
  });
});

/** Each node of a layer reads both nodes of the layer before: 2^250 ways. */
function ladder(layers: number): Workflow {
  const workflow: Workflow = {
    a0: { class_type: 'CLIPTextEncode', inputs: { text: 'the prompt' } },
    b0: { class_type: 'CLIPTextEncode', inputs: { text: 'another' } },
    sampler: {
      class_type: 'KSampler',
      inputs: { seed: 1, steps: 20, positive: [`a${layers}`, 0], negative: [`b${layers}`, 0], model: [`a1`, 0] },
    },
    save: { class_type: 'SaveImage', inputs: { images: ['sampler', 0] } },
  };
  for (let layer = 1; layer <= layers; layer += 1) {
    const inputs = { conditioning_1: [`a${layer - 1}`, 0], conditioning_2: [`b${layer - 1}`, 0] };
    workflow[`a${layer}`] = { class_type: 'ConditioningCombine', inputs };
    workflow[`b${layer}`] = { class_type: 'ConditioningCombine', inputs: { ...inputs, again: [`a${layers}`, 0] } };
  }
  return workflow;
}

describe('time', () => {
  it('reads 500 nodes with cycles and very many ways within 100 ms of processor time', () => {
    const result = readWorkflow(JSON.stringify(ladder(250)));
    if (!result.ok) throw new Error(result.problem.message);
    const { graph } = result;
    expect(graph.size).toBe(504);
    expect(leastCpuMs(100, () => readGenerationInputs(graph, CORE))).toBeLessThan(100);
    const inputs = readGenerationInputs(graph, CORE);
    expect(texts(inputs.positive)).toEqual(['the prompt', 'another']);
  });

  it('does not overflow the stack in a chain of 20,000 nodes', () => {
    const workflow: Workflow = { 0: { class_type: 'CLIPTextEncode', inputs: { text: 'the prompt' } } };
    for (let id = 1; id <= 20_000; id += 1) {
      workflow[id] = { class_type: 'ConditioningSetMask', inputs: { conditioning: [`${id - 1}`, 0], strength: 1 } };
    }
    workflow['sampler'] = { class_type: 'KSampler', inputs: { seed: 1, positive: ['20000', 0] } };
    expect(texts(read(workflow).positive)).toEqual(['the prompt']);
  });
});
