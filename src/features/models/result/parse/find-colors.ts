import { walkJson } from '@/shared/json-tree/walk-json';
import { LosslessNumber, type JsonObject, type JsonValue } from '@contract/json/lossless';

/** A color that an output names. */
export interface FoundColor {
  /** `#rrggbb` or `#rrggbbaa`, as written in the output. */
  hex: string;
  /** Name beside the color, or the name of the property that contains it. */
  name: string | null;
  /** Share of the whole from 0 to 1, if given next to the color. */
  share: number | null;
}

const HEX = /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i;
const MAX_COLORS = 64;
/** Property names that do not identify a specific color. */
const PLAIN = new Set(['hex', 'color', 'colour', 'value']);

/** Returns the colors of an output, in its order. */
export function findColors(response: JsonValue): FoundColor[] {
  const found: FoundColor[] = [];
  for (const { value, path, owner } of walkJson(response)) {
    if (typeof value !== 'string' || !HEX.test(value)) continue;
    found.push({ hex: value, name: nameOf(path.at(-1), owner), share: shareOf(owner) });
    if (found.length >= MAX_COLORS) break;
  }
  return found;
}

function nameOf(property: string | number | undefined, owner: JsonObject | null): string | null {
  const said = owner?.['name'];
  if (typeof said === 'string' && said !== '') return said;
  return typeof property === 'string' && !PLAIN.has(property.toLowerCase()) ? property : null;
}

function shareOf(owner: JsonObject | null): number | null {
  const said = owner?.['share'];
  const share = said instanceof LosslessNumber ? Number(said.toString()) : typeof said === 'number' ? said : Number.NaN;
  return share >= 0 && share <= 1 ? share : null;
}
