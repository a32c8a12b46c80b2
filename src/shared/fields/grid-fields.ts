export interface GridField<T> {
  field: T;
  /** Takes the full width. */
  isWide: boolean;
}

/**
 * Arranges fields in two columns: short ones side by side. Of an odd sequence of short fields one takes the full width: the last,
 * or the one before `width`, so that width and height stay side by side.
 */
export function toGridFields<T extends { readonly name: string }>(
  fields: readonly T[],
  isShort: (field: T) => boolean,
): readonly GridField<T>[] {
  const all = fields.map((field) => ({ field, isWide: !isShort(field) }));
  let sequence: GridField<T>[] = [];
  for (const one of [...all, null]) {
    if (one?.isWide === false) sequence.push(one);
    else {
      const odd = sequence.length % 2 === 1 ? sequence[oddOneOut(sequence)] : undefined;
      if (odd) odd.isWide = true;
      sequence = [];
    }
  }
  return all;
}

function oddOneOut(sequence: readonly GridField<{ readonly name: string }>[]): number {
  const width = sequence.findIndex(
    ({ field }, index) => field.name === 'width' && sequence[index + 1]?.field.name === 'height',
  );
  return width % 2 === 1 ? width - 1 : sequence.length - 1;
}
