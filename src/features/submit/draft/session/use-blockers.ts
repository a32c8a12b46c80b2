import { useShallow } from 'zustand/react/shallow';
import { useUploads } from '@/domains/assets/uploads-store';
import { useEditor, useIncomingFiles, useSession, useSettledEditor } from './session-context';
import type { WorkflowProblem } from '../workflow-problems';
import { runTotalOf } from '../runs/plan-runs';
import { blockerContext, runBlockers, type Blocker } from '../runs/run-blockers';
import { useMissingPartnerKey } from './use-partner-classes';

/** Returns what keeps the open draft from starting so many runs, if it has these problems. */
export function useBlockers(problems: readonly WorkflowProblem[], runTotal: number): readonly Blocker[] {
  const { uploads } = useSession();
  // Re-renders the caller, too: the problems of inputs depend on their files.
  useUploads((state) => state.uploads);
  useIncomingFiles();
  const missingClasses = useEditor((state) => state.missingClasses);
  const foreign = useEditor((state) => state.foreign);
  const json = useEditor((state) => state.json);
  const partnerKey = useMissingPartnerKey();
  return runBlockers({ missingClasses, foreign, json }, blockerContext(uploads, { problems, partnerKey, runTotal }));
}

/** Returns what keeps the open draft from running. Problems of inputs follow the typing. */
export function useRunBlockers(): readonly Blocker[] {
  const { checks } = useSession();
  const problems = useSettledEditor(
    useShallow((state) => checks.problems(state).filter(({ isBlocking }) => isBlocking)),
  );
  return useBlockers(problems, useRunTotal());
}

/** Returns the number of jobs that the next click creates. */
export function useRunTotal(): number {
  return useEditor(runTotalOf);
}
