import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import type { FieldPath } from '../../schema/field';
import type { FormError } from '../../schema/form-error';
import { pathText } from '../../schema/path';

const MAX_ECHO = 60;

/**
 * Formats an error for the field at `at`. Errors of the service include the bound and the rejected value as reported;
 * `null` is a value, an absent value is omitted (R-2.58 to R-2.62).
 */
export function errorText(error: FormError, at: FieldPath): string {
  const below = error.path.slice(at.length);
  const place = below.length > 0 ? `${pathText(below)}: ` : '';
  if (error.source === 'schema') return `${place}${error.message}`;
  const context = Object.entries(error.context ?? {}).map(([name, value]) => `${name} ${short(value)}`);
  const input = error.input === undefined ? [] : [`sent ${short(error.input)}`];
  const details = [...context, ...input].join(', ');
  return `${place}${error.message}${details ? ` (${details})` : ''}`;
}

function short(value: JsonValue): string {
  return middleEllipsis(stringifyJson(value), MAX_ECHO);
}
