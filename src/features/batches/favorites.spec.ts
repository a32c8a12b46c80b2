import { describe, expect, test } from 'vitest';
import type { BatchPlan } from '@/domains/batches/batch-plan';
import { favoriteValues } from './favorites';

const axis = (label: string, ...values: string[]) => ({
  label,
  inputs: [{ nodeId: '1', input: label, label }],
  rows: values.map((value) => ({ label: value, values: [value] })),
});
const plan: BatchPlan = { axes: [axis('sampler', 'euler', 'heun'), axis('model', 'only'), axis('cfg', '5', '7', '9')] };

describe('the values of favorite cells', () => {
  test('are counted by axis, the most frequent first, without axes that have no choice', () => {
    expect(favoriteValues(plan, [1, 4, 5])).toEqual([
      {
        label: 'sampler',
        values: [
          { label: 'heun', count: 2 },
          { label: 'euler', count: 1 },
        ],
      },
      {
        label: 'cfg',
        values: [
          { label: '7', count: 2 },
          { label: '9', count: 1 },
        ],
      },
    ]);
  });

  test('are in the order of the axis if they are equally frequent', () => {
    expect(
      favoriteValues(plan, [2, 0])
        .at(-1)
        ?.values.map(({ label }) => label),
    ).toEqual(['5', '9']);
  });

  test('are none without favorites', () => {
    expect(favoriteValues(plan, []).flatMap(({ values }) => values)).toEqual([]);
  });
});
