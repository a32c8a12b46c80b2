import { isObject } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import {
  each,
  highest,
  isSet,
  lowest,
  propertyParts,
  requiredNames,
  type FlatSchema,
} from '@contract/model-schema/flatten-schema';
import { t } from '@/lib/i18n/messages';
import { compileField, flattenAt, contextBelow, type Compiler, type FieldContext } from './compiler';
import type { Alternative, Field, FieldBase, MapField, ObjectField } from '../field';
import { arrangeFields, statedOrders } from './field-order';
import { propertyHints, rejectedNames } from './property-rules';
import { requiredSets } from './union-branches';

/** Objects with more properties are edited as JSON: the form renders the first ones and adds a note about the rest. */
const MAX_MEMBERS = 2000;

export function objectField(
  compiler: Compiler,
  flat: FlatSchema,
  base: FieldBase,
  place: FieldContext,
): ObjectField | MapField {
  const parts = propertyParts(flat);
  const entry = extraProperty(compiler, flat, base, place, parts);
  if (parts.size === 0 && entry) return mapField(flat, base, entry);
  let made: readonly Field[] | null = null;
  const alternatives = requiredSets(flat);
  return {
    ...base,
    kind: 'object',
    alternatives,
    extra: entry,
    fields: () => {
      made ??= makeProperties(compiler, flat, base, place, parts, alternatives);
      return made;
    },
  };
}

function mapField(flat: FlatSchema, base: FieldBase, entry: (name: string) => Field): MapField {
  const patterns = each(flat, 'patternProperties').flatMap((value) => (isObject(value) ? Object.keys(value) : []));
  const names = each(flat, 'propertyNames').find((value) => isObject(value) && typeof value['pattern'] === 'string');
  const stated = isObject(names) ? String(names['pattern']) : null;
  return {
    ...base,
    kind: 'map',
    entry,
    namePattern: stated ?? (each(flat, 'additionalProperties').includes(false) ? (patterns[0] ?? null) : null),
    minEntries: highest(flat, 'minProperties') ?? 0,
    maxEntries: lowest(flat, 'maxProperties'),
  };
}

function makeProperties(
  compiler: Compiler,
  flat: FlatSchema,
  base: FieldBase,
  place: FieldContext,
  parts: Map<string, JsonValue[]>,
  alternatives: readonly Alternative[],
): Field[] {
  if (parts.size > MAX_MEMBERS)
    compiler.note(
      place.path,
      t('{count, plural, one {# member is} other {# members are}} left out of the form', {
        count: parts.size - MAX_MEMBERS,
      }),
    );
  const required = requiredNames(flat);
  const rejected = rejectedNames(flat);
  const hints = propertyHints(flat);
  const flats = new Map<string, FlatSchema>();
  const fields: Field[] = [];
  for (const [name, schemas] of [...parts].slice(0, MAX_MEMBERS)) {
    const propertyPlace = contextBelow(place, base, name, {
      hints: hints.get(name) ?? [],
      beside: parts,
    });
    const property = flattenAt(compiler, schemas, propertyPlace.path);
    // Properties set by the service are required in responses, not in requests.
    const isRequired = required.has(name) && !isSet(property, 'readOnly');
    const skipped = reasonToLeaveOut(compiler, name, property, isRequired, place, rejected);
    if (skipped !== null) {
      compiler.note(propertyPlace.path, skipped);
      continue;
    }
    flats.set(name, property);
    fields.push(compiler.fieldOf(property, { ...propertyPlace, required: isRequired }));
  }
  const wanted = new Set(alternatives.flatMap(({ sets }) => sets.flat()));
  return arrangeFields(fields, statedOrders(flat, flats), wanted, place.demoted);
}

function reasonToLeaveOut(
  compiler: Compiler,
  name: string,
  property: FlatSchema,
  isRequired: boolean,
  parent: FieldContext,
  rejected: ReadonlySet<string>,
): string | null {
  if (rejected.has(name)) return t('Omitted: not allowed by the schema');
  if (property.impossible) return t('Left out: its schema allows no value');
  const isOfBody = parent.path.length === 0 && !isRequired;
  return isOfBody && compiler.isFilledByRouter(name, property)
    ? t('Left out: the router fills it from the address')
    : null;
}

/** Returns the field of an additional property; `null` if none are allowed. */
function extraProperty(
  compiler: Compiler,
  flat: FlatSchema,
  base: FieldBase,
  place: FieldContext,
  parts: ReadonlyMap<string, JsonValue[]>,
): ((name: string) => Field) | null {
  const extras = each(flat, 'additionalProperties');
  const patterned = each(flat, 'patternProperties').filter(isObject);
  if (extras.includes(false) && patterned.length === 0) return null;
  const made = new Map<string, Field>();
  return (name) => {
    const known = made.get(name);
    if (known) return known;
    const byPattern = patterned.flatMap((schemas) => Object.values(schemas));
    const schemas = extras.filter(isObject);
    const chosen = schemas.length > 0 ? schemas : byPattern.length === 1 ? byPattern : [];
    const field = compileField(compiler, chosen, contextBelow(place, base, name, { beside: parts }));
    made.set(name, field);
    return field;
  };
}
