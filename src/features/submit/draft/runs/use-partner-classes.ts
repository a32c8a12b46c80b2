import { useShallow } from 'zustand/react/shallow';
import { usedKind, usePartnerKeys } from '@/api/partner-keys';
import { useSession, useSettledEditor } from '../session-context';
import { partnerClassesOf } from './partner-classes';

export function usePartnerClasses(): readonly string[] {
  return useSettledEditor(useShallow(partnerClassesOf));
}

/** Returns the state of the credential for partner nodes; `null` if none is needed. */
export function usePartnerKeyState(): 'missing' | 'api-key' | 'session-token' | null {
  const { surface } = useSession();
  const used = usedKind(usePartnerKeys(surface));
  const isNeeded = usePartnerClasses().length > 0;
  if (!isNeeded) return null;
  if (used === null) return 'missing';
  return used === 'apiKey' ? 'api-key' : 'session-token';
}
