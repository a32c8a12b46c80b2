import { useShallow } from 'zustand/react/shallow';
import { runTotalOf } from '../draft/runs/plan-runs';
import type { Blocker } from '../draft/runs/run-blockers';
import { useBlockers } from '../draft/session/use-blockers';
import { useEditor, useSession, useSettledEditor } from '../draft/session/session-context';

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
