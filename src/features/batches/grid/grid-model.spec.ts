import { describe, expect, test } from 'vitest';
import { fc } from '@contract/testing/properties';
import { cellCount, cellPosition, type BatchPlan } from '@/domains/batches/batch-plan';
import {
  allCells,
  cellAt,
  cellIn,
  cellsOf,
  chooseAxes,
  fitNumbers,
  flowModel,
  formatPins,
  locationOf,
  nextLocation,
  parsePins,
  tableModel,
  withAxisNames,
  type GridModel,
} from './grid-model';

const planOf = (...lengths: number[]): BatchPlan => ({
  axes: lengths.map((length, axis) => ({
    label: 'abcd'[axis] ?? '',
    inputs: [{ nodeId: '1', input: 'abcd'[axis] ?? '', label: 'abcd'[axis] ?? '' }],
    rows: Array.from({ length }, (_, row) => ({ label: String(row), values: [row] })),
  })),
});
const NO_PINS = new Map<number, number>();
const tableOf = (
  lengths: readonly number[],
  wanted: { x?: number; y?: number },
  pinned: ReadonlyMap<number, number>,
) => {
  const plan = planOf(...lengths);
  return tableModel(plan, chooseAxes(plan, wanted, 3), pinned);
};
const keysOf = (model: GridModel, from: number, ...keys: string[]) => {
  let at = locationOf(model, from);
  for (const key of keys) at = at && nextLocation(key, model, at);
  return at && cellIn(model, at);
};

describe('the axes of a grid', () => {
  const axesOf = (lengths: readonly number[], wanted: { x?: number; y?: number } = {}, fitting = 6) =>
    chooseAxes(planOf(...lengths), wanted, fitting);

  test('are the last two of equal axes, in the order of the cells', () => {
    expect(axesOf([])).toEqual({ x: null, y: null, others: [] });
    expect(axesOf([3], { x: 0 })).toEqual({ x: null, y: null, others: [0] });
    expect(axesOf([2, 2])).toEqual({ x: 1, y: 0, others: [] });
    expect(axesOf([2, 2, 2, 2])).toEqual({ x: 3, y: 2, others: [0, 1] });
  });

  test('fill the width with columns, and have the longest of the others as rows', () => {
    expect(axesOf([2, 8, 2, 2])).toEqual({ x: 1, y: 3, others: [0, 2] });
    expect(axesOf([8, 2], {}, 2)).toEqual({ x: 1, y: 0, others: [] });
    expect(axesOf([3, 100])).toEqual({ x: 0, y: 1, others: [] });
    expect(axesOf([2, 5, 9])).toEqual({ x: 1, y: 2, others: [0] });
  });

  test('are those that were chosen, and never the same axis twice', () => {
    expect(axesOf([2, 2], { x: 0 })).toEqual({ x: 0, y: 1, others: [] });
    expect(axesOf([2, 2], { y: 1 })).toEqual({ x: 0, y: 1, others: [] });
    expect(axesOf([2, 6, 2], { x: 0, y: 2 })).toEqual({ x: 0, y: 2, others: [1] });
    expect(axesOf([2, 2, 2], { x: 9, y: -1 })).toEqual({ x: 2, y: 1, others: [0] });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 4 }),
        fc.nat(4),
        fc.nat(4),
        fc.integer({ min: 1, max: 20 }),
        (lengths, x, y, fitting) => {
          const axes = axesOf(lengths, { x, y }, fitting);
          const all = [axes.x, axes.y, ...axes.others];
          expect(new Set(all)).toEqual(new Set(lengths.keys()));
          expect(all).toHaveLength(lengths.length);
        },
      ),
    );
  });
});

describe('the number of a cell', () => {
  test('is the inverse of its position', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }), fc.nat(), (lengths, any) => {
        const plan = planOf(...lengths);
        const cell = any % cellCount(plan);
        expect(cellAt(plan, cellPosition(plan, cell))).toBe(cell);
      }),
    );
  });
});

