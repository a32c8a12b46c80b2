import type { EditorSession } from './editor-session';
import type { SessionView } from '../run/session-runs';

/**
 * Sessions by draft, so that leaving the editor does not stop an upload, and reopening it shows the upload in progress.
 */
const sessions = new Map<string, EditorSession>();

/** The session of a draft while its page is open or a file is being uploaded; `null` otherwise. */
export function openSession(draftId: string): EditorSession | null {
  return sessions.get(draftId) ?? null;
}

export function storeSession(session: EditorSession): void {
  sessions.set(session.state.draft.id, session);
}

export function enterSession(session: EditorSession, view: SessionView): void {
  storeSession(session);
  session.show(view);
}

/** Called when the draft is deleted. */
export function discardSession(draftId: string): void {
  const session = sessions.get(draftId);
  sessions.delete(draftId);
  session?.discard();
}

/** Called when the page unmounts: saves and closes a session without pending work. */
export function leaveSession(session: EditorSession): void {
  session.hide();
  if (session.isBusy) return;
  sessions.delete(session.state.draft.id);
  session.close();
}
