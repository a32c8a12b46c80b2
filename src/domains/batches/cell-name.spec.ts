import { describe, expect, it } from 'vitest';
import type { BatchPlan } from './batch-plan';
import { cellName } from './cell-name';

const axis = (label: string, ...values: string[]): BatchPlan['axes'][number] => ({
  label,
  inputs: [{ nodeId: '1', input: label, label }],
  rows: values.map((value) => ({ label: value, values: [value] })),
});
const prompts = axis('text (CLIP Text Encode (Positive Prompt))', 'a cat', 'a dog');

describe('the name of a cell', () => {
  it('has the short name of each axis that varies, even of a single one', () => {
    expect(cellName({ axes: [axis('steps', '9', '12')] }, 0)).toBe('steps 9');
    expect(cellName({ axes: [axis('model', 'only'), prompts] }, 0)).toBe('text a cat');
    expect(cellName({ axes: [prompts, axis('cfg', '5', '7')] }, 3)).toBe('text a dog, cfg 7');
    expect(cellName({ axes: [prompts, axis('', 'x', 'y')] }, 1)).toBe('text a cat, y');
  });

  it('has complete names of axes that are only distinguished by them', () => {
    const both = { axes: [axis('text (Positive)', 'a', 'b'), axis('text (Negative)', 'c', 'd')] };
    expect(cellName(both, 0)).toBe('text (Positive) a, text (Negative) c');
  });

  it('has only the values that differ among the compared cells', () => {
    const plan = { axes: [prompts, axis('cfg', '5', '7'), axis('seed', '1', '2')] };
    expect([0, 2].map((cell) => cellName(plan, cell, [0, 2]))).toEqual(['cfg 5', 'cfg 7']);
    expect([0, 3].map((cell) => cellName(plan, cell, [0, 3]))).toEqual(['cfg 5, seed 1', 'cfg 7, seed 2']);
  });

  it('is that of all axes if nothing varies, says that a value is empty, and is its number without axes', () => {
    expect(cellName({ axes: [axis('cfg', '5')] }, 0)).toBe('cfg 5');
    expect(cellName({ axes: [axis('text', 'a', '')] }, 1)).toBe('text empty');
    expect(cellName({ axes: [] }, 0)).toBe('Cell 1');
  });
});
