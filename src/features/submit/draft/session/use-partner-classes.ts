import { useSyncExternalStore } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isKeyLocked } from '@/api/change-keys';
import { partnerKeys, partnerKeysOf, usedKind } from '@/api/partner-keys';
import { jobOriginOf } from '@/api/surface';
import { useSession, useSettledEditor } from './session-context';
import { missingPartnerKey, type StoredPartnerKeys } from '../runs/missing-partner-key';
import { partnerClassesOf } from '../runs/partner-classes';
import type { MissingKey } from '../runs/run-blockers';

export function usePartnerClasses(): readonly string[] {
  return useSettledEditor(useShallow(partnerClassesOf));
}

/** The same as `storedPartnerKeys`, kept up to date. */
export function usePartnerKeys(): StoredPartnerKeys {
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
  const { keys } = usePartnerKeys();
  const missing = useMissingPartnerKey();
  if (usePartnerClasses().length === 0) return null;
  return missing ?? (usedKind(keys) === 'apiKey' ? 'api-key' : 'session-token');
}

/** The same as `missingPartnerKey`, kept up to date. */
export function useMissingPartnerKey(): MissingKey | null {
  return missingPartnerKey(usePartnerClasses(), usePartnerKeys());
}
