import { member } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import type { FieldError } from '@contract/router/validation-error';
import type { RunFailure } from '@/domains/model-calls/run-record';
import { childrenAt, type Field, type FieldPath } from './field';
import type { FormError } from './form-error';

/**
 * Returns the messages of a rejection, of the router and of the provider; only the longer one if it contains the other. Routers often
 * repeat the provider.
 */
export function echoedMessages({ detail, upstreamDetail }: Pick<RunFailure, 'detail' | 'upstreamDetail'>): {
  own: string | null;
  provider: string | null;
} {
  const [own, provider] = [plain(detail), plain(upstreamDetail)];
  if (own.includes(provider)) return { own: detail, provider: null };
  return provider.includes(own) ? { own: null, provider: upstreamDetail } : { own: detail, provider: upstreamDetail };
}

function plain(message: string | null): string {
  return (message ?? '').trim().replace(/\.$/, '').toLowerCase();
}

/** Maps the entries of a 422 to fields of the submitted form. `input` and `ctx` stay as parsed. */
export function serverErrors(entries: readonly FieldError[], root: Field, sent: JsonValue): FormError[] {
  return entries.map((entry) => ({
    path: pathOf(entry.loc, root, sent),
    message: entry.msg,
    source: 'server',
    rule: entry.type,
    context: (entry.ctx ?? null) as FormError['context'],
    input: entry.input as JsonValue | undefined,
  }));
}

/**
 * `loc` usually begins with `body`, and services insert type names (`image`, `str`, …) that are not fields. Unknown
 * steps are skipped, which leads to the nearest existing field.
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
