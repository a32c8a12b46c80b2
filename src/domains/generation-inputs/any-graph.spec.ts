import { expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import { asLink, readWorkflow } from '@contract/workflow/graph';
import { readCoreClasses } from '../ui-format/core-classes';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import classesText from '../ui-format/core-classes.json?raw';
import { mainSources } from './main-sources';
import { readGenerationInputs } from './read-generation-inputs';

const CORE = readCoreClasses(JSON.parse(classesText))?.definitions ?? {};

const ids = fc.constantFrom('1', '2', '3', '60:4', '__proto__', 'missing');
const names = fc.constantFrom(
  'positive',
  'negative',
  'conditioning',
  'guider',
  'sigmas',
  'noise',
  'model',
  'latent_image',
  'text',
  'prompt',
  'value',
  'seed',
  'steps',
  'width',
  'height',
  'lora_name',
  'lora_1',
  'ckpt_name',
  'switch',
  'on_true',
  '',
);
const link = fc.tuple(ids, fc.nat(3));
const literal = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.dictionary(names, fc.string()));
const classes = fc.constantFrom(
  'KSampler',
  'SamplerCustomAdvanced',
  'CFGGuider',
  'CLIPTextEncode',
  'ControlNetApplyAdvanced',
  'LoraLoader',
  'ConditioningZeroOut',
  'StringConcatenate',
  'Reroute',
  'SaveImage',
  'Unknown',
  'constructor',
);
const node = fc.record({ class_type: classes, inputs: fc.dictionary(names, fc.oneof(link, literal)) });

it('returns values that are written in the graph, whatever the graph is', () => {
  fc.assert(
    fc.property(fc.dictionary(ids, node, { minKeys: 1 }), fc.boolean(), (workflow, isKnown) => {
      const result = readWorkflow(JSON.stringify(workflow));
      if (!result.ok) return;
      const found = readGenerationInputs(result.graph, isKnown ? CORE : null);
      for (const { nodeId, input, text } of [...found.positive, ...found.negative]) {
        expect(result.graph.get(nodeId)?.inputs[input]).toBe(text);
      }
      for (const { nodeId, input, value } of [found.models, found.vaes, found.seeds, found.files].flat()) {
        expect(result.graph.get(nodeId)?.inputs[input]).toEqual(value);
      }
      const sources = mainSources(found);
      expect(new Set(sources.map(({ nodeId, input }) => JSON.stringify([nodeId, input]))).size).toBe(sources.length);
      for (const { nodeId, input } of sources) {
        const value = result.graph.get(nodeId)?.inputs[input];
        expect(value).toBeDefined();
        expect(asLink(value)).toBeNull();
      }
      const keys = [...found.positive, ...found.negative].map(({ nodeId, input }) => `${nodeId} ${input}`);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});
