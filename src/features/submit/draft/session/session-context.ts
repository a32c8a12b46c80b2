import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { IncomingFiles } from '@/shared/fields/field-files';
import type { EditorSession } from './editor-session';
import type { SessionState } from '../session-state';

export const SessionContext = createContext<EditorSession | null>(null);

export function useSession(): EditorSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside of an editor');
  return session;
}

/** Re-renders only when the selected value changes: a keystroke updates one field, not the form. */
export function useEditor<T>(select: (state: SessionState) => T): T {
  return useStore(useSession().editor.store, select);
}

/**
 * Like `useEditor`, for values that depend on every field, such as the number of problems: they follow after the paint of a key.
 */
export function useSettledEditor<T>(select: (state: SessionState) => T): T {
  return useStore(useSession().editor.settled, select);
}

/** Returns pending and failed files of the fields, by field key. */
export function useIncomingFiles(): IncomingFiles {
  return useStore(useSession().uploads.files.store);
}
