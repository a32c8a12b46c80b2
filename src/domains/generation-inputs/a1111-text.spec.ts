import { expect, it } from 'vitest';
import { readWorkflow } from '@contract/workflow/graph';
import { a1111Text, modelName, promptParts } from './a1111-text';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import {
  LORA_STACK,
  SD15,
  SDXL_REFINER,
  type Workflow,
} from '@contract/workflow/generation-inputs/testing/known-workflows';

function textOf(workflow: Workflow): string {
  const result = readWorkflow(JSON.stringify(workflow));
  if (!result.ok) throw new Error(result.problem.message);
  return a1111Text(readGenerationInputs(result.graph, null));
}

it('writes the three lines of Automatic1111', () => {
  expect(textOf(SD15)).toBe(
    [
      'glass bottle, galaxy',
      'Negative prompt: text, watermark',
      'Steps: 30, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 6.5, Seed: 156680208700286, Size: 768x512, Model: v1-5-pruned-emaonly',
    ].join('\n'),
  );
});

it('writes LoRAs into the prompt', () => {
  expect(textOf(LORA_STACK).split('\n')[0]).toBe(
    'glass bottle, galaxy <lora:gouache_v2:0.8> <lora:soft_grain:0.35> <lora:third:1>',
  );
});

it('writes a text that several encoders have once, and the settings of the first sampler', () => {
  const [first, second, negative, noise, settings] = textOf(SDXL_REFINER).split('\n');
  expect([first, second]).toEqual(['a mountain lake', 'gouache, soft grain']);
  expect(negative).toBe('Negative prompt: people');
  expect(noise).toBe('people, noise');
  expect(settings).toMatch(/CFG scale: 8, Seed: 721897303308196, Size: 1216x832, Model: sd_xl_base_1.0$/);
});

it('leaves out what is unknown, and quotes a comma', () => {
  const workflow: Workflow = { '1': { class_type: 'X', inputs: { ckpt_name: 'a, b.ckpt', steps: 3 } } };
  expect(textOf(workflow)).toBe('Steps: 3, Model: "a, b"');
  expect(textOf({ '1': { class_type: 'X', inputs: {} } })).toBe('');
});

it('shortens names of models, and drops empty parts of prompts', () => {
  expect(modelName('a\\b\\c.gguf')).toBe('c');
  expect(modelName('flux-2-pro')).toBe('flux-2-pro');
  const prompts = ['a', ' ', 'a ', 'b'].map((text, index) => ({ nodeId: String(index), input: 'text', text }));
  expect(promptParts(prompts)).toEqual(['a', 'b']);
});
