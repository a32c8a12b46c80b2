import { isObject } from '@contract/json/json-values';
import type { JsonObject, JsonValue } from '@contract/json/lossless';
import type { FlatSchema } from '@contract/model-schema/flatten-schema';
import type { Alternative } from '../field';
import { onlyRequired } from './property-rules';

export interface UnionKeyword {
  /** Schema that contains the keyword. */
  readonly owner: JsonObject;
  readonly keyword: 'oneOf' | 'anyOf';
  readonly branches: readonly JsonValue[];
  readonly discriminator: JsonValue | undefined;
}

function unionKeywords(flat: FlatSchema): UnionKeyword[] {
  return flat.schemas.flatMap((owner) =>
    (['oneOf', 'anyOf'] as const).flatMap((keyword): UnionKeyword[] => {
      const branches = Object.hasOwn(owner, keyword) ? owner[keyword] : undefined;
      const discriminator = Object.hasOwn(owner, 'discriminator') ? owner['discriminator'] : undefined;
      return Array.isArray(branches) && branches.length > 0 ? [{ owner, keyword, branches, discriminator }] : [];
    }),
  );
}

/** Returns the first union of shapes; unions of mere rules are left to validation. */
export function shapeUnion(flat: FlatSchema): UnionKeyword | null {
  return unionKeywords(flat).find(({ branches }) => !branches.every(isRule)) ?? null;
}

/** Returns unions of rules that are validated but have no control. */
export function rulesWithoutControl(flat: FlatSchema): UnionKeyword[] {
  return unionKeywords(flat).filter(({ branches }) => branches.every(isRule) && !branches.every(onlyRequired));
}

/** Returns the "one of these must be sent" sets: unions whose branches only require properties. */
export function requiredSets(flat: FlatSchema): Alternative[] {
  return unionKeywords(flat).flatMap(({ keyword, branches }) => {
    const sets = branches.map(onlyRequired).filter((names) => names !== null);
    return sets.length === branches.length && sets.every((names) => names.length > 0)
      ? [{ need: keyword === 'oneOf' ? ('one' as const) : ('at-least-one' as const), sets }]
      : [];
  });
}

const RULES = new Set(['required', 'not', 'dependentRequired']);
const ANNOTATIONS = new Set(['title', 'description']);

/** Returns true if a branch only states which properties belong together, not what they are. */
function isRule(branch: JsonValue): boolean {
  if (!isObject(branch)) return false;
  const said = Object.keys(branch).filter((keyword) => !ANNOTATIONS.has(keyword) && !isObjectType(branch, keyword));
  return said.length > 0 && said.every((keyword) => RULES.has(keyword));
}

const isObjectType = (branch: JsonObject, keyword: string) => keyword === 'type' && branch['type'] === 'object';
