import { canChangeJobs } from '@/api/jobs/change-jobs';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { useIsLacking } from '@/api/surfaces/capability-record';

/** What is missing from the page because the server lacks it, in one sentence. */
export function LackingNote({ surface, job }: { surface: Surface; job: ListedJob }) {
  const hasNoLogs = useIsLacking(surface, 'logs') && job.urls?.logs === undefined;
  const hasNoWorkflows = useIsLacking(surface, 'workflow');
  const missing = [
    hasNoLogs ? 'logs' : '',
    hasNoWorkflows ? 'the workflow of a job' : '',
    canChangeJobs(surface) ? '' : 'renaming and deleting jobs',
  ].filter(Boolean);
  if (missing.length === 0) return null;
  return (
    <p className="mt-4 text-muted">
      Not available on {surface.name}: {missing.join(', ')}.
    </p>
  );
}
