import { expect, test } from 'vitest';
import { hasInputs } from './has-inputs';

const axis = (nodeId: string, input: string) => ({
  axes: [{ label: input, inputs: [{ nodeId, input, label: input }], rows: [{ label: '1', values: [1] }] }],
});

test.each([
  ['a value', axis('3', 'cfg'), true],
  ['a link', axis('3', 'model'), false],
  ['no such input', axis('3', 'steps'), false],
  ['no such node', axis('4', 'cfg'), false],
])('a workflow with %s at a swept input', (_, plan, expected) => {
  const workflow = { '3': { class_type: 'KSampler', inputs: { cfg: 7, model: ['1', 0] } } };
  expect(hasInputs(JSON.stringify(workflow), plan)).toBe(expected);
  expect(hasInputs('no workflow', plan)).toBe(false);
});
