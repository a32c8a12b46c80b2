import { useShallow } from 'zustand/react/shallow';
import { useUploads } from '@/api/assets/uploads-store';
import { problemOf } from './editor-state';
import { isUnfilled } from './field-problems';
import type { SessionState } from './session-state';
import type { FormCard } from './form-model';
import { useEditor, useSession } from './session-context';

function isBad(state: SessionState, card: FormCard, isOnItsWay: (key: string) => boolean): boolean {
  if (state.nodeProblems[card.nodeId]) return true;
  return card.fields.some(
    (field) =>
      problemOf(state, field) !== null &&
      !isOnItsWay(field.key) &&
      (state.isAttempted || !isUnfilled(field, state.values[field.key])),
  );
}

/** Whether anything in a card keeps the workflow from running. */
export function useCardProblem(card: FormCard): boolean {
  const session = useSession();
  // Uploads decide too; most cards have none.
  useUploads((state) => (card.fields.some(({ kind }) => kind === 'media') ? state.uploads : null));
  return useEditor((state) => isBad(state, card, (key) => session.uploads.isOnItsWay(key)));
}

/** How much keeps the workflow from running, and whether any of it is wrong rather than not there yet. */
export function useFixes(): { count: number; isWrong: boolean } {
  const session = useSession();
  useUploads((state) => state.uploads);
  return useEditor(
    useShallow((state) => {
      const keys = session.fieldsToFix();
      const nodes = Object.keys(state.nodeProblems).length;
      const isOpen = (key: string) => {
        const field = state.form.fields.get(key);
        return field !== undefined && isUnfilled(field, state.values[key]) && !(key in state.uploadIds);
      };
      return { count: keys.length + nodes, isWrong: state.isAttempted || nodes > 0 || !keys.every(isOpen) };
    }),
  );
}
