import { useShallow } from 'zustand/react/shallow';
import { useUploads } from '@/domains/assets/uploads-store';
import type { EditorSession } from './editor-session';
import type { FormCard } from './form-model';
import { useEditor, useIncomingFiles, useSession, useSettledEditor } from './session-context';
import type { SessionState } from './session-state';
import { PROBLEM_SOURCES, problemsOfNode, workflowProblems, type WorkflowProblem } from './workflow-problems';

/** Returns true if a field of the card blocks the workflow. */
export function useCardProblem(card: FormCard): boolean {
  const { uploads } = useSession();
  // Uploads also matter; most cards have none.
  useUploads((state) => (card.fields.some(({ kind }) => kind === 'media') ? state.uploads : null));
  return useEditor((state) =>
    problemsOfNode(state, card, (key) => uploads.files.statusOf(key)).some(({ severity }) => severity === 'error'),
  );
}

interface Finding {
  sources: readonly unknown[];
  problems: readonly WorkflowProblem[];
}

/** By values: several parts of the page show the problems, some of them after the paint of a key, and finding them reads every input. */
const findings = new WeakMap<SessionState['values'], Finding>();

export function problemsOf(session: EditorSession, state: SessionState): readonly WorkflowProblem[] {
  const { files } = session.uploads;
  const sources = [
    ...PROBLEM_SOURCES.map((name) => state[name]),
    useUploads.getState().uploads,
    files.store.getState(),
  ];
  const last = findings.get(state.values);
  if (last && sources.every((source, index) => source === last.sources[index])) return last.problems;
  const problems = workflowProblems(state, (key) => files.statusOf(key));
  findings.set(state.values, { sources, problems });
  return problems;
}

/** Returns the number of blocking problems, and whether any is an error rather than a missing value. */
export function useFixes(): { count: number; isWrong: boolean } {
  const session = useSession();
  useUploads((state) => state.uploads);
  useIncomingFiles();
  return useSettledEditor(
    useShallow((state) => {
      const problems = problemsOf(session, state).filter((one) => one.isBlocking);
      return { count: problems.length, isWrong: problems.some(({ severity }) => severity === 'error') };
    }),
  );
}

/** Returns what the server may reject or leave out, although the workflow can run. */
export function useWarnings(): readonly WorkflowProblem[] {
  const session = useSession();
  useUploads((state) => state.uploads);
  useIncomingFiles();
  return useSettledEditor(
    useShallow((state) => problemsOf(session, state).filter(({ severity }) => severity === 'warning')),
  );
}

const NONE: readonly WorkflowProblem[] = [];

/** Returns the problems for the summary: none until Run was pressed or a surface rejected the workflow. */
export function useSummaryProblems(): readonly WorkflowProblem[] {
  const session = useSession();
  useUploads((state) => state.uploads);
  // The whole state while the summary is shown: problems depend on most of it.
  const state = useEditor((all) => (all.isAttempted || all.placedRejection !== null ? all : null));
  if (state === null) return NONE;
  return problemsOf(session, state).filter(({ severity }) => severity === 'error');
}
