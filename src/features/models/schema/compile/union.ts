import { isObject, isSameJson, member } from '@contract/json/json-values';
import type { JsonObject, JsonValue } from '@contract/json/lossless';
import type { Field, UnionField } from '../field';
import { fits } from '../fits';
import { initialValue } from '../initial-value';

const defaultBranches = new WeakMap<UnionField, { index: number; field: Field } | null>();

/**
 * Returns the branch of the default of a union, with the default as its value; `null` if there is no default of a known
 * shape.
 */
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

/** Returns the field of a branch: always the same object for the same form. */
export function branchField(union: UnionField, index: number): Field | undefined {
  const typical = defaultBranch(union);
  return typical?.index === index ? typical.field : union.branches[index]?.field();
}

/** Returns the index of the branch that a value matches; -1 if none. */
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

/** Returns the value after switching to a branch: keeps what the new branch also has, by name and type. */
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
  const { discriminator } = union;
  const [mark] = branch.discriminatorValues;
  return { ...start, ...kept, ...(discriminator === null || mark === undefined ? {} : { [discriminator]: mark }) };
}

const MISS = -1;

/** Scores how well a value matches a field: -1 if not at all; each property that exists and matches counts. */
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
