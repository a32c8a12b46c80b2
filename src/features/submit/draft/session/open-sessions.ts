import type { EditorSession } from './editor-session';
import type { SessionView } from '../runs/draft-runner';

/**
 * Sessions by draft, so that leaving the editor does not stop an upload, and reopening it shows the upload in progress.
 */
const sessions = new Map<string, EditorSession>();

/** The session of a draft while its page is open or a file is being uploaded; `null` otherwise. */
export function openSession(draftId: string): EditorSession | null {
  return sessions.get(draftId) ?? null;
}

export function storeSession(session: EditorSession): void {
  sessions.set(session.editor.state.draft.id, session);
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

/** Number of tasks for which each session stays open. */
const holds = new WeakMap<EditorSession, number>();

/** Keeps the session of a draft until the work is done, such as uploads for its sweep, also when its page is left. */
export async function holdSession(draftId: string, work: Promise<void>): Promise<void> {
  const session = sessions.get(draftId);
  if (!session) return;
  holds.set(session, (holds.get(session) ?? 0) + 1);
  await work.finally(() => holds.set(session, (holds.get(session) ?? 0) - 1));
}

/** Called when the page unmounts: saves and closes a session without pending work. */
export function leaveSession(session: EditorSession): void {
  session.hide();
  if (session.isBusy || (holds.get(session) ?? 0) > 0) return;
  sessions.delete(session.editor.state.draft.id);
  session.close();
}
