import { describe, expect, test } from 'vitest';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { changedModel, graphModel, layoutRequest, valueLine } from './graph-model';
import { NODE_HEIGHT, IMAGE_HEIGHT } from './layout/layout-size';

function graphOf(workflow: object | string): Graph {
  const result = readWorkflow(typeof workflow === 'string' ? workflow : JSON.stringify(workflow));
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

const node = (inputs: object = {}, title?: string) => ({
  class_type: 'Some',
  inputs,
  ...(title ? { _meta: { title } } : {}),
});

describe('the graph model', () => {
  test('has nodes in execution order, with links by input', () => {
    const { nodes, edges } = graphModel(
      graphOf({ 9: node({ images: ['5', 0] }), 5: node({ a: ['3', 1], b: ['3', 0] }), 3: node({}, 'Seed') }),
    );
    expect(nodes.map(({ id }) => id)).toEqual(['3', '5', '9']);
    expect(nodes[0]).toMatchObject({ title: 'Seed', className: 'Some', slots: [0, 1], inputs: [] });
    expect(edges.map(({ source, slot, target, input }) => [source, slot, target, input])).toEqual([
      ['3', 1, '5', 'a'],
      ['3', 0, '5', 'b'],
      ['5', 0, '9', 'images'],
    ]);
    expect(new Set(edges.map(({ id }) => id)).size).toBe(3);
  });

  test('keeps a dangling link as an input without a line', () => {
    const { nodes, edges } = graphModel(graphOf({ 1: node({ image: ['77', 0] }) }));
    expect(nodes[0]?.inputs).toEqual([{ name: 'image', from: '77', slot: 0, isMissing: true }]);
    expect(edges).toEqual([]);
  });

  test('contains every node of a cycle', () => {
    const { nodes, edges } = graphModel(graphOf({ 1: node({ a: ['2', 0] }), 2: node({ a: ['1', 0] }), 3: node() }));
    expect(nodes.map(({ id }) => id)).toEqual(['3', '1', '2']);
    expect(edges).toHaveLength(2);
  });

  test.each([
    ['{"seed": 18446744073709551615, "cfg": 1.0}', 'seed 18446744073709551615, cfg 1.0'],
    ['{"filename_prefix": "soft"}', 'soft'],
    ['{"on": true, "nothing": null, "more": 3}', 'on true, nothing null'],
    ['{"text": "two\\n  lines"}', 'two lines'],
    ['{"text": "", "size": 4}', 'size 4'],
    ['{"list": {"__value__": [1, 2, 3]}, "object": {"a": 1}}', 'list 3 values, object {…}'],
    ['{"image": {"__type": "core/ASSET", "info": {"id": "x", "file_path": "in/harbour.jpg"}}}', 'harbour.jpg'],
    ['{"image": {"__type": "core/ASSET", "info": {"id": "x"}}}', 'stored file'],
    ['{"image": ["1", 0]}', ''],
  ])('shows the values of %s as "%s"', (inputs, line) => {
    const [, shown] = graphModel(
      graphOf(`{"1": {"class_type": "A"}, "2": {"class_type": "B", "inputs": ${inputs}}}`),
    ).nodes;
    expect(shown && valueLine(shown)).toBe(line);
  });

  test('truncates a long text', () => {
    const [shown] = graphModel(graphOf({ 1: node({ text: 'word '.repeat(10_000) }) })).nodes;
    const line = shown ? valueLine(shown) : '';
    expect(line).toMatch(/^word word .*…$/);
    expect(line.length).toBeLessThanOrEqual(48);
  });
});

describe('the model of a changed graph', () => {
  const before = graphOf({ 1: node({ seed: 1, more: 'text' }, 'First'), 2: node({ a: ['1', 0] }) });
  const model = graphModel(before);
  const first = before.get('1');
  if (!first) throw new Error('There is no node 1');
  const changed = (next: object) => changedModel(model, before, new Map(before).set('1', { ...first, ...next }));

  test('keeps the shape and the other nodes if values change', () => {
    const next = changed({ inputs: { seed: 2, more: 'text' } });
    expect(next.shape).toBe(model.shape);
    expect(next.nodes[1]).toBe(model.nodes[1]);
    expect(next.nodes.map(valueLine)).toEqual(['seed 2, text', '']);
  });

  test('is built again if anything else changes', () => {
    expect(changed({ title: 'Other' }).nodes[0]?.title).toBe('Other');
    expect(changed({ classType: 'Other' }).nodes[0]?.className).toBe('Other');
    const linked = changed({ inputs: { seed: ['2', 0], more: 'text' } });
    expect([linked.edges.length, linked.shape]).toEqual([2, expect.not.objectContaining({ edges: model.edges })]);
    const next = graphOf({ 2: node({}, 'Second'), 1: node() });
    expect(changedModel(model, before, next).nodes).toEqual(graphModel(next).nodes);
  });
});

describe('a layout request', () => {
  test('depends on the shape only, not on ids and values', () => {
    const one = graphModel(graphOf({ 1: node({ seed: 1 }), 2: node({ a: ['1', 0] }) }));
    const other = graphModel(graphOf({ x: node({ seed: 2, more: 'text' }), y: node({ b: ['x', 3] }) }));
    expect(layoutRequest(one, new Set())).toEqual(layoutRequest(other, new Set()));
  });

  test('merges links between the same two nodes, and reserves room for images', () => {
    const model = graphModel(graphOf({ 1: node(), 2: node({ a: ['1', 0], b: ['1', 1] }) }));
    expect(layoutRequest(model, new Set(['2']))).toEqual({
      heights: [NODE_HEIGHT, NODE_HEIGHT + IMAGE_HEIGHT],
      links: [[0, 1]],
    });
  });
});
