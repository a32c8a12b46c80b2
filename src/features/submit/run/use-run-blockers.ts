import { useShallow } from 'zustand/react/shallow';
import { useUploads } from '@/domains/assets/uploads-store';
import { listOf } from '../draft/editor-state';
import { useEditor, useIncomingFiles, useSession, useSettledEditor } from '../draft/session-context';
import { runBlockers, type Blocker } from '../draft/runs/run-blockers';
import { useMissingPartnerKey } from '../draft/runs/use-partner-classes';

/** Returns what keeps the open draft from running. Problems of inputs follow the typing. */
export function useRunBlockers(): readonly Blocker[] {
  const { uploads, checks } = useSession();
  useUploads((state) => state.uploads);
  useIncomingFiles();
  const problems = useSettledEditor(
    useShallow((state) => checks.problems(state).filter(({ isBlocking }) => isBlocking)),
  );
  const missingClasses = useEditor((state) => state.missingClasses);
  const foreign = useEditor((state) => state.foreign);
  const json = useEditor((state) => state.json);
  const partnerKey = useMissingPartnerKey();
  const runTotal = useRunTotal();
  const { isBusy: isUploading, files } = uploads;
  const context = { problems, partnerKey, isUploading, pausedFiles: files.paused, runTotal };
  return runBlockers({ missingClasses, foreign, json }, context);
}

/** Returns the number of jobs that the next click creates. */
export function useRunTotal(): number {
  const count = useEditor((state) => state.runCount);
  const files = useEditor((state) => {
    const key = Object.keys(state.lists).find((candidate) => listOf(state, candidate));
    return key === undefined ? 1 : Math.max(1, state.lists[key]?.count ?? 1);
  });
  return count * files;
}
