import { expect, it, onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import '@/testing/console-styles';
import { makeCell } from '../testing/make-cell';
import { BatchGrid } from './batch-grid';
import { CellTile } from './cell-tile';
import { MAX_LABEL_WIDTH } from './grid-layout';
import type { GridModel } from './grid-model';

const COLUMNS = 4;
const model: GridModel = {
  columns: COLUMNS,
  columnLabels: ['1', '2', '3', '4'],
  lines: Array.from({ length: 60 }, (_, line) => ({
    kind: 'cells',
    label: `row ${line}`,
    cells: Array.from({ length: COLUMNS }, (_cell, column) => line * COLUMNS + column),
  })),
};

/** A cell that was not sent. */
const TILE = {
  record: null,
  hasCaption: false,
  isOver: false,
  isElsewhere: false,
  letter: null,
  isSelected: false,
  selectedCount: 0,
  fit: 'contain',
  isTabStop: false,
  actions: { open: () => {}, select: () => {}, run: () => {} },
} as const;

it('shows a seed of 20 digits in one line', async () => {
  const label = '18446744073709551615';
  const screen = await render(
    <div style={{ display: 'flex', height: 500, width: 700 }}>
      <BatchGrid
        label="Results"
        model={{ ...model, lines: [{ kind: 'cells', label, cells: [0, 1, 2, 3] }] }}
        axisLabels={{ x: 'cfg', y: 'seed' }}
        side={100}
        labelWidth={MAX_LABEL_WIDTH}
        revealed={null}
        renderCell={String}
      />
    </div>,
  );
  const header = screen.getByText(label);
  await expect.element(header).toBeVisible();
  const lines = () => {
    const text = document.createRange();
    text.selectNodeContents(header.element());
    return text.getClientRects().length;
  };
  await expect.poll(lines).toBe(1);
});

it('shortens a seed that exceeds its column, and the caption of its cell', async () => {
  const seed = '18446744073709551615';
  const tile = (cell: number) => <CellTile {...TILE} cell={cell} name={seed} hasCaption side={100} />;
  const screen = await render(
    <div style={{ display: 'flex', height: 500, width: 700 }}>
      <BatchGrid
        label="Results"
        model={{ columns: 1, columnLabels: [seed], lines: [{ kind: 'cells', label: '7', cells: [0] }] }}
        axisLabels={{ x: 'seed', y: 'cfg' }}
        side={100}
        labelWidth={MAX_LABEL_WIDTH}
        revealed={null}
        renderCell={tile}
      />
    </div>,
  );
  await expect
    .element(screen.getByRole('columnheader', { name: '184467…51615' }))
    .toHaveAttribute('title', `seed ${seed}`);
  await expect
    .element(screen.getByRole('paragraph').filter({ hasText: '184467…51615' }))
    .toHaveAttribute('title', seed);
});

it('calls a cell that was not sent by the same words in its name and on screen', async () => {
  const screen = await render(<CellTile {...TILE} cell={0} name="cfg 7" side={168} />);
  await expect
    .element(screen.getByRole('button', { name: 'cfg 7: not sent yet' }).getByText('not sent yet'))
    .toBeVisible();
});

it.each(['light', 'dark'])('outlines each cell above its image, %s', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  onTestFinished(() => {
    delete document.documentElement.dataset['theme'];
  });
  const record = makeCell({ jobId: null });
  const screen = await render(<CellTile {...TILE} record={record} cell={0} name="cfg 7" side={168} />);
  const cell = screen.getByRole('button', { name: 'cfg 7: succeeded' });
  await expect.element(cell).toBeVisible();
  const { boxShadow, position, inset } = getComputedStyle(cell.element(), '::after');
  expect({ position, inset }).toEqual({ position: 'absolute', inset: '0px' });
  expect(boxShadow).toMatch(/0px 0px 0px 1px inset/);
});

it('renders only the rows that scrolling adds', async () => {
  const renderCell = vi.fn<(cell: number) => string>((cell) => `cell ${cell}`);
  const screen = await render(
    <div style={{ display: 'flex', height: 500, width: 700 }}>
      <BatchGrid
        label="Results"
        model={model}
        axisLabels={{ x: 'cfg', y: 'seed' }}
        side={100}
        labelWidth={MAX_LABEL_WIDTH}
        revealed={null}
        renderCell={renderCell}
      />
    </div>,
  );
  await expect.element(screen.getByRole('gridcell', { name: 'cell 16' })).toBeInTheDocument();
  renderCell.mockClear();
  screen.getByRole('grid').element().scrollTop = 300;
  await expect.element(screen.getByRole('gridcell', { name: 'cell 32' })).toBeInTheDocument();
  // Its row is in view all the time; it is not the first one, whose tab stop changes.
  expect(renderCell.mock.calls.map(([cell]) => cell)).not.toContain(16);
});
