import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Draft } from '@/api/storage/draft';
import type { Surface } from '@/api/surface';
import { EditorSession } from './editor-session';
import type { SessionView } from './session-runs';

/** Sessions by draft, so that leaving the editor does not stop an upload and coming back finds it under way. */
const sessions = new Map<string, EditorSession>();

export function sessionOf(surface: Surface, draft: Draft, definitions: NodeDefinitions | null): EditorSession {
  const open = sessions.get(draft.id);
  if (open) {
    open.setDefinitions(definitions);
    return open;
  }
  const session = new EditorSession(surface, draft, definitions);
  sessions.set(draft.id, session);
  return session;
}

/** The session of a draft while its page is open or a file is being uploaded; `null` otherwise. */
export function openSession(draftId: string): EditorSession | null {
  return sessions.get(draftId) ?? null;
}

export function enterSession(session: EditorSession, view: SessionView): void {
  sessions.set(session.state.draft.id, session);
  session.show(view);
}

/** The draft is deleted. */
export function discardSession(draftId: string): void {
  const session = sessions.get(draftId);
  sessions.delete(draftId);
  session?.discard();
}

/** The page is left: what has nothing more to do is saved and closed. */
export function leaveSession(session: EditorSession): void {
  session.hide();
  if (session.isBusy) return;
  sessions.delete(session.state.draft.id);
  session.close();
}
