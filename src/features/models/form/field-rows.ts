import type { Field } from '../schema/field';

export interface FieldRow {
  field: Field;
  /** The heading over it, where a group begins. */
  heading: string | null;
  /** Takes the whole width. */
  isWide: boolean;
  /** Of its group only the heading is shown. */
  isFolded: boolean;
}

/** @param folded names of groups */
export function withoutFolded(rows: readonly FieldRow[], folded: readonly string[]): readonly FieldRow[] {
  if (folded.length === 0) return rows;
  return rows.flatMap((row) => {
    if (!folded.includes(row.field.group)) return row;
    return row.heading === null ? [] : { ...row, isFolded: true };
  });
}

/**
 * Fields as they stand in a form of two columns. Of an odd run of narrow ones one takes the whole row: the last, or the
 * one that would part a width from its height.
 */
export function fieldRows(fields: readonly Field[]): readonly FieldRow[] {
  const rows = fields.map((field, index) => ({
    field,
    heading: field.group !== '' && field.group !== fields[index - 1]?.group ? field.group : null,
    isWide: !isNarrow(field),
    isFolded: false,
  }));
  for (let from = 0; from < rows.length;) {
    const end = endOfRun(rows, from);
    const wide = (end - from) % 2 === 1 ? rows[oddOneOut(fields.slice(from, end)) + from] : undefined;
    if (wide) wide.isWide = true;
    from = end;
  }
  return rows;
}

/** Behind the last narrow row of one group, or behind the wide one at `from`. */
function endOfRun(rows: readonly FieldRow[], from: number): number {
  if (rows[from]?.isWide) return from + 1;
  const end = rows.findIndex(({ isWide, heading }, index) => index > from && (isWide || heading !== null));
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
