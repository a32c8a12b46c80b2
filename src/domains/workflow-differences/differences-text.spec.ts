import { expect, it } from 'vitest';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { diffWorkflows } from './diff-workflows';
import { differencesText } from './differences-text';

function graphOf(text: string): Graph {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

it('names nodes, inputs and linked nodes, with every digit of a number', () => {
  const before = graphOf(`{
    "1": {"class_type": "Load", "inputs": {"name": "base"}},
    "2": {"class_type": "Sample", "inputs": {"seed": 18446744073709551614, "model": ["1", 0]}, "_meta": {"title": "Draw"}},
    "3": {"class_type": "Save", "inputs": {"images": ["2", 0], "prefix": "a"}}
  }`);
  const after = graphOf(`{
    "1": {"class_type": "Load", "inputs": {"name": "base"}},
    "2": {"class_type": "Sample", "inputs": {"seed": 18446744073709551615, "model": ["7", 1]}, "_meta": {"title": "Draw"}},
    "7": {"class_type": "Lora", "inputs": {"model": ["1", 0], "strength": 1.0}}
  }`);
  const differences = diffWorkflows(before, after);
  expect(differencesText(differences, differences.nodes, { before: 'as opened', after: 'draft' }))
    .toBe(`Before: as opened
After: draft

Added: Lora, node 7
  model: Load 1, output 0
  strength: 1.0

Changed: Draw (Sample), node 2
  seed: 18446744073709551614 → 18446744073709551615
  model: Load 1, output 0 → Lora 7, output 1

Removed: Save, node 3
  images: Draw 2, output 0
  prefix: "a"
`);
});

it('counts nodes with other ids and shows both ids', () => {
  const before = graphOf('{"1": {"class_type": "Save", "inputs": {"prefix": "a", "size": 1}}}');
  const after = graphOf('{"8": {"class_type": "Save", "inputs": {"prefix": "b", "size": 1}}}');
  const differences = diffWorkflows(before, after);
  expect(differencesText(differences, differences.nodes, { before: 'A', after: 'B' })).toBe(`Before: A
After: B
Nodes with other ids: 1

Changed: Save, node 1 → 8
  prefix: "a" → "b"
`);
});
