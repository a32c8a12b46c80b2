import { member } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import type { Alternative } from '../schema/field';

/** The set whose members are sent; the first where none is sent whole. */
export function chosenSet({ sets }: Alternative, value: JsonValue | undefined): number {
  const score = (names: readonly string[]) => names.filter((name) => member(value, name) !== undefined).length;
  const whole = sets.findIndex((names) => names.length > 0 && score(names) === names.length);
  return whole >= 0
    ? whole
    : Math.max(
        0,
        sets.findIndex((names) => score(names) > 0),
      );
}
