import { isObject, member } from '@contract/json/json-values';
import type { JsonObject } from '@contract/json/lossless';
import { INTEGER_RANGES } from '@contract/model-schema/integer-ranges';
import { isPattern, SUPPORTED_FORMATS } from '@contract/model-schema/validated-texts';
import { t } from '@/lib/i18n/messages';
import type { FieldBase } from '../field';

/** Formats that describe storage or display, which users cannot get wrong. */
const SILENT_FORMATS = new Set([
  ...Object.keys(INTEGER_RANGES),
  ...'int64 uint64 float double decimal number password binary textarea'.split(' '),
]);

const MAX_SHOWN = 60;

/** Returns the rules of a value that the browser does not validate, as text for "is checked by the provider only". */
export function uncheckedRules({ foreign }: Pick<FieldBase, 'foreign'>): string[] {
  return [...new Set(foreign.flatMap(uncheckedOf))];
}

function uncheckedOf(schema: JsonObject): string[] {
  const rules: string[] = [];
  const pattern = member(schema, 'pattern');
  if (typeof pattern === 'string' && !isPattern(pattern)) rules.push(patternText(pattern));
  const format = member(schema, 'format');
  if (typeof format === 'string' && !SUPPORTED_FORMATS.has(format) && !SILENT_FORMATS.has(format)) {
    rules.push(t('the format {format}, which is not known here', { format: shortened(format) }));
  }
  const named = member(schema, 'patternProperties');
  if (!isObject(named)) return rules;
  for (const name of Object.keys(named)) if (!isPattern(name)) rules.push(patternText(name));
  return rules;
}

const patternText = (pattern: string) =>
  t('the pattern {pattern}, which this browser cannot read', { pattern: shortened(pattern) });

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
