import { isObject } from '@contract/json/json-values';
import type { JsonObject, JsonValue } from '@contract/json/lossless';
import type { FlatSchema } from '@contract/model-schema/flatten-schema';
import type { Alternative } from './field';
import { onlyRequired } from './property-rules';

export interface UnionKeyword {
  /** The schema that has the keyword. */
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

/** The first choice between shapes; choices between mere rules are left to validation. */
export function shapeUnion(flat: FlatSchema): UnionKeyword | null {
  return unionKeywords(flat).find(({ branches }) => !branches.every(isRule)) ?? null;
}

/** Choices between rules that are checked but cannot be drawn. */
export function undrawnRules(flat: FlatSchema): UnionKeyword[] {
  return unionKeywords(flat).filter(({ branches }) => branches.every(isRule) && !branches.every(onlyRequired));
}

/** "One of these has to be sent": unions whose branches ask for members and for nothing else. */
export function requiredSets(flat: FlatSchema): Alternative[] {
  return unionKeywords(flat).flatMap(({ keyword, branches }) => {
    const sets = branches.map(onlyRequired);
    return sets.every((names) => names !== null && names.length > 0)
      ? [{ need: keyword === 'oneOf' ? ('one' as const) : ('at-least-one' as const), sets: sets as string[][] }]
      : [];
  });
}

const RULES = new Set(['required', 'not', 'dependentRequired']);
const WORDS = new Set(['title', 'description']);

/** Whether a branch says which members go together, and nothing of what they are. */
function isRule(branch: JsonValue): boolean {
  if (!isObject(branch)) return false;
  const said = Object.keys(branch).filter((keyword) => !WORDS.has(keyword) && !isObjectType(branch, keyword));
  return said.length > 0 && said.every((keyword) => RULES.has(keyword));
}

const isObjectType = (branch: JsonObject, keyword: string) => keyword === 'type' && branch['type'] === 'object';
