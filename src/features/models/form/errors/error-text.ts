import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { pathText, type FieldPath } from '../../schema/field';
import type { FormError } from '../../schema/form-error';

const MAX_ECHO = 60;

/** Names of bounds in the `ctx` of a 422. */
const BOUNDS: Readonly<Record<string, string>> = {
  le: 'at most',
  ge: 'at least',
  lt: 'less than',
  gt: 'more than',
  max_length: 'length at most',
  min_length: 'length at least',
  multiple_of: 'a multiple of',
};

/**
 * Formats an error for the field at `at`. Errors of the service include the bound and the rejected value as reported;
 * `null` is a value, an absent value is omitted (R-2.58 to R-2.62).
 */
export function errorText(error: FormError, at: FieldPath): string {
  const below = error.path.slice(at.length);
  const place = below.length > 0 ? `${pathText(below)}: ` : '';
  if (error.source === 'schema') return `${place}${error.message}`;
  const context = Object.entries(error.context ?? {}).flatMap(([name, value]) => {
    const bound = BOUNDS[name];
    if (bound === undefined) return [`${name} ${short(value)}`];
    // The message often names it.
    return error.message.includes(short(value)) ? [] : [`${bound} ${short(value)}`];
  });
  const sent = error.input === undefined ? '' : `you sent ${short(error.input)}`;
  const details = [context.join(', '), sent].filter(Boolean).join('; ');
  return `${place}${error.message}${details ? ` (${details})` : ''}`;
}

function short(value: JsonValue): string {
  return middleEllipsis(stringifyJson(value), MAX_ECHO);
}
