import { describe, expect, test } from 'vitest';
import { leastCpuMs } from '@contract/testing/cpu-time';
import { fc, runs } from '@contract/testing/properties';
import { dagreLayout, layOut } from './lay-out';
import { foldLayout } from './fold-layout';
import { layeredLayout } from './layered-layout';
import { layoutChoice, MAX_DAGRE_NODES, MAX_QUICK_NODES } from './layout-choice';
import { fitCamera, type Size } from '../viewport';
import { NODE_HEIGHT, NODE_WIDTH, type GraphLayout, type LayoutRequest } from './layout-size';

const chain = (count: number): LayoutRequest => ({
  heights: Array.from({ length: count }, () => NODE_HEIGHT),
  links: Array.from({ length: count - 1 }, (_, node) => [node, node + 1]),
});

/** One source, many readers, and one node that reads from all of them. */
const fan = (width: number): LayoutRequest => ({
  heights: Array.from({ length: width + 2 }, () => NODE_HEIGHT),
  links: Array.from({ length: width }, (_, index) => [[0, index + 1] as const, [index + 1, width + 1] as const]).flat(),
});

function overlaps({ heights }: LayoutRequest, { x, y }: GraphLayout): [number, number][] {
  const order = [...heights.keys()].sort((a, b) => (x[a] ?? 0) - (x[b] ?? 0) || (y[a] ?? 0) - (y[b] ?? 0));
  const found: [number, number][] = [];
  for (const [position, node] of order.entries()) {
    for (let next = position + 1; next < order.length; next += 1) {
      const other = order[next] ?? 0;
      if ((x[other] ?? 0) >= (x[node] ?? 0) + NODE_WIDTH) break;
      const [top, bottom] = [y[node] ?? 0, (y[node] ?? 0) + (heights[node] ?? 0)];
      const [otherTop, otherBottom] = [y[other] ?? 0, (y[other] ?? 0) + (heights[other] ?? 0)];
      // Positions are sums of fractions.
      if (otherTop < bottom - 0.01 && top < otherBottom - 0.01) found.push([node, other]);
    }
  }
  return found;
}

const acyclic = fc.array(fc.constantFrom(58, 154), { minLength: 1, maxLength: 60 }).chain((heights) =>
  fc.record({
    heights: fc.constant(heights),
    links: fc
      .array(fc.tuple(fc.nat(heights.length - 1), fc.nat(heights.length - 1)), { maxLength: 120 })
      .map((pairs) => pairs.filter(([a, b]) => a < b)),
  }),
);

const anyGraph = fc.integer({ min: 1, max: 40 }).chain((count) =>
  fc.record({
    heights: fc.constant(Array.from({ length: count }, () => NODE_HEIGHT)),
    links: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 100 }),
  }),
);

describe.each([
  ['dagre', dagreLayout],
  ['layers', layeredLayout],
])('the %s layout', (_, layout) => {
  test('runs from left to right without overlaps', () => {
    fc.assert(
      fc.property(acyclic, (request) => {
        const placed = layout(request);
        expect(overlaps(request, placed)).toEqual([]);
        for (const [source, reader] of request.links) {
          expect((placed.x[source] ?? 0) + NODE_WIDTH).toBeLessThan(placed.x[reader] ?? 0);
        }
        expect(Math.min(...placed.x)).toBeCloseTo(0);
        expect(Math.min(...placed.y)).toBeCloseTo(0);
      }),
      { numRuns: runs(30) },
    );
  });

  test('places every node of a graph with cycles and self-links', () => {
    fc.assert(
      fc.property(anyGraph, (request) => {
        const placed = layout(request);
        expect([...placed.x, ...placed.y].every(Number.isFinite)).toBe(true);
        expect(overlaps(request, placed)).toEqual([]);
      }),
      { numRuns: runs(30) },
    );
  });

  test('is deterministic', () => {
    expect(layout(fan(20))).toEqual(layout(fan(20)));
  });

  test('places a chain in one row', () => {
    const { x, y, width, height } = layout(chain(12));
    expect(height).toBeCloseTo(NODE_HEIGHT);
    expect([...x]).toEqual([...x].sort((a, b) => a - b));
    expect(Math.max(...y)).toBeCloseTo(0);
    expect(width).toBeGreaterThan(12 * NODE_WIDTH);
  });
});

