import { useUploads } from '@/api/assets/uploads-store';
import { problemOf } from './editor-state';
import type { SessionState } from './editor-session';
import type { FormCard } from './form-model';
import { useEditor, useSession } from './session-context';

function isBad(state: SessionState, card: FormCard, isOnItsWay: (key: string) => boolean): boolean {
  if (state.nodeProblems[card.nodeId]) return true;
  return card.fields.some((field) => !isOnItsWay(field.key) && problemOf(state, field) !== null);
}

/** Whether anything in a card keeps the workflow from running. */
export function useCardProblem(card: FormCard): boolean {
  const session = useSession();
  // Uploads decide too; most cards have none.
  useUploads((state) => (card.fields.some(({ kind }) => kind === 'media') ? state.uploads : null));
  return useEditor((state) => isBad(state, card, (key) => session.isOnItsWay(key)));
}

/** How much keeps the workflow from running: inputs, and nodes as a whole. */
export function useFixCount(): number {
  const session = useSession();
  useUploads((state) => state.uploads);
  return useEditor((state) => session.fieldsToFix().length + Object.keys(state.nodeProblems).length);
}
