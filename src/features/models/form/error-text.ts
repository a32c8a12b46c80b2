import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import type { FieldPath } from '../schema/field';
import type { FormFault } from '../schema/form-error';
import { pathText } from '../schema/path';

const MAX_ECHO = 60;

/**
 * A fault in words, at the field `at`. Of a service's own fault the bound and the rejected value are told as it put them,
 * and null is a value while nothing echoed is none (R-2.58 to R-2.62).
 */
export function errorText(fault: FormFault, at: FieldPath): string {
  const below = fault.path.slice(at.length);
  const place = below.length > 0 ? `${pathText(below)}: ` : '';
  if (fault.source === 'schema') return `${place}${fault.message}`;
  const context = Object.entries(fault.context ?? {}).map(([name, value]) => `${name} ${short(value)}`);
  const input = fault.input === undefined ? [] : [`sent ${short(fault.input)}`];
  const facts = [...context, ...input].join(', ');
  return `${place}${fault.message}${facts ? ` (${facts})` : ''}`;
}

function short(value: JsonValue): string {
  return middleEllipsis(stringifyJson(value), MAX_ECHO);
}
