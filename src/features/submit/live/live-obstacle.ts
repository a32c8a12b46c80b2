import { formatCount } from '@/lib/format';
import type { FieldFiles } from '@/shared/fields/field-files';
import { listOf } from '../editor/editor-state';
import type { SessionState } from '../editor/session-state';
import { workflowProblems } from '../editor/workflow-problems';

interface Circumstances {
  files: Pick<FieldFiles, 'statusOf'>;
  isUploading: boolean;
  lacksPartnerKey: boolean;
}

/** Returns what live mode waits for before the next run; `null` if the draft can run. */
export function liveObstacle(
  state: SessionState,
  { files, isUploading, lacksPartnerKey }: Circumstances,
): string | null {
  if (isUploading) return 'Waits for the upload';
  if (state.missingClasses.length > 0) return 'Waits for ComfyUI';
  if (lacksPartnerKey) return 'Waits for the key of the partner nodes';
  if (Object.keys(state.lists).some((key) => listOf(state, key))) return 'Waits: an input has several files';
  const count = workflowProblems(state, (key) => files.statusOf(key)).filter(({ isBlocking }) => isBlocking).length;
  return count === 0 ? null : `Waits for ${formatCount(count, 'input')} to fix`;
}
