import { describe, expect, it } from 'vitest';
import { parseJson, parseJsonInSlices, type Span } from './json/lossless';
import { finish, SLICE_VALUES, type Slices } from './slices';
import { assetReferencesInSlices } from './workflow/asset-references';
import { executionOrderInSlices, readWorkflow, readWorkflowInSlices, type Graph } from './workflow/graph';
import { inputSpecs, type NodeDefinitions } from './workflow/node-definitions';
import { validateGraphInSlices } from './workflow/validate';

function countSlices<Result>(work: Slices<Result>): { slices: number; result: Result } {
  for (let slices = 1; ; slices += 1) {
    const step = work.next();
    if (step.done === true) return { slices, result: step.value };
  }
}

const NODES = 10_000;
const INPUTS = 8;
const names = Array.from({ length: INPUTS }, (_, index) => `input${index}`);
const text = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: NODES }, (_, id) => [
      id,
      { class_type: 'Any', inputs: Object.fromEntries(names.map((name) => [name, id])) },
    ]),
  ),
);
const definitions: NodeDefinitions = {
  Any: {
    name: 'Any',
    input: { required: Object.fromEntries(names.map((name) => [name, ['INT', { min: 0 }]])) },
    output: [],
    output_node: true,
  },
};

function graph(): Graph {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

describe('work on a large workflow', () => {
  it('is parsed in parts of limited size', () => {
    const { slices, result } = countSlices(readWorkflowInSlices(text));
    expect(slices).toBeGreaterThanOrEqual((NODES * INPUTS) / SLICE_VALUES);
    expect(result).toEqual(readWorkflow(text));
  });

  it('is searched for files in parts', () => {
    const { slices } = countSlices(assetReferencesInSlices(graph()));
    expect(slices).toBeGreaterThanOrEqual((NODES * INPUTS) / SLICE_VALUES);
  });

  it('is sorted in parts', () => {
    const { slices } = countSlices(executionOrderInSlices(graph()));
    expect(slices).toBeGreaterThanOrEqual((NODES * INPUTS) / SLICE_VALUES);
  });

  it('is validated in parts, whose number grows with the inputs', () => {
    expect(inputSpecs(definitions['Any'] as NonNullable<(typeof definitions)['Any']>)).toHaveLength(INPUTS);
    const { slices, result } = countSlices(validateGraphInSlices(graph(), definitions));
    expect(slices).toBeGreaterThanOrEqual((2 * NODES * INPUTS) / SLICE_VALUES);
    expect(result).toEqual({});
  });
});

it('reports the positions of the members of the outermost object, of repeated ones the last', () => {
  const properties = new Map<string, Span>();
  const body = '{"a": {"b": [1, 2]}, "c":"x" , "a" : 7 }';
  expect(finish(parseJsonInSlices(body, { members: properties }))).toEqual(parseJson(body));
  const found = [...properties].map(([name, { start, end }]) => [name, body.slice(start, end)]);
  expect(found).toEqual([
    ['a', '7'],
    ['c', '"x"'],
  ]);
});
