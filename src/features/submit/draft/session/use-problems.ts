import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useUploads } from '@/domains/assets/uploads-store';
import { listsByName, wildcardListsQuery } from '@/domains/wildcards/wildcard-lists';
import type { EditorSession } from './editor-session';
import type { FormCard } from '../form-model';
import { useEditor, useIncomingFiles, useSession, useSettledEditor } from './session-context';
import { problemsOfNode, type WorkflowProblem } from '../workflow-problems';

/** Returns true if a field of the card blocks the workflow. */
export function useCardProblem(card: FormCard): boolean {
  const { uploads } = useSession();
  // Uploads also matter; most cards have none.
  useUploads((state) => (card.fields.some(({ kind }) => kind === 'media') ? state.uploads : null));
  return useEditor((state) =>
    problemsOfNode(state, card, (key) => uploads.files.statusOf(key)).some(({ severity }) => severity === 'error'),
  );
}

/** Gives the session the wildcard lists, which its problems and runs depend on. */
export function useWildcardLists({ editor: { store } }: EditorSession): void {
  const { data } = useQuery(wildcardListsQuery());
  useEffect(() => {
    if (data) store.setState({ wildcards: listsByName(data) });
  }, [store, data]);
}

/** Returns what the server may reject or leave out, although the workflow can run. */
export function useWarnings(): readonly WorkflowProblem[] {
  const { checks } = useSession();
  useUploads((state) => state.uploads);
  useIncomingFiles();
  return useSettledEditor(
    useShallow((state) => checks.problems(state).filter(({ severity }) => severity === 'warning')),
  );
}

const NONE: readonly WorkflowProblem[] = [];

/** Returns the problems for the summary: none until Run was pressed or a surface rejected the workflow. */
export function useSummaryProblems(): readonly WorkflowProblem[] {
  const { checks } = useSession();
  useUploads((state) => state.uploads);
  // The whole state while the summary is shown: problems depend on most of it.
  const state = useEditor((all) => (all.isAttempted || all.placedRejection !== null ? all : null));
  if (state === null) return NONE;
  return checks.problems(state).filter(({ severity }) => severity === 'error');
}
