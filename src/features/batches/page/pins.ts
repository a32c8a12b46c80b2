import type { PinnedRows } from '../grid/grid-model';

/** Parses the shown values of axes from the URL, such as `0:2,1:0`; ignores what is not valid. */
export function parsePins(text: string | undefined): PinnedRows {
  const pins = [...(text ?? '').matchAll(/(?:^|,)(\d{1,2}):(\d{1,5})(?=,|$)/g)];
  return new Map(pins.map(([, axis, row]) => [Number(axis), Number(row)]));
}

/** Returns `undefined` if all values are shown. */
export function formatPins(pins: PinnedRows): string | undefined {
  return [...pins].map(([axis, row]) => `${axis}:${row}`).join(',') || undefined;
}
