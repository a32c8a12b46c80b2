import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { canceledNote, isExpiredBeforeStart, type JobTextContext } from '@/shared/job-text';

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
  switch (job.status) {
    case 'succeeded':
      return made === 0 ? 'Succeeded without outputs.' : null;
    case 'canceled': {
      const note = canceledNote(job);
      return `${note[0]?.toUpperCase()}${note.slice(1)}.${job.started_at ? kept : ' Nothing was run.'}`;
    }
    case 'expired': {
      if (context.wasCanceledHere && isExpiredBeforeStart(job)) {
        return 'Canceled before it started. This server reports such a job as "expired". Nothing was run.';
      }
      return `The job reached its retention deadline before it finished.${kept}`;
    }
    default:
      return null;
  }
}

/** Returns a title for a local cancel that came too late; `null` if the page already covers it. */
export function lateCancelTitle(after: Pick<ListedJob, 'status' | 'started_at'>): string | null {
  if (!isTerminal(after.status) || after.status === 'canceled' || isExpiredBeforeStart(after)) return null;
  return `It had already ended: ${after.status}`;
}
