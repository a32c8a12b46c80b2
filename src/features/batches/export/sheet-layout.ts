import type { GridModel } from '../grid/grid-model';

/** Positions on a contact sheet, in pixels of the image. Pure. */
export interface SheetLayout {
  width: number;
  height: number;
  /** Side of a cell. */
  tile: number;
  fontPx: number;
  cells: readonly { cell: number; x: number; y: number }[];
  labels: readonly SheetLabel[];
}

export interface SheetLabel {
  text: string;
  x: number;
  /** Middle of the line. */
  y: number;
  /** Longer texts are cut off. */
  width: number;
  look: 'title' | 'section' | 'column' | 'row' | 'caption';
}

/** Largest first. The gateway has thumbnails of up to 512 pixels. */
const TILES_PX = [512, 384, 256, 192, 128, 96, 64] as const;
/** Above these, browsers refuse to draw, or a phone runs out of memory. */
const MAX_SIDE_PX = 16_384;
const MAX_AREA_PX = 64_000_000;

/** Returns the layout with the largest cells that fit; `null` if even the smallest are too many for one image. */
export function sheetLayout(model: GridModel, title: string, captionOf: (cell: number) => string): SheetLayout | null {
  for (const tile of TILES_PX) {
    const layout = layoutWith(tile, model, title, captionOf);
    const { width, height } = layout;
    if (width <= MAX_SIDE_PX && height <= MAX_SIDE_PX && width * height <= MAX_AREA_PX) return layout;
  }
  return null;
}

/** Number of columns for cells without a table: a sheet slightly wider than high. */
export function sheetColumns(count: number): number {
  return Math.max(1, Math.ceil(Math.sqrt(count * 1.3)));
}

function layoutWith(tile: number, model: GridModel, title: string, captionOf: (cell: number) => string): SheetLayout {
  const fontPx = Math.max(11, Math.round(tile / 14));
  const lineHeight = Math.round(fontPx * 1.8);
  const gap = Math.max(4, Math.round(tile / 32));
  const margin = Math.max(12, Math.round(tile / 10));
  const isTable = model.columnLabels !== null;
  const rowLabelWidth = isTable ? rowLabelsWidth(model, fontPx, tile) : 0;
  const left = margin + rowLabelWidth;
  const gridWidth = model.columns * (tile + gap) - gap;
  const width = Math.max(left + gridWidth + margin, margin * 2 + Math.min(title.length * fontPx, 24 * fontPx));
  const cells: SheetLayout['cells'][number][] = [];
  const labels: SheetLabel[] = [];
  const inLine = { width: width - margin * 2 };
  let y = margin;

  const addLine = (text: string, look: SheetLabel['look']) => {
    labels.push({ text, x: margin, y: y + lineHeight / 2, look, ...inLine });
    y += lineHeight;
  };
  addLine(title, 'title');
  if (model.columnLabels) {
    for (const [column, text] of model.columnLabels.entries()) {
      labels.push({ text, x: left + column * (tile + gap), y: y + lineHeight / 2, width: tile, look: 'column' });
    }
    y += lineHeight;
  }
  for (const line of model.lines) {
    if (line.kind === 'section') {
      y += gap;
      addLine(line.label, 'section');
      continue;
    }
    if (line.label !== null && rowLabelWidth > 0) {
      labels.push({ text: line.label, x: margin, y: y + tile / 2, width: rowLabelWidth - gap * 2, look: 'row' });
    }
    for (const [column, cell] of line.cells.entries()) {
      const x = left + column * (tile + gap);
      cells.push({ cell, x, y });
      if (!isTable)
        labels.push({ text: captionOf(cell), x, y: y + tile + lineHeight / 2, width: tile, look: 'caption' });
    }
    y += tile + gap + (isTable ? 0 : lineHeight);
  }
  return { width, height: y - gap + margin, tile, fontPx, cells, labels };
}

/** As wide as the longest label needs, and at most as wide as a cell. */
function rowLabelsWidth({ lines }: GridModel, fontPx: number, tile: number): number {
  const longest = Math.max(0, ...lines.map((line) => (line.kind === 'cells' ? (line.label?.length ?? 0) : 0)));
  return Math.min(tile, Math.round(longest * fontPx * 0.6) + fontPx);
}
