import { member } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import type { FieldFault } from '@contract/router/validation-error';
import type { Field, FieldPath } from './field';
import { childrenAt } from './field-at';
import type { FormFault } from './form-error';

/** What a 422 lists, at the fields of the form that was sent. `input` and `ctx` are JSON as it was parsed. */
export function serverFaults(entries: readonly FieldFault[], root: Field, sent: JsonValue): FormFault[] {
  return entries.map((entry) => ({
    path: pathOf(entry.loc, root, sent),
    message: entry.msg,
    source: 'server',
    rule: entry.type,
    context: (entry.ctx ?? null) as FormFault['context'],
    input: entry.input as JsonValue | undefined,
  }));
}

/**
 * `loc` begins with `body` as a rule, and services put names of types in between (`image`, `str`, …) for which no field
 * exists. So steps that lead nowhere are passed over, and what remains is the nearest field there is.
 */
function pathOf(loc: FieldPath, root: Field, sent: JsonValue): FieldPath {
  const whole = walk(loc, root, sent);
  if (loc[0] !== 'body') return whole;
  const inner = walk(loc.slice(1), root, sent);
  return inner.length >= whole.length ? inner : whole;
}

function walk(loc: FieldPath, root: Field, sent: JsonValue): FieldPath {
  const path: (string | number)[] = [];
  let fields: readonly Field[] = [root];
  let value: JsonValue | undefined = sent;
  for (const step of loc) {
    if (typeof step === 'number' && !(Number.isInteger(step) && step >= 0)) continue;
    const below = fields.flatMap((field) => childrenAt(field, step));
    const item: JsonValue | undefined = typeof step === 'string' ? member(value, step) : itemAt(value, step);
    if (below.length === 0 && item === undefined) continue;
    path.push(step);
    fields = below;
    value = item;
  }
  return path;
}

function itemAt(value: JsonValue | undefined, index: number): JsonValue | undefined {
  return Array.isArray(value) ? value[index] : undefined;
}
