import type { Field } from '../schema/field';

export interface FieldRow {
  field: Field;
  /** Takes the whole width. */
  isWide: boolean;
}

/**
 * Fields as they stand in a form of two columns. Of an odd run of narrow ones one takes the whole row: the last, or the
 * one that would part a width from its height.
 */
export function fieldRows(fields: readonly Field[]): readonly FieldRow[] {
  const rows = fields.map((field) => ({ field, isWide: !isNarrow(field) }));
  for (let from = 0; from < rows.length;) {
    const end = endOfRun(rows, from);
    const wide = (end - from) % 2 === 1 ? rows[oddOneOut(fields.slice(from, end)) + from] : undefined;
    if (wide) wide.isWide = true;
    from = end;
  }
  return rows;
}

/** Behind the last narrow row, or behind the wide one at `from`. */
function endOfRun(rows: readonly FieldRow[], from: number): number {
  if (rows[from]?.isWide) return from + 1;
  const end = rows.findIndex(({ isWide }, index) => index > from && isWide);
  return end < 0 ? rows.length : end;
}

function oddOneOut(run: readonly Field[]): number {
  const width = run.findIndex(({ name }, index) => name === 'width' && run[index + 1]?.name === 'height');
  return width % 2 === 1 ? width - 1 : run.length - 1;
}

function isNarrow(field: Field): boolean {
  switch (field.kind) {
    case 'number':
      return field.specials.length === 0;
    case 'boolean':
    case 'enum':
    case 'const':
      return true;
    case 'text':
      return ['date', 'time', 'color'].includes(field.format);
    default:
      return false;
  }
}
