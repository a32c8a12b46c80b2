import type { ListedJob } from '@contract/jobs/schemas';
import { canceledNote, isExpiredUnstarted, type JobTextContext } from '@/shared/job-text';

/**
 * Returns a sentence about the outcome for the page, with the consequences for the user; `null` while the job is
 * unfinished.
 */
export function outcomeMessage(job: ListedJob, context: JobTextContext = {}): string | null {
  const made = job.outputs?.length ?? 0;
  const kept =
    made === 0
      ? ''
      : ` ${made === 1 ? 'The output' : `The ${made} outputs`} committed before that ${made === 1 ? 'is' : 'are'} kept.`;
  const note = canceledNote(job, context.start);
  const canceled = `${note[0]?.toUpperCase()}${note.slice(1)}.`;
  const isUnrun = context.start === 'never';
  switch (job.status) {
    case 'succeeded':
      return made === 0 ? 'Succeeded without outputs.' : null;
    case 'canceled':
      return `${canceled}${isUnrun ? ' Nothing was run.' : kept}`;
    case 'expired': {
      if (context.wasCanceledHere && isExpiredUnstarted(job)) {
        return `${canceled} This server reports such a job as "expired".${isUnrun ? ' Nothing was run.' : kept}`;
      }
      return `The job reached its retention deadline before it finished.${kept}`;
    }
    default:
      return null;
  }
}
