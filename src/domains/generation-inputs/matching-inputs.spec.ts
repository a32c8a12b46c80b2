import { describe, expect, it } from 'vitest';
import {
  LORA_STACK,
  SD15,
  SDXL_REFINER,
  type Workflow,
} from '@contract/workflow/generation-inputs/testing/known-workflows';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { mainSources, type MainRole } from './main-sources';
import { matchingInputs, type ReusedValue } from './matching-inputs';

function graphOf(workflow: Workflow): Graph {
  const read = readWorkflow(JSON.stringify(workflow));
  if (!read.ok) throw new Error('not a workflow');
  return read.graph;
}

function valuesOf(workflow: Workflow, ...roles: readonly MainRole[]): ReusedValue[] {
  const graph = graphOf(workflow);
  return mainSources(readGenerationInputs(graph, null)).flatMap(({ nodeId, input, role }) => {
    const node = graph.get(nodeId);
    const value = node?.inputs[input];
    return node && value !== undefined && roles.includes(role)
      ? [{ nodeId, input, role, value, classType: node.classType }]
      : [];
  });
}

/** The same workflow with other ids. */
const renumbered = (workflow: Workflow): Workflow =>
  Object.fromEntries(
    Object.entries(workflow).map(([id, { inputs, ...node }]) => [
      `1${id}`,
      {
        ...node,
        inputs: Object.fromEntries(
          Object.entries(inputs).map(([name, value]) => [
            name,
            Array.isArray(value) ? [`1${String(value[0])}`, value[1]] : value,
          ]),
        ),
      },
    ]),
  );

describe('the inputs for values of another workflow', () => {
  it('are the same ones, if it has them', () => {
    const values = valuesOf(SD15, 'positive', 'seed', 'model', 'cfg');
    const places = values.map(({ nodeId, input }) => ({ nodeId, input }));
    expect(places).toHaveLength(4);
    expect(matchingInputs(graphOf(SD15), values)).toEqual(places);
    const plain = { nodeId: '9', input: 'filename_prefix', classType: 'SaveImage', role: null, value: 'x' };
    expect(matchingInputs(graphOf(SD15), [plain])).toEqual([{ nodeId: '9', input: 'filename_prefix' }]);
  });

  it('are those of the same meaning in other nodes', () => {
    expect(matchingInputs(graphOf(renumbered(SD15)), valuesOf(SD15, 'positive', 'negative', 'seed', 'model'))).toEqual([
      { nodeId: '16', input: 'text' },
      { nodeId: '17', input: 'text' },
      { nodeId: '14', input: 'ckpt_name' },
      { nodeId: '13', input: 'seed' },
    ]);
  });

  it('are unknown if there are more or fewer of them', () => {
    expect(valuesOf(SDXL_REFINER, 'positive').length).toBeGreaterThan(1);
    expect(matchingInputs(graphOf(renumbered(SD15)), valuesOf(SDXL_REFINER, 'positive'))).not.toContainEqual(
      expect.anything(),
    );
  });

  it('are none if the place has a link, another class or another kind of value', () => {
    const [seed] = valuesOf(SD15, 'seed');
    if (!seed) throw new Error('no seed');
    const linked = { ...SD15, '3': { ...SD15['3'], inputs: { ...SD15['3']?.inputs, seed: ['5', 0] } } } as Workflow;
    expect(matchingInputs(graphOf(linked), [seed])).toEqual([null]);
    expect(matchingInputs(graphOf(SD15), [{ ...seed, classType: 'Other', role: null }])).toEqual([null]);
    expect(matchingInputs(graphOf(renumbered(SD15)), [{ ...seed, value: 'seven' }])).toEqual([null]);
    // The names of LoRAs and models are those of their folders.
    const [lora] = valuesOf(LORA_STACK, 'lora');
    if (!lora) throw new Error('no LoRA');
    expect(matchingInputs(graphOf(SD15), [{ ...lora, role: 'model' }])).toEqual([null]);
  });
});
