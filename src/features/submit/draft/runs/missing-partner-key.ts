import { isKeyLocked } from '@/api/change-keys';
import { partnerKeys, partnerKeysOf, usedKind, type PartnerKeys } from '@/api/partner-keys';
import { jobOriginOf, type Surface } from '@/api/surface';
import type { MissingKey } from './run-blockers';

/** Credentials for partner nodes, and whether they are stored but locked. */
export interface StoredPartnerKeys {
  keys: PartnerKeys;
  isLocked: boolean;
}

export function storedPartnerKeys(surface: Surface): StoredPartnerKeys {
  return { keys: partnerKeysOf(surface), isLocked: isKeyLocked(partnerKeys, jobOriginOf(surface)) };
}

/**
 * Returns why there is no credential to send; `null` if there is one, or none is needed.
 * @param classes those of the workflow that require one
 */
export function missingPartnerKey(
  classes: readonly string[],
  { keys, isLocked }: StoredPartnerKeys,
): MissingKey | null {
  if (classes.length === 0 || usedKind(keys) !== null) return null;
  return isLocked ? 'locked' : 'missing';
}
