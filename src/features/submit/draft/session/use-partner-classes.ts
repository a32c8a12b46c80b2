import { useSyncExternalStore } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isKeyLocked } from '@/api/change-keys';
import { partnerKeys, partnerKeysOf, usedKind, type PartnerKeys } from '@/api/partner-keys';
import { jobOriginOf } from '@/api/surface';
import { useSession, useSettledEditor } from './session-context';
import { partnerClassesOf } from '../runs/partner-classes';
import type { MissingKey } from '../runs/run-blockers';

export function usePartnerClasses(): readonly string[] {
  return useSettledEditor(useShallow(partnerClassesOf));
}

/** Returns the credentials for partner nodes, and whether they are stored but locked. */
export function usePartnerKeys(): { keys: PartnerKeys; isLocked: boolean } {
  const { surface } = useSession();
  const origin = jobOriginOf(surface);
  const { subscribe } = partnerKeys.device(origin);
  const readKeys = () => partnerKeysOf(surface);
  const readLock = () => isKeyLocked(partnerKeys, origin);
  const keys = useSyncExternalStore(subscribe, readKeys, readKeys);
  const isLocked = useSyncExternalStore(subscribe, readLock, readLock);
  return { keys, isLocked };
}

/** Returns the state of the credential for partner nodes; `null` if none is needed. */
export function usePartnerKeyState(): MissingKey | 'api-key' | 'session-token' | null {
  const { keys, isLocked } = usePartnerKeys();
  const used = usedKind(keys);
  const isNeeded = usePartnerClasses().length > 0;
  if (!isNeeded) return null;
  if (used === null) return isLocked ? 'locked' : 'missing';
  return used === 'apiKey' ? 'api-key' : 'session-token';
}

/** Returns why there is no credential to send; `null` if there is one, or none is needed. */
export function useMissingPartnerKey(): MissingKey | null {
  const state = usePartnerKeyState();
  return state === 'missing' || state === 'locked' ? state : null;
}
