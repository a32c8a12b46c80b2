import { expect, test } from 'vitest';
import { readWorkflow } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { outputTitle } from './output-title';

const definitions: NodeDefinitions = {
  Load: { name: 'Load', input: {}, output_node: false },
  Note: { name: 'Note', input: {}, output_node: false },
  Save: { name: 'Save', input: {}, output_node: true },
};

function graphOf(nodes: object) {
  const result = readWorkflow(JSON.stringify(nodes));
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

const load = { class_type: 'Load', inputs: {} };
const note = { class_type: 'Note', inputs: {} };
const save = { class_type: 'Save', inputs: { images: ['1', 0] } };

test.each([
  ['the class of the output node', { '1': load, '0': note, '2': save }, 'Save'],
  ['its title if it has one', { '1': load, '2': { ...save, _meta: { title: ' Final picture ' } } }, 'Final picture'],
  ['the first of several', { '1': load, '2': { ...save, _meta: { title: 'A' } }, '3': save }, 'A'],
])('is %s', (_, nodes, title) => {
  expect(outputTitle(graphOf(nodes), definitions)).toBe(title);
});

test('is the node without consumers if classes are unknown', () => {
  expect(outputTitle(graphOf({ '1': load, '2': save }), null)).toBe('Save');
  expect(outputTitle(graphOf({ '1': load, '2': save }), {})).toBe('Save');
});

test('is null if every node has a consumer', () => {
  const circle = (id: string) => ({ class_type: 'Note', inputs: { from: [id, 0] } });
  expect(outputTitle(graphOf({ '1': circle('2'), '2': circle('1') }), null)).toBeNull();
});

test('is truncated if it is very long', () => {
  expect(outputTitle(graphOf({ '1': { ...load, _meta: { title: 'x'.repeat(500) } } }), null)).toHaveLength(120);
});