describe('a table', () => {
  test('has the values of one axis as columns and of another as rows', () => {
    expect(tableOf([2, 3], {}, NO_PINS)).toEqual({
      columns: 3,
      columnLabels: ['0', '1', '2'],
      lines: [
        { kind: 'cells', label: '0', cells: [0, 1, 2] },
        { kind: 'cells', label: '1', cells: [3, 4, 5] },
      ],
    });
    const turned = tableOf([2, 3], { x: 0 }, NO_PINS);
    expect(turned.columnLabels).toEqual(['0', '1']);
    expect(cellsOf(turned)).toEqual([0, 3, 1, 4, 2, 5]);
  });

  test('has labels with the names of its axes on an image', () => {
    const named = withAxisNames(tableOf([1, 1, 2], {}, NO_PINS), { x: 'cfg', y: 'steps' });
    expect(named.columnLabels).toEqual(['cfg 0', 'cfg 1']);
    expect(named.lines).toEqual([{ kind: 'cells', label: 'steps 0', cells: [0, 1] }]);
  });

  test('has a section for each combination of the other axes', () => {
    const { lines } = tableOf([2, 2, 1, 2], { y: 2 }, NO_PINS);
    expect(lines).toEqual([
      { kind: 'section', label: 'a 0 · b 0' },
      { kind: 'cells', label: '0', cells: [0, 1] },
      { kind: 'section', label: 'a 0 · b 1' },
      { kind: 'cells', label: '0', cells: [2, 3] },
      { kind: 'section', label: 'a 1 · b 0' },
      { kind: 'cells', label: '0', cells: [4, 5] },
      { kind: 'section', label: 'a 1 · b 1' },
      { kind: 'cells', label: '0', cells: [6, 7] },
    ]);
  });

  test('shows one value of a pinned axis, without a section for it', () => {
    const pinned = new Map([[0, 1]]);
    expect(tableOf([2, 2, 2], {}, pinned).lines).toEqual([
      { kind: 'cells', label: '0', cells: [4, 5] },
      { kind: 'cells', label: '1', cells: [6, 7] },
    ]);
    expect(cellsOf(tableOf([2, 2, 2], {}, new Map([[0, 7]])))).toHaveLength(8);
  });

  test('contains each cell once, whatever its axes are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 4 }),
        fc.nat(3),
        fc.nat(3),
        (lengths, x, y) => {
          const plan = planOf(...lengths);
          const cells = cellsOf(tableModel(plan, chooseAxes(plan, { x, y }, 3), NO_PINS));
          expect(cells.toSorted((left, right) => left - right)).toEqual(allCells(plan));
        },
      ),
    );
  });
});

describe('the keys', () => {
  const table = tableOf([2, 2, 3], {}, NO_PINS);

  test('move in a table to the next cell of the line or the column, across sections, and stop at its edges', () => {
    expect(keysOf(table, 0, 'ArrowRight')).toBe(1);
    expect(keysOf(table, 2, 'ArrowRight')).toBe(2);
    expect(keysOf(table, 3, 'ArrowLeft')).toBe(3);
    expect(keysOf(table, 4, 'ArrowDown')).toBe(7);
    expect(keysOf(table, 7, 'ArrowUp')).toBe(4);
    expect(keysOf(table, 0, 'ArrowUp')).toBe(0);
    expect(keysOf(table, 1, 'End', 'PageDown')).toBe(11);
    expect(keysOf(table, 11, 'PageUp', 'Home')).toBe(0);
    expect(keysOf(table, 0, 'q')).toBeNull();
  });

  test('move in a list of cells on to the next line, and down to its end', () => {
    const flow = flowModel([5, 6, 7, 8, 9], 3);
    expect(keysOf(flow, 7, 'ArrowRight')).toBe(8);
    expect(keysOf(flow, 8, 'ArrowLeft')).toBe(7);
    expect(keysOf(flow, 9, 'ArrowRight')).toBe(9);
    expect(keysOf(flow, 7, 'ArrowDown')).toBe(9);
  });
});

describe('the numbers of a label', () => {
  test('keep their start and end if they are too wide', () => {
    expect(fitNumbers('18446744073709551615', 168)).toBe('18446744073709551615');
    expect(fitNumbers('18446744073709551615', 100)).toBe('184467…51615');
    expect(fitNumbers('seed 18446744073709551615, cfg 7.5', 72)).toBe('seed 1844…1615, cfg 7.5');
  });

  test('of a range stay different', () => {
    const seeds = [18_446_744_073_709_551_000n, 18_446_744_073_709_551_001n];
    expect(new Set(seeds.map((seed) => fitNumbers(String(seed), 72))).size).toBe(2);
  });

  test('stay the same if they are short, and so do words', () => {
    expect(fitNumbers('a very long prompt, 1024 × 1024', 72)).toBe('a very long prompt, 1024 × 1024');
  });
});

describe('the pinned values of axes', () => {
  test('survive the URL', () => {
    const pins = new Map([
      [0, 2],
      [3, 11],
    ]);
    expect(formatPins(pins)).toBe('0:2,3:11');
    expect(parsePins('0:2,3:11')).toEqual(pins);
    expect(formatPins(new Map())).toBeUndefined();
  });

  test('are ignored in the URL if they are invalid', () => {
    expect(parsePins(undefined)).toEqual(new Map());
    expect(parsePins('x:1,2,1:,-1:4,5:6')).toEqual(new Map([[5, 6]]));
  });
});
