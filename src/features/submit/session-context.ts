import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useUploads, type UploadState } from '@/api/assets/uploads-store';
import type { EditorSession } from './editor-session';
import type { SessionState } from './session-state';

export const SessionContext = createContext<EditorSession | null>(null);

export function useSession(): EditorSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside of an editor');
  return session;
}

/** Renders again only when what is selected changes: a keystroke touches one field, not the form. */
export function useEditor<T>(select: (state: SessionState) => T): T {
  return useStore(useSession().store, select);
}

/** The file that is on its way to a field, or how that ended. */
export function useFieldUpload(key: string): UploadState | undefined {
  const uploadId = useEditor((state) => state.uploadIds[key]);
  return useUploads((state) => (uploadId === undefined ? undefined : state.uploads[uploadId]));
}
