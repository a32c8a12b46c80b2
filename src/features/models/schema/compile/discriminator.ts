import { isObject, member } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { propertyParts, type FlatSchema } from '@contract/model-schema/flatten-schema';
import { isMappedTo } from '@contract/model-schema/mapped-branch';
import { choicesOf } from './compile-choice';
import { flattenAt, type Compiler } from './compiler';
import type { FieldPath } from '../field';
import type { UnionKeyword } from './union-branches';

export interface Discriminator {
  readonly name: string;
  /** For each branch, the values that select it. */
  readonly values: readonly (readonly JsonValue[])[];
}

interface ReadBranch {
  readonly schema: JsonValue;
  readonly own: FlatSchema;
}

/**
 * Returns the property that identifies the branches: the one that the document names, else one with a different
 * constant in each branch.
 */
export function readDiscriminator(
  compiler: Compiler,
  union: UnionKeyword,
  branches: readonly ReadBranch[],
  path: FieldPath,
): Discriminator | null {
  const stated = member(union.discriminator, 'propertyName');
  if (typeof stated === 'string') {
    const mapping = member(union.discriminator, 'mapping');
    return { name: stated, values: branches.map((branch) => statedValues(compiler, branch, stated, mapping, path)) };
  }
  const [first] = branches;
  if (!first) return null;
  for (const name of propertyParts(first.own).keys()) {
    const values = branches.map((branch) => constantsOf(compiler, branch, name, path));
    const all = values.flat().map((value) => JSON.stringify(value));
    if (values.every((constants) => constants.length === 1) && new Set(all).size === all.length)
      return { name, values };
  }
  return null;
}

/** Reads the values from the mapping, else from the constant in the branch, else from the name in its reference. */
function statedValues(
  compiler: Compiler,
  branch: ReadBranch,
  name: string,
  mapping: JsonValue | undefined,
  path: FieldPath,
): JsonValue[] {
  const reference = member(branch.schema, '$ref');
  const mapped = isObject(mapping)
    ? Object.entries(mapping)
        .filter(([, target]) => isMappedTo(target, reference))
        .map(([value]) => value)
    : [];
  if (mapped.length > 0) return mapped;
  const constants = constantsOf(compiler, branch, name, path);
  if (constants.length > 0) return constants;
  return typeof reference === 'string' ? [reference.split('/').at(-1) ?? reference] : [];
}

function constantsOf(compiler: Compiler, { own }: ReadBranch, name: string, path: FieldPath): JsonValue[] {
  const parts = propertyParts(own).get(name);
  if (!parts) return [];
  return (choicesOf(flattenAt(compiler, parts, [...path, name])) ?? []).map(({ value }) => value);
}
