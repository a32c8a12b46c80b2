import { isObject } from '@contract/json/json-values';
import type { JsonObject, JsonValue } from '@contract/json/lossless';
import { requiredNames, type FlatSchema } from '@contract/model-schema/flatten-schema';
import { t } from '@/lib/i18n/messages';
import { describedTitle, statedTitles } from './branch-title';
import { choicesOf } from './compile-choice';
import { flattenAt, jsonField, type Compiler, type FieldContext } from './compiler';
import { readDiscriminator } from './discriminator';
import type { Branch, Field, FieldBase, UnionField } from '../field';
import { mergeBranches } from './merge-branches';
import { statedTypes, type JsonType } from '../schema-types';
import { shapeUnion, type UnionKeyword } from './union-branches';
import { referenceOf } from '@contract/model-schema/references';

/** Too many shapes to choose from; nested unions reach this limit with few branches each. */
const MAX_BRANCHES = 500;
const MAX_NESTED_BRANCHES = 60;
const MAX_UNIONS_AT_ONE_PLACE = 3;
const FEW_BRANCHES = 8;

/** Keywords about the whole union, which its branches do not repeat. */
const OF_THE_WHOLE = [
  'title',
  'description',
  'default',
  'example',
  'examples',
  'nullable',
  'deprecated',
  'readOnly',
  'writeOnly',
];

/** Branch of a union, with the schemas around it. */
export interface BranchSchema {
  readonly schema: JsonValue;
  /** Schema of the branch alone. */
  readonly own: FlatSchema;
  /** Branch, merged with everything else that applies. */
  readonly whole: FlatSchema;
}

/** Returns the field of `oneOf` and `anyOf`, or `null` if there are no alternatives. */
export function unionField(compiler: Compiler, flat: FlatSchema, base: FieldBase, place: FieldContext): Field | null {
  const union = shapeUnion(flat);
  if (!union) return null;
  const limit = place.unions === 0 ? MAX_BRANCHES : MAX_NESTED_BRANCHES;
  if (union.branches.length > limit || place.unions >= MAX_UNIONS_AT_ONE_PLACE) {
    return jsonField(
      compiler,
      base,
      t('a choice between {count} shapes is too much for a form', { count: union.branches.length }),
    );
  }
  const { branches, nullable } = livingBranches(compiler, flat, union, place);
  const whole: FieldBase = nullable ? { ...base, nullable: true } : base;
  const [only] = branches;
  if (!only)
    return nullable
      ? { ...whole, kind: 'const', value: null }
      : jsonField(compiler, whole, t('none of its shapes can be met'));
  // The most common notation of an optional value: the texts of the union apply to its only shape.
  if (branches.length === 1) return worded(compiler.fieldOf(withText(only.whole, flat, 'first'), place), whole);
  const here = takesNumber(branches) ? { ...place, orNumber: true } : place;
  const described = branches.map((branch) => ({ ...branch, whole: withText(branch.whole, flat, 'last') }));
  return mergeBranches(compiler, described, whole, here) ?? branchField(compiler, union, branches, whole, here);
}

/** Adds the texts of the union to a branch, since only they may indicate that a text is an image. */
function withText(branch: FlatSchema, flat: FlatSchema, at: 'first' | 'last'): FlatSchema {
  const words = flat.schemas
    .map((schema) => Object.fromEntries(Object.entries(schema).filter(([keyword]) => ANNOTATION_KEYWORDS.has(keyword))))
    .filter((schema) => Object.keys(schema).length > 0);
  return { ...branch, schemas: at === 'first' ? [...words, ...branch.schemas] : [...branch.schemas, ...words] };
}

const ANNOTATION_KEYWORDS = new Set(['description', 'example', 'examples']);

/** A list of several types is a choice between them. */
export function typeUnion(
  compiler: Compiler,
  flat: FlatSchema,
  types: readonly JsonType[],
  base: FieldBase,
  place: FieldContext,
): Field {
  if (place.unions >= MAX_UNIONS_AT_ONE_PLACE) return jsonField(compiler, base, t('it may be of several types'));
  const ground = groundOf(flat, null);
  const branches = types.map((type) => branchOn(compiler, ground, { type }, flat, place));
  const union: UnionKeyword = {
    owner: {},
    keyword: 'anyOf',
    branches: branches.map(({ schema }) => schema),
    discriminator: undefined,
  };
  const here = takesNumber(branches) ? { ...place, orNumber: true } : place;
  return mergeBranches(compiler, branches, base, here) ?? branchField(compiler, union, branches, base, here);
}

function takesNumber(branches: readonly BranchSchema[]): boolean {
  return branches.some(({ own }) => statedTypes(own).types.some((type) => type === 'number' || type === 'integer'));
}

