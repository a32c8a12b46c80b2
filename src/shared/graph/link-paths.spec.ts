import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@contract/json/lossless';
import { readGraph } from '@contract/workflow/graph';
import { dagreLayout } from './layout/lay-out';
import { flowNodes } from './flow-nodes';
import { graphModel, layoutRequest } from './graph-model';
import { NODE_HEIGHT, IMAGE_HEIGHT } from './layout/layout-size';
import { linkPaths } from './link-paths';

function drawn(workflow: JsonObject, rooms: string[] = [], pictured: string[] = []) {
  const result = readGraph(workflow);
  if (!result.ok) throw new Error(result.problem.message);
  const model = graphModel(result.graph);
  const { heights, links } = layoutRequest(model, new Set(rooms));
  const layout = dagreLayout({ heights, links });
  const nodes = flowNodes(model, layout, heights, new Set(pictured));
  return { nodes, links: linkPaths(model, layout, heights), boxOf: (id: string) => boxOf(nodes, id) };
}

function boxOf(nodes: ReturnType<typeof flowNodes>, id: string) {
  const node = nodes.find((each) => each.id === id);
  if (!node) throw new Error(`There is no node ${id}`);
  const { position, width = 0, height = 0 } = node;
  return { left: position.x, top: position.y, right: position.x + width, bottom: position.y + height };
}

/** Returns the start and end of a line. */
function endsOf({ path }: { path: string }) {
  const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const [x1 = 0, y1 = 0, , , , , x2 = 0, y2 = 0] = numbers;
  expect(numbers).toHaveLength(8);
  return { x1, y1, x2, y2 };
}

const node = (inputs: JsonObject = {}): JsonObject => ({ class_type: 'Some', inputs });

describe('link lines', () => {
  test('run from the right edge of the source to the left edge of the consumer', () => {
    const { links, boxOf } = drawn({ a: node(), b: node({ x: ['a', 0], y: ['a', 2], gone: ['q', 0] }) });
    expect(links).toHaveLength(2);
    for (const link of links) {
      const { x1, y1, x2, y2 } = endsOf(link);
      expect(x1).toBeCloseTo(boxOf('a').right, 0);
      expect(x2).toBeCloseTo(boxOf('b').left, 0);
      for (const [y, box] of [[y1, boxOf('a')] as const, [y2, boxOf('b')] as const]) {
        expect(y).toBeGreaterThan(box.top);
        expect(y).toBeLessThan(box.bottom);
      }
    }
    expect(endsOf(links[0] ?? { path: '' }).y1).not.toBe(endsOf(links[1] ?? { path: '' }).y1);
  });

  test('end within the height of their node, even if there are many', () => {
    const inputs = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`in${index}`, ['a', index]]));
    const { links, boxOf } = drawn({ a: node(), b: node(inputs) });
    const ends = links.map((link) => endsOf(link).y2);
    expect(ends).toHaveLength(40);
    expect(Math.min(...ends)).toBeGreaterThan(boxOf('b').top);
    expect(Math.max(...ends)).toBeLessThan(boxOf('b').bottom);
  });

  test('end at inputs in the order of their sources', () => {
    const { links, boxOf } = drawn({ a: node(), b: node(), c: node({ x: ['b', 0], y: ['a', 0] }) });
    const [fromB, fromA] = links.map((link) => endsOf(link).y2);
    expect(Math.sign((fromB ?? 0) - (fromA ?? 0))).toBe(Math.sign(boxOf('b').top - boxOf('a').top));
  });

  test('have a correct bounding box', () => {
    for (const link of drawn({ a: node({ x: ['b', 0] }), b: node({ x: ['a', 0] }) }).links) {
      const numbers = link.path.match(/-?[\d.]+/g)?.map(Number) ?? [];
      const xs = numbers.filter((_, index) => index % 2 === 0);
      expect(Math.min(...xs)).toBeGreaterThanOrEqual(link.left - 0.1);
      expect(Math.max(...xs)).toBeLessThanOrEqual(link.right + 0.1);
    }
  });
});

test('an image that appears in its reserved room moves neither lines nor adjacent nodes', () => {
  const workflow = { a: node(), b: node({ x: ['a', 0] }), c: node({ x: ['a', 1] }) };
  const before = drawn(workflow, ['b']);
  const after = drawn(workflow, ['b'], ['b']);
  expect(after.nodes.find(({ id }) => id === 'b')?.height).toBe(NODE_HEIGHT + IMAGE_HEIGHT);
  expect(after.links).toEqual(before.links);
  const middle = (box: { top: number; bottom: number }) => (box.top + box.bottom) / 2;
  expect(middle(after.boxOf('b'))).toBe(middle(before.boxOf('b')));
  for (const id of ['a', 'c']) expect(after.boxOf(id)).toEqual(before.boxOf(id));
});

test('a line that passes a column runs horizontally between its nodes, not across them', () => {
  const { links, nodes } = drawn({
    a: node(),
    b: node({ x: ['a', 0] }),
    c: node({ x: ['b', 0] }),
    d: node({ x: ['c', 0], y: ['a', 0] }),
  });
  const long = links.find(({ id }) => id === 'd y');
  const levels = [...(long?.path.matchAll(/([-\d.]+) ([-\d.]+)H([-\d.]+)/g) ?? [])].map(([, from, y, to]) => ({
    from: Number(from),
    to: Number(to),
    y: Number(y),
  }));
  expect(levels).toHaveLength(2);
  for (const [index, id] of ['b', 'c'].entries()) {
    const box = boxOf(nodes, id);
    const level = levels[index];
    expect(level?.from).toBeLessThan(box.left);
    expect(level?.to).toBeGreaterThan(box.right);
    expect((level?.y ?? 0) < box.top || (level?.y ?? 0) > box.bottom).toBe(true);
  }
});
