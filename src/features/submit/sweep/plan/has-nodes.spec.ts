import { expect, it } from 'vitest';
import { toRunSignature } from '@/domains/jobs/previous-runs';
import { hasNodes } from './has-nodes';

it('a run has the nodes of a workflow in any order, and no others', () => {
  const node = { state: 'done' };
  const progress = { value: 1, nodes_done: 2, nodes_total: 2, nodes: { '9': node, '10': node } };
  const signature = toRunSignature({ id: 'a', status: 'succeeded', created_at: '', output_title: 'Save', progress });
  expect(hasNodes(signature, ['9', '10'])).toBe(true);
  for (const ids of [['9'], ['9', '10', '11'], ['Save', '9', '10'], []]) expect(hasNodes(signature, ids)).toBe(false);
  expect(hasNodes({ ...signature, nodes: null }, [])).toBe(false);
});
