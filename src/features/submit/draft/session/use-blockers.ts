import { useUploads } from '@/domains/assets/uploads-store';
import { useEditor, useIncomingFiles, useSession } from '../session/session-context';
import type { WorkflowProblem } from '../workflow-problems';
import { blockerContext, runBlockers, type Blocker } from '../runs/run-blockers';
import { useMissingPartnerKey } from '../session/use-partner-classes';

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
