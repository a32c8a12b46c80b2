import { expect, it } from 'vitest';
import { readWorkflow } from '@contract/workflow/graph';
import { structureFingerprint } from './structure-fingerprint';

async function fingerprint(text: string): Promise<string> {
  const workflow = readWorkflow(text);
  if (!workflow.ok) throw new Error(workflow.problem.message);
  return structureFingerprint(workflow.graph);
}

const node = (classType: string, inputs: object, title = '') => ({ class_type: classType, inputs, _meta: { title } });

it('ignores values, titles and order, but no class and no connection', async () => {
  const first = await fingerprint(
    JSON.stringify({ a: node('Load', { image: 'x' }), b: node('Save', { seed: 1, one: ['a', 0], two: ['a', 1] }) }),
  );
  const same = await fingerprint(
    JSON.stringify({
      b: node('Save', { two: ['a', 1], one: ['a', 0], seed: 2 }, 'Mine'),
      a: node('Load', { image: 'y', more: 3 }),
    }),
  );
  expect(same).toBe(first);
  const others = [
    { a: node('Other', { image: 'x' }), b: node('Save', { one: ['a', 0], two: ['a', 1] }) },
    { a: node('Load', { image: 'x' }), b: node('Save', { one: ['a', 1], two: ['a', 0] }) },
    { a: node('Load', { image: 'x' }), b: node('Save', { one: ['a', 0] }) },
    { a: node('Load', { image: 'x' }), c: node('Save', { one: ['a', 0], two: ['a', 1] }) },
  ];
  const found = await Promise.all(others.map((one) => fingerprint(JSON.stringify(one))));
  expect(new Set([first, ...found]).size).toBe(5);
});
