import type { JsonValue } from '../json/lossless';

/** Formats that are judged, by the name that the validator has for them. */
export const JUDGED_FORMATS: ReadonlyMap<JsonValue, string> = new Map([
  ...['date', 'date-time', 'time', 'duration', 'email', 'uri', 'uri-reference', 'uuid', 'ipv4', 'ipv6', 'hostname'].map(
    (name): [string, string] => [name, name],
  ),
  ['url', 'uri'],
]);

/** Patterns of other languages that JavaScript cannot read are not judged. */
export function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
