import type { Field } from '../schema/field';

export interface FieldRow {
  field: Field;
  /** The heading over it, where a group begins. */
  heading: string | null;
  /** Takes the whole width. */
  isWide: boolean;
}

/** Fields as they stand in a form of two columns. The last of an odd run of narrow ones takes the whole row. */
export function fieldRows(fields: readonly Field[]): readonly FieldRow[] {
  let run = 0;
  return fields.map((field, index) => {
    const next = fields[index + 1];
    const heading = field.group !== '' && field.group !== fields[index - 1]?.group ? field.group : null;
    run = heading === null && isNarrow(field) ? run + 1 : isNarrow(field) ? 1 : 0;
    const isLast = next === undefined || !isNarrow(next) || (next.group !== '' && next.group !== field.group);
    return { field, heading, isWide: run === 0 || (run % 2 === 1 && isLast) };
  });
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
