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
  let run: FieldRow[] = [];
  for (const row of [...rows, null]) {
    if (row?.isWide === false) run.push(row);
    else {
      const wide = run.length % 2 === 1 ? run[oddOneOut(run)] : undefined;
      if (wide) wide.isWide = true;
      run = [];
    }
  }
  return rows;
}

function oddOneOut(run: readonly FieldRow[]): number {
  const width = run.findIndex(({ field }, at) => field.name === 'width' && run[at + 1]?.field.name === 'height');
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
      return /^(?:date|time|color)$/.test(field.format);
    default:
      return false;
  }
}
