import { LosslessNumber, parseJson, type JsonValue } from '@contract/json/lossless';
import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import {
  cellCount,
  cellLabels,
  cellPosition,
  cellWorkflow,
  MAX_CELLS,
  parsePlan,
  planProblem,
  serializePlan,
  type BatchAxis,
  type BatchPlan,
} from './batch-plan';

const WORKFLOW =
  '{"3": {"class_type": "KSampler", "inputs": {"seed": 18446744073709551615, "cfg": 1.0, "model": ["4", 0]}}}';

function axis(label: string, inputs: readonly string[], rows: readonly (readonly JsonValue[])[]): BatchAxis {
  return {
    label,
    inputs: inputs.map((input) => ({ nodeId: '3', input, label: input })),
    rows: rows.map((values) => ({ label: values.map(String).join('/'), values })),
  };
}

const plan: BatchPlan = {
  axes: [
    axis('cfg', ['cfg'], [[new LosslessNumber('7.0')], [new LosslessNumber('7.50')]]),
    axis(
      '',
      ['seed', 'name'],
      [
        [new LosslessNumber('18446744073709551614'), 'a'],
        [2, 'b'],
        [3, 'c'],
      ],
    ),
  ],
};

describe('a batch plan', () => {
  it('has a cell for each combination, the last axis fastest', () => {
    expect(cellCount(plan)).toBe(6);
    expect([0, 1, 2, 3, 5].map((cell) => cellPosition(plan, cell))).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 2],
    ]);
    expect(cellLabels(plan, 4)).toEqual(['cfg 7.50', '2/b']);
  });

  it('has one cell with the unchanged workflow if there are no axes', () => {
    expect(cellCount({ axes: [] })).toBe(1);
    expect(cellWorkflow(WORKFLOW, { axes: [] }, 0)).toBe(WORKFLOW);
  });

  it('changes only the values of its axes, with every digit', () => {
    expect(cellWorkflow(WORKFLOW, plan, 3)).toBe(
      '{"3": {"class_type": "KSampler", "inputs": {"seed": 18446744073709551614, "cfg": 7.50, "model": ["4", 0],"name":"a"}}}',
    );
  });

  it('throws if the workflow lacks the node', () => {
    expect(() => cellWorkflow('{"4": {"inputs": {}}}', plan, 0)).toThrow('No object at 3.inputs');
  });

  it('numbers the positions of all cells without gaps or repetitions', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }), (sizes) => {
        const axes = sizes.map((size) =>
          axis(
            'a',
            ['cfg'],
            Array.from({ length: size }, (_, row) => [row]),
          ),
        );
        const cells = Array.from({ length: cellCount({ axes }) }, (_, cell) => cellPosition({ axes }, cell));
        expect(new Set(cells.map(String)).size).toBe(sizes.reduce((product, size) => product * size, 1));
        expect(cells.toSorted((left, right) => compare(left, right))).toEqual(cells);
      }),
    );
  });

  it('survives serialization with every digit', () => {
    expect(parsePlan(serializePlan(plan))).toEqual(plan);
    const json = fc.jsonValue().map((value) => parseJson(JSON.stringify(value)));
    fc.assert(
      fc.property(json, fc.string(), (value, label) => {
        const any = { axes: [{ ...axis(label, ['cfg'], [[value], [null]]) }] };
        expect(parsePlan(serializePlan(any))).toEqual(any);
      }),
    );
  });

  it('is rejected if it is too large or incomplete', () => {
    expect(planProblem(plan)).toBeNull();
    const long = axis(
      'seed',
      ['seed'],
      Array.from({ length: MAX_CELLS }, (_, row) => [row]),
    );
    expect(planProblem({ axes: [long] })).toBeNull();
    expect(planProblem({ axes: [long, axis('cfg', ['cfg'], [[1], [2]])] })).toContain('at most 10000 jobs');
    expect(planProblem({ axes: [axis('cfg', ['cfg'], [])] })).toContain('at least one value');
    expect(planProblem({ axes: [axis('cfg', ['cfg', 'seed'], [[1]])] })).toContain('one value for every input');
    expect(planProblem({ axes: Array.from({ length: 5 }, () => axis('cfg', ['cfg'], [[1]])) })).toContain('4 axes');
  });
});

function compare(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((row, at) => row !== right[at]);
  return index < 0 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
}
