import { useShallow } from 'zustand/react/shallow';
import { useUploads } from '@/domains/assets/uploads-store';
import type { EditorSession } from './editor-session';
import type { FormCard } from './form-model';
import { useEditor, useIncomingFiles, useSession, useSettledEditor } from './session-context';
import type { SessionState } from './session-state';
import { findProblems, problemsOfNode, type Findings, type WorkflowProblem } from './workflow-problems';

/** Returns true if a field of the card blocks the workflow. */
export function useCardProblem(card: FormCard): boolean {
  const { uploads } = useSession();
  // Uploads also matter; most cards have none.
  useUploads((state) => (card.fields.some(({ kind }) => kind === 'media') ? state.uploads : null));
  return useEditor((state) =>
    problemsOfNode(state, card, (key) => uploads.files.statusOf(key)).some(({ severity }) => severity === 'error'),
  );
}

interface SessionFindings {
  uploads: unknown;
  files: unknown;
  findings: Findings;
}

/** The last ones of each session: several parts of the page show the problems. */
const known = new WeakMap<EditorSession, SessionFindings>();

export function problemsOf(session: EditorSession, state: SessionState): readonly WorkflowProblem[] {
  const { files } = session.uploads;
  const now = { uploads: useUploads.getState().uploads, files: files.store.getState() };
  const last = known.get(session);
  const isOfSameFiles = last?.uploads === now.uploads && last.files === now.files;
  const findings = findProblems(state, (key) => files.statusOf(key), isOfSameFiles ? last.findings : null);
  known.set(session, { ...now, findings });
  return findings.problems;
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