/** Returns the field of the only remaining shape, with the texts of the union if they are more specific. */
function worded(field: Field, whole: FieldBase): Field {
  return {
    ...field,
    title: whole.title === whole.name ? field.title : whole.title,
    description: whole.description || field.description,
    nullable: field.nullable || whole.nullable,
    defaultValue: whole.defaultValue ?? field.defaultValue,
    examples: whole.examples.length > 0 ? whole.examples : field.examples,
    deprecated: field.deprecated || whole.deprecated,
  };
}

function livingBranches(
  compiler: Compiler,
  flat: FlatSchema,
  union: UnionKeyword,
  place: FieldContext,
): { branches: BranchSchema[]; nullable: boolean } {
  const ground = groundOf(flat, union);
  const branches: BranchSchema[] = [];
  let nullable = false;
  for (const [index, schema] of union.branches.entries()) {
    const branch = branchOn(compiler, ground, schema, flat, place);
    const { types, impossible } = statedTypes(branch.whole);
    if (isNull(branch.own)) nullable = true;
    else if (leadsBack(compiler, schema, flat))
      compiler.note(place.path, t('Shape {number} is left out: it leads back to the whole', { number: index + 1 }));
    else if (impossible && types.length === 0)
      compiler.note(place.path, t('Shape {number} is left out: nothing can meet it', { number: index + 1 }));
    else branches.push(branch);
  }
  return { branches, nullable };
}

function leadsBack(compiler: Compiler, schema: JsonValue, flat: FlatSchema): boolean {
  if (!isObject(schema)) return false;
  const reference = referenceOf(schema);
  const target = reference !== undefined ? compiler.resolve(reference) : schema;
  return isObject(target) && flat.met.has(target);
}

function isNull(own: FlatSchema): boolean {
  const { types, nullable } = statedTypes(own);
  const choices = choicesOf(own);
  return choices
    ? choices.every(({ value }) => value === null) && choices.length > 0
    : nullable && types.length === 0 && own.schemas.some((schema) => Object.hasOwn(schema, 'type'));
}

/** Returns everything that applies beside a union, without the texts that belong to the whole. */
function groundOf(flat: FlatSchema, union: UnionKeyword | null): JsonObject[] {
  const gone = new Set(['$ref', '$dynamicRef', 'allOf', ...OF_THE_WHOLE]);
  return flat.schemas.map((schema) => {
    const isOwner = schema === union?.owner;
    return Object.fromEntries(
      Object.entries(schema).filter(
        ([keyword]) => !gone.has(keyword) && !(isOwner && (keyword === union.keyword || keyword === 'discriminator')),
      ),
    );
  });
}

function branchOn(
  compiler: Compiler,
  ground: readonly JsonObject[],
  schema: JsonValue,
  flat: FlatSchema,
  place: FieldContext,
): BranchSchema {
  const whole = flattenAt(compiler, [schema, ...ground], place.path, flat.met);
  const own: FlatSchema = { ...whole, schemas: whole.schemas.filter((found) => !ground.includes(found)) };
  return { schema, own, whole };
}

function branchField(
  compiler: Compiler,
  union: UnionKeyword,
  branches: readonly BranchSchema[],
  base: FieldBase,
  place: FieldContext,
): UnionField {
  const discriminator = readDiscriminator(compiler, union, branches, place.path);
  const needed = branches.map(({ own }) => requiredNames(own));
  const made = branches.map(({ own, whole }, index) => {
    const mine = requiredNames(whole);
    const demoted = new Set(needed.flatMap((names) => [...names]).filter((name) => !mine.has(name)));
    const field = once(() => compiler.fieldOf(whole, branchPlace(place, base, demoted)));
    return { description: descriptionOf(own), discriminatorValues: discriminator?.values[index] ?? [], field };
  });
  const stated = statedTitles(branches);
  const titles = branches.map((branch, index) => {
    const title = stated[index];
    if (title !== undefined) return title;
    const marks = discriminator?.values[index] ?? [];
    // Deriving a title from a branch creates its field, which is only affordable for a few branches.
    const look = branches.length <= FEW_BRANCHES ? made[index]?.field : undefined;
    return describedTitle(branch, marks, look);
  });
  return {
    ...base,
    kind: 'union',
    discriminator: discriminator?.name ?? null,
    branches: made.map((branch, index): Branch => ({ ...branch, title: distinct(titles, index) })),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function branchPlace(place: FieldContext, base: FieldBase, demoted: ReadonlySet<string>): FieldContext {
  const around = [{ name: base.name, description: base.description }, ...place.around];
  return { ...place, around, demoted, unions: place.unions + 1 };
}

function descriptionOf(own: FlatSchema): string {
  const described = own.schemas.find((schema) => typeof schema['description'] === 'string');
  return described ? String(described['description']) : '';
}

/** Branches with the same title would be indistinguishable. */
function distinct(titles: readonly string[], index: number): string {
  const title = titles[index] ?? '';
  const before = titles.slice(0, index).filter((other) => other === title).length;
  return before === 0 ? title : `${title} (${before + 1})`;
}
