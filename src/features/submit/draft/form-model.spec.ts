import { describe, expect, it } from 'vitest';
import { readWorkflow } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { fieldKey } from '@/domains/drafts/field-key';
import { buildForm, keepLayout } from './form-model';

const DEFINITIONS: NodeDefinitions = {
  Node: {
    name: 'Node',
    input: {
      required: { third: ['INT'], fresh: ['INT'], second: [['a', 'b']], first: ['STRING', { multiline: true }] },
    },
    output: [],
  },
};

function formOf(inputs: object, definitions: NodeDefinitions | null) {
  const read = readWorkflow(JSON.stringify({ '1': { class_type: 'Node', inputs } }));
  if (!read.ok) throw new Error(read.problem.message);
  return buildForm(read.graph, definitions);
}

describe('keepLayout', () => {
  const inputs = { first: 'x', second: 'a', third: 3 };
  const shown = formOf(inputs, null);
  const kindsOf = ({ cards }: ReturnType<typeof formOf>) => cards[0]?.fields.map(({ name, kind }) => [name, kind]);

  it('keeps the order, and one widget, of fields that get a definition', () => {
    const next = formOf(inputs, DEFINITIONS);
    expect(kindsOf(next)?.map(([name]) => name)).toEqual(['third', 'second', 'first']);
    expect(kindsOf(keepLayout(next, shown, null))).toEqual([
      ['first', 'long_text'],
      ['second', 'combo'],
      ['third', 'int'],
    ]);
    const held = keepLayout(next, shown, fieldKey('1', 'second'));
    expect(held.fields.get(fieldKey('1', 'second'))).toMatchObject({ kind: 'text', spec: { kind: 'combo' } });
    expect(held.fields.size).toBe(3);
  });

  it('puts a new field where its definition says', () => {
    const next = formOf({ ...inputs, fresh: 1 }, DEFINITIONS);
    expect(kindsOf(keepLayout(next, shown, null))?.map(([name]) => name)).toEqual([
      'first',
      'fresh',
      'second',
      'third',
    ]);
  });
});
