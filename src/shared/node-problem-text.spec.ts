import { expect, it } from 'vitest';
import { readWorkflow } from '@contract/workflow/graph';
import { needsNodeId } from './node-problem-text';

const node = (title: string) => ({ class_type: 'CLIPTextEncode', inputs: {}, _meta: { title } });

it('names a node by its ID only if its title is unknown or that of another node', () => {
  const text = JSON.stringify({ '6': node('Prompt'), '7': node('Prompt'), '10': node('Load image') });
  const read = readWorkflow(text);
  const graph = read.ok ? read.graph : null;
  expect(['6', '7', '10', '11'].map((id) => needsNodeId(graph, id))).toEqual([true, true, false, true]);
  expect(needsNodeId(null, '10')).toBe(true);
});
