import { describe, expect, test } from 'vitest';
import { fc, runs } from '@contract/testing/properties';
import type { AuthorBox, AuthorLayout } from '@/domains/drafts/author-layout';
import type { GraphShape } from '../graph-model';
import { flowNodes } from '../flow-nodes';
import { authorPlan } from './author-plan';
import { IMAGE_HEIGHT, NODE_HEIGHT } from './layout-size';

const box = (x: number, y: number, width = 300, height = 200): AuthorBox => ({ x, y, width, height, color: null });

function shapeOf(ids: readonly string[]): GraphShape {
  const nodes = ids.map((id) => ({ id, title: id, className: id, inputs: [], slots: [] }));
  return { nodes, edges: [], indexOf: new Map(ids.map((id, index) => [id, index])) };
}

const author = (nodes: Record<string, AuthorBox>, more: Partial<AuthorLayout> = {}): AuthorLayout => ({
  nodes,
  groups: [],
  notes: [],
  ...more,
});

const NONE = new Set<string>();

describe('the plan of the author', () => {
  test('keeps the arrangement and the proportions, with groups and notes around', () => {
    const plan = authorPlan(
      shapeOf(['a', 'b']),
      author(
        { a: box(100, 100), b: { ...box(600, 400, 400, 300), color: '#533' } },
        {
          groups: [{ ...box(0, 0, 500, 500), title: 'Start' }],
          notes: [{ ...box(1100, 0, 200, 100), title: 'Note', text: 'x' }],
        },
      ),
      NONE,
    );
    expect(plan && [...plan.layout.x, ...plan.layout.y].map(Math.round)).toEqual([70, 420, 70, 280]);
    expect(plan?.layout.widths.map(Math.round)).toEqual([210, 280]);
    expect(plan?.heights.map(Math.round)).toEqual([140, 210]);
    expect([plan?.layout.width, plan?.layout.height].map((side) => Math.round(side ?? 0))).toEqual([910, 490]);
    expect(plan?.colors).toEqual(new Map([['b', '#533']]));
    expect(plan?.frames.notes[0]).toMatchObject({ x: 770, y: 0 });
    const [first] = plan ? flowNodes(shapeOf(['a', 'b']), plan.layout, plan.heights, NONE) : [];
    expect([first?.width, first?.height].map((side) => Math.round(side ?? 0))).toEqual([210, 140]);
  });

  test('has room for text and images in small nodes, and moves down what they would cover', () => {
    const plan = authorPlan(
      shapeOf(['a', 'b', 'c']),
      author({ a: box(0, 0, 200, 30), b: box(0, 40, 200, 30), c: box(0, 80, 200, 30) }),
      new Set(['b']),
    );
    expect(plan?.heights).toEqual([NODE_HEIGHT, NODE_HEIGHT + IMAGE_HEIGHT, NODE_HEIGHT]);
    const [a = 0, b = 0, c = 0] = plan?.layout.y ?? [];
    expect(b).toBeGreaterThanOrEqual(a + NODE_HEIGHT);
    expect(c).toBeGreaterThanOrEqual(b + NODE_HEIGHT + IMAGE_HEIGHT);
  });

  test('places nodes that the file does not have below, and needs most of them', () => {
    const plan = authorPlan(shapeOf(['a', 'b', 'new']), author({ a: box(0, 0), b: box(400, 0) }), NONE);
    const [a = 0, , added = 0] = plan?.layout.y ?? [];
    expect(added).toBeGreaterThan(a + (plan?.heights[0] ?? 0));
    expect(plan?.layout.height).toBeGreaterThanOrEqual(added + NODE_HEIGHT);
    expect(authorPlan(shapeOf(['a', 'x', 'y']), author({ a: box(0, 0) }), NONE)).toBeNull();
    expect(authorPlan(shapeOf([]), author({}), NONE)).toBeNull();
  });

  test('never covers one node with another, and keeps all within its size', () => {
    const side = fc.integer({ min: -500, max: 500 });
    const length = fc.integer({ min: 1, max: 400 });
    const boxes = fc.array(fc.record({ x: side, y: side, width: length, height: length, color: fc.constant(null) }), {
      minLength: 1,
      maxLength: 25,
    });
    fc.assert(
      fc.property(boxes, (placed) => {
        const ids = placed.map((_, index) => String(index));
        const plan = authorPlan(shapeOf(ids), author(Object.fromEntries(placed.map((each, at) => [at, each]))), NONE);
        if (!plan) throw new Error('No plan');
        const { layout, heights } = plan;
        const rects = ids.map((_, index) => ({
          left: layout.x[index] ?? 0,
          top: layout.y[index] ?? 0,
          right: (layout.x[index] ?? 0) + (layout.widths[index] ?? 0),
          bottom: (layout.y[index] ?? 0) + (heights[index] ?? 0),
        }));
        for (const [index, one] of rects.entries()) {
          expect(one.left).toBeGreaterThanOrEqual(-0.01);
          expect(one.right).toBeLessThanOrEqual(layout.width + 0.01);
          expect(one.bottom).toBeLessThanOrEqual(layout.height + 0.01);
          for (const other of rects.slice(index + 1)) {
            const isApart =
              one.right <= other.left + 0.01 ||
              other.right <= one.left + 0.01 ||
              one.bottom <= other.top + 0.01 ||
              other.bottom <= one.top + 0.01;
            expect(isApart).toBe(true);
          }
        }
      }),
      { numRuns: runs(50) },
    );
  });
});
