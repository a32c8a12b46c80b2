import type { JsonValue } from '../json/lossless';

/** Formats that are validated, by their name in the validator. */
export const SUPPORTED_FORMATS: ReadonlyMap<JsonValue, string> = new Map([
  ...['date', 'date-time', 'time', 'duration', 'email', 'uri', 'uri-reference', 'uuid', 'ipv4', 'ipv6', 'hostname'].map(
    (name): [string, string] => [name, name],
  ),
  ['url', 'uri'],
]);

/** Returns true if JavaScript supports the pattern; other regex dialects are not validated. */
export function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
