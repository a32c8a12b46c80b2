import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { canceledNote, isExpiredBeforeStart, type JobTextContext } from './job-text';

/** The page's sentence on how it ended, or null while it has not. What it means for the user's work comes with it. */
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

/** What to say after its own cancel, where that came too late; null where the page says all there is. */
export function lateCancelTitle(after: Pick<ListedJob, 'status' | 'started_at'>): string | null {
  if (!isTerminal(after.status) || after.status === 'canceled' || isExpiredBeforeStart(after)) return null;
  return `It had already ended: ${after.status}`;
}
