import { expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import { asLink, readWorkflow } from '@contract/workflow/graph';
import { readCoreClasses } from '../ui-format/core-classes';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import classesText from '../ui-format/core-classes.json?raw';
import { mainSources } from './main-sources';
import { anyWorkflow } from '@contract/workflow/generation-inputs/testing/any-workflow';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';

const CORE = readCoreClasses(JSON.parse(classesText))?.definitions ?? {};

it('returns values that are written in the graph, whatever the graph is', () => {
  fc.assert(
    fc.property(anyWorkflow, fc.boolean(), (workflow, isKnown) => {
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
