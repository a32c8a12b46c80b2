import { partnerClasses } from '@contract/workflow/partner-nodes';
import { useShallow } from 'zustand/react/shallow';
import { usedKind, usePartnerKeys } from '@/api/partner-keys';
import type { SessionState } from './session-state';
import { useEditor, useSession } from './session-context';

/** Classes of the workflow that need a credential of a partner. */
export function partnerClassesOf({ form, definitions }: SessionState): string[] {
  return partnerClasses(
    form.outline.map(({ classType }) => classType),
    definitions,
  );
}

export function usePartnerClasses(): readonly string[] {
  return useEditor(useShallow(partnerClassesOf));
}

/** What the run bar says of the credential for partner nodes; `null` where none is needed. */
export function usePartnerKeyState(): 'missing' | 'api-key' | 'session-token' | null {
  const { surface } = useSession();
  const used = usedKind(usePartnerKeys(surface));
  const isNeeded = usePartnerClasses().length > 0;
  if (!isNeeded) return null;
  if (used === null) return 'missing';
  return used === 'apiKey' ? 'api-key' : 'session-token';
}
