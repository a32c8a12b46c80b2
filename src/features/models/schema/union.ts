import { isObject, isSameJson, member } from '@contract/json/json-values';
import type { JsonObject, JsonValue } from '@contract/json/lossless';
import type { Field, UnionField } from './field';
import { fits } from './fits';
import { initialValue } from './initial-value';

const defaultBranches = new WeakMap<UnionField, { index: number; field: Field } | null>();

/** The branch of the default of a union, with that default as its own; `null` if there is no default of a known shape. */
export function defaultBranch(union: UnionField): { index: number; field: Field } | null {
  const known = defaultBranches.get(union);
  if (known !== undefined) return known;
  const { defaultValue } = union;
  const index = defaultValue === null ? -1 : branchOf(union, defaultValue);
  const field = union.branches[index]?.field();
  const found = field ? { index, field: { ...field, defaultValue } } : null;
  defaultBranches.set(union, found);
  return found;
}

/** The field of a branch: the same object for as long as the form lives. */
export function branchField(union: UnionField, index: number): Field | undefined {
  const usual = defaultBranch(union);
  return usual?.index === index ? usual.field : union.branches[index]?.field();
}

/** The index of the branch that a value has the shape of; -1 where it has none. */
export function branchOf(union: UnionField, value: JsonValue | undefined): number {
  if (value === undefined) return -1;
  if (union.discriminator !== null) {
    const mark = member(value, union.discriminator);
    const named = union.branches.findIndex((branch) =>
      branch.discriminatorValues.some((known) => isSameJson(known, mark)),
    );
    if (named >= 0) return named;
  }
  let best = -1;
  let bestScore = -1;
  for (const [index, branch] of union.branches.entries()) {
    const score = likeness(branch.field(), value, 0);
    if (score > bestScore) [best, bestScore] = [index, score];
  }
  return best;
}

/** The value after going over to a branch: what the new branch knows as well, by name and type, is kept. */
export function switchBranch(union: UnionField, index: number, value: JsonValue | undefined): JsonValue {
  const branch = union.branches[index];
  if (!branch) return null;
  const field = branchField(union, index) ?? branch.field();
  const start = initialValue(field);
  if (field.kind === 'array' && value !== undefined && value !== null && fits(field.item(0), value)) return [value];
  const first = Array.isArray(value) ? value[0] : undefined;
  const known = field.kind === 'object' ? (first ?? value) : value;
  if (!isObject(known)) {
    return [first, value].find((each) => each !== undefined && each !== null && fits(field, each)) ?? start;
  }
  if (field.kind !== 'object' || !isObject(start)) return start;
  const kept: JsonObject = {};
  for (const child of field.fields()) {
    const old = member(known, child.name);
    const isMark = child.kind === 'const' || child.name === union.discriminator;
    if (old !== undefined && !isMark && fits(child, old)) kept[child.name] = old;
  }
  const mark = union.discriminator === null ? undefined : branch.discriminatorValues[0];
  return { ...start, ...kept, ...(mark === undefined ? {} : { [union.discriminator as string]: mark }) };
}

const MISS = -1;

/** How much a value looks as the field expects: -1 not at all; members that are there and agree count. */
function likeness(field: Field, value: JsonValue, depth: number): number {
  if (!fits(field, value)) return MISS;
  if (field.kind === 'json') return 0;
  if (field.kind === 'array' && Array.isArray(value)) {
    const [first] = value;
    return first === undefined || depth > 2 ? 1 : 1 + likeness(field.item(0), first, depth + 1);
  }
  if (field.kind !== 'object' || !isObject(value)) return 1;
  let score = 1;
  for (const child of field.fields()) {
    const item = member(value, child.name);
    if (item === undefined) {
      if (child.required) score -= 1;
      continue;
    }
    const isMark = child.kind === 'const' || child.kind === 'enum';
    if (isMark && !fits(child, item)) return MISS;
    score += fits(child, item) ? 2 : 0;
  }
  return Math.max(score, 0);
}
