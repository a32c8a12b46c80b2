import { describe, expect, test } from 'vitest';
import { fc } from '@contract/testing/properties';
import { cellsOf, flowModel, type GridModel } from '../grid/grid-model';
import { sheetColumns, sheetLayout, type SheetLayout } from './sheet-layout';

const table = (columns: number, rows: number): GridModel => ({
  columns,
  columnLabels: Array.from({ length: columns }, (_, column) => `cfg ${column}`),
  lines: Array.from({ length: rows }, (_, row) => ({
    kind: 'cells',
    label: `steps ${row}`,
    cells: Array.from({ length: columns }, (_cell, column) => row * columns + column),
  })),
});
const flow = (count: number) =>
  flowModel(
    Array.from({ length: count }, (_, cell) => cell),
    sheetColumns(count),
  );
const captionOf = (cell: number) => `seed ${cell}`;
const textsOf = ({ labels }: SheetLayout, look: string) =>
  labels.filter((label) => label.look === look).map(({ text }) => text);

describe('a contact sheet', () => {
  test('of a table has the labels of columns, rows and sections, and no captions', () => {
    const { lines } = table(2, 1);
    const model: GridModel = { ...table(2, 1), lines: [{ kind: 'section', label: 'sampler euler' }, ...lines] };
    const layout = sheetLayout(model, 'Harbor', captionOf);
    expect(layout?.tile).toBe(512);
    expect(layout && ['title', 'section', 'column', 'row', 'caption'].map((look) => textsOf(layout, look))).toEqual([
      ['Harbor'],
      ['sampler euler'],
      ['cfg 0', 'cfg 1'],
      ['steps 0'],
      [],
    ]);
  });

  test('of a list of cells has a caption for each', () => {
    const layout = sheetLayout(flow(3), 'Harbor', captionOf);
    expect(layout && textsOf(layout, 'caption')).toEqual(['seed 0', 'seed 1', 'seed 2']);
  });

  test('has smaller cells the more there are, and none if they do not fit into one image', () => {
    expect([1, 200, 2000, 10_000].map((count) => sheetLayout(flow(count), 'Harbor', captionOf)?.tile)).toEqual([
      512, 384, 128, 64,
    ]);
    expect(sheetLayout(table(1000, 2), 'Harbor', captionOf)).toBeNull();
  });

  test('contains each cell once, without overlaps and within its bounds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        (columns, rows, isTable) => {
          const model = isTable ? table(columns, rows) : flow(columns * rows);
          const layout = sheetLayout(model, 'Harbor', captionOf);
          if (!layout) throw new Error('Too large');
          const { cells, labels, tile, width, height } = layout;
          expect(cells.map(({ cell }) => cell)).toEqual(cellsOf(model));
          for (const [at, one] of cells.entries()) {
            expect(one.x >= 0 && one.y >= 0 && one.x + tile <= width && one.y + tile <= height).toBe(true);
            const covers = cells
              .slice(at + 1)
              .filter((other) => Math.abs(other.x - one.x) < tile && Math.abs(other.y - one.y) < tile);
            expect(covers).toEqual([]);
          }
          for (const { x, y, width: room } of labels) expect(x + room <= width && y <= height).toBe(true);
        },
      ),
    );
  });
});
