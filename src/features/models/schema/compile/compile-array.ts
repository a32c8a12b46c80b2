import type { JsonValue } from '@contract/json/lossless';
import { each, highest, isSet, lowest, type FlatSchema } from '@contract/model-schema/flatten-schema';
import { compileField, contextBelow, type Compiler, type FieldContext } from './compiler';
import type { ArrayField, Field, FieldBase } from '../field';

export function arrayField(compiler: Compiler, flat: FlatSchema, base: FieldBase, place: FieldContext): ArrayField {
  const made = new Map<number, Field>();
  const heads = headSchemas(flat);
  const minItems = highest(flat, 'minItems') ?? 0;
  const limits = [lowest(flat, 'maxItems'), isClosed(flat) ? heads.length : null].filter((limit) => limit !== null);
  return {
    ...base,
    kind: 'array',
    minItems,
    maxItems: limits.length > 0 ? Math.min(...limits) : null,
    unique: isSet(flat, 'uniqueItems'),
    item: (index) => {
      const known = made.get(index);
      if (known) return known;
      const field = compileField(
        compiler,
        itemSchemas(flat, heads, index),
        contextBelow(place, base, index, { required: true }),
      );
      made.set(index, field);
      return field;
    },
  };
}

/** Schemas of the first items: `prefixItems`, or `items` as a list in older drafts. */
function headSchemas(flat: FlatSchema): readonly JsonValue[] {
  return [...each(flat, 'prefixItems'), ...each(flat, 'items')].find((value) => Array.isArray(value)) ?? [];
}

function isClosed(flat: FlatSchema): boolean {
  return (
    each(flat, 'items').includes(false) ||
    (headSchemas(flat).length > 0 && each(flat, 'additionalItems').includes(false))
  );
}

function itemSchemas(flat: FlatSchema, heads: readonly JsonValue[], index: number): JsonValue[] {
  const head = heads[index];
  if (head !== undefined) return [head];
  const rest = each(flat, 'items').filter((value) => !Array.isArray(value));
  return rest.length > 0 ? rest : heads.length > 0 ? each(flat, 'additionalItems') : [];
}