describe('the layers layout of large graphs', () => {
  test('places a chain of 10,000 nodes in one row', () => {
    const request = chain(10_000);
    const placed = layeredLayout(request);
    expect(placed.height).toBe(NODE_HEIGHT);
    expect(overlaps(request, placed)).toEqual([]);
  });

  test('places 10,000 consumers of one node in columns of limited height, between their source and their consumer', () => {
    const request = fan(10_000);
    const placed = layeredLayout(request);
    expect(overlaps(request, placed)).toEqual([]);
    expect(placed.height).toBeLessThan(20_000);
    const middle = placed.x.subarray(1, 10_001);
    expect(placed.x[0]).toBeLessThan(Math.min(...middle));
    expect(placed.x[10_001]).toBeGreaterThan(Math.max(...middle));
  });

  test('takes linear time for 10,000 nodes with links across many layers', () => {
    const links = Array.from({ length: 10_000 }, (_, node) => [
      [node, node + 1] as const,
      [Math.floor(node / 2), node + 1] as const,
    ]).flat();
    const request = { heights: Array.from({ length: 10_001 }, () => NODE_HEIGHT), links };
    // A dummy node in each layer that a link crosses would make 25 million nodes, too many for this time limit.
    expect(leastCpuMs(3000, () => layeredLayout(request))).toBeLessThan(3000);
    expect(overlaps(request, layeredLayout(request))).toEqual([]);
  });

  test('places a source next to its only consumer, however late that is', () => {
    const request = chain(50);
    const placed = layeredLayout({
      heights: [...request.heights, NODE_HEIGHT],
      links: [...request.links, [50, 40]],
    });
    expect(placed.x[50]).toBe(placed.x[39]);
  });

  test('orders consumers by their sources', () => {
    const crossed: LayoutRequest = {
      heights: Array.from({ length: 6 }, () => NODE_HEIGHT),
      links: [
        [0, 5],
        [1, 4],
        [2, 3],
      ],
    };
    const { y } = layeredLayout(crossed);
    const rank = (nodes: number[]) => nodes.sort((a, b) => (y[a] ?? 0) - (y[b] ?? 0));
    const readerOf = new Map(crossed.links);
    expect(rank([3, 4, 5])).toEqual(rank([0, 1, 2]).map((source) => readerOf.get(source)));
  });
});

test('dagre is used up to its limit and layers beyond, synchronously while that is fast', () => {
  expect(layOut(chain(40))).toEqual(dagreLayout(chain(40)));
  expect(layOut(chain(MAX_DAGRE_NODES + 1))).toEqual(layeredLayout(chain(MAX_DAGRE_NODES + 1)));
  expect(layoutChoice(chain(MAX_DAGRE_NODES))).toBe('dagre');
  expect(layoutChoice(chain(MAX_QUICK_NODES))).toBe('plain at once');
  expect(layoutChoice(chain(MAX_QUICK_NODES + 1))).toBe('plain');
});

describe('the layout of a graph that is too long for its pane', () => {
  const zoomIn = (graph: Size, view: Size) => fitCamera(graph, view, 0).zoom;
  const pane = { width: 570, height: 400 };

  test.each([
    [8, pane],
    [14, { width: 900, height: 640 }],
    [20, { width: 1200, height: 900 }],
  ])('wraps a chain of %s nodes into readable rows', (count, view) => {
    const request = chain(count);
    const straight = dagreLayout(request);
    const folded = foldLayout(straight, request.heights, view);
    expect(zoomIn(straight, view)).toBeLessThan(0.45);
    expect(zoomIn(folded, view)).toBeGreaterThanOrEqual(0.7);
    expect(overlaps(request, folded)).toEqual([]);
    // Rows are read from left to right, top to bottom.
    const backwards = request.links.filter(([source, reader]) => {
      const isInRow = folded.folding?.rowOf[source] === folded.folding?.rowOf[reader];
      const { [source]: from = 0, [reader]: to = 0 } = isInRow ? folded.x : folded.y;
      return from >= to;
    });
    expect(backwards).toEqual([]);
  });

  test('does not wrap if the graph is readable, or if rows would not be larger', () => {
    expect(foldLayout(dagreLayout(chain(2)), chain(2).heights, pane).folding).toBeUndefined();
    const tall = fan(40);
    const layout = dagreLayout(tall);
    expect(foldLayout(layout, tall.heights, pane)).toBe(layout);
  });

  test('never overlaps nodes, whatever the graph', () => {
    fc.assert(
      fc.property(acyclic, (request) => {
        const folded = foldLayout(dagreLayout(request), request.heights, pane);
        expect(overlaps(request, folded)).toEqual([]);
        expect(zoomIn(folded, pane)).toBeGreaterThanOrEqual(zoomIn(dagreLayout(request), pane));
      }),
      { numRuns: runs(30) },
    );
  });
});
