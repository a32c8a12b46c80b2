import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Draft } from '@/domains/drafts/draft';
import type { Surface } from '@/api/surface';
import { EditorSession } from './editor-session';
import { storeSession, openSession } from './open-sessions';

/**
 * Returns the open session of a draft, or creates one. Separate from the list of sessions, which the start page uses
 * without the editor code.
 */
export function sessionOf(surface: Surface, draft: Draft, definitions: NodeDefinitions | null): EditorSession {
  const open = openSession(draft.id);
  if (open) {
    open.editor.setDefinitions(definitions);
    return open;
  }
  const session = new EditorSession(surface, draft, definitions);
  storeSession(session);
  return session;
}
