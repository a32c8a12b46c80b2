import type { JsonObject, JsonValue } from '@contract/json/lossless';
import type { FieldBase } from './field';
import { INTEGER_RANGES } from './integer-ranges';
import { isObject, member } from './json-values';

/** Formats that are judged, by the name that the validator has for them. */
export const JUDGED_FORMATS: ReadonlyMap<JsonValue, string> = new Map([
  ...['date', 'date-time', 'time', 'duration', 'email', 'uri', 'uri-reference', 'uuid', 'ipv4', 'ipv6', 'hostname'].map(
    (name): [string, string] => [name, name],
  ),
  ['url', 'uri'],
]);

/** How a value is kept or shown: nothing that a person could get wrong. */
const SILENT_FORMATS = new Set([
  ...Object.keys(INTEGER_RANGES),
  ...'int64 uint64 float double decimal number password binary textarea'.split(' '),
]);

const MAX_SHOWN = 60;

/** Rules of a place that nothing here judges, as words that go before "is checked by the provider only". */
export function uncheckedRules({ foreign }: Pick<FieldBase, 'foreign'>): string[] {
  return [...new Set(foreign.flatMap(uncheckedOf))];
}

function uncheckedOf(schema: JsonObject): string[] {
  const rules: string[] = [];
  const pattern = member(schema, 'pattern');
  if (typeof pattern === 'string' && !isPattern(pattern)) rules.push(patternWords(pattern));
  const format = member(schema, 'format');
  if (typeof format === 'string' && !JUDGED_FORMATS.has(format) && !SILENT_FORMATS.has(format)) {
    rules.push(`the format ${shortened(format)}, which is not known here`);
  }
  const named = member(schema, 'patternProperties');
  if (!isObject(named)) return rules;
  for (const name of Object.keys(named)) if (!isPattern(name)) rules.push(patternWords(name));
  return rules;
}

/** Patterns of other languages that JavaScript cannot read are not judged. */
export function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

const patternWords = (pattern: string) => `the pattern ${shortened(pattern)}, which this browser cannot read`;

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
