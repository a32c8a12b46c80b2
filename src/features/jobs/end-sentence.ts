import type { ListedJob } from '@contract/jobs/schemas';
import { canceledNote, type JobWordsContext } from './job-words';

/** The page's sentence on how it ended, or null while it has not. What it means for the user's work comes with it. */
export function endSentence(job: ListedJob, context: JobWordsContext = {}): string | null {
  const made = job.outputs?.length ?? 0;
  const kept =
    made === 0
      ? ''
      : ` ${made === 1 ? 'The output' : `The ${made} outputs`} committed before that ${made === 1 ? 'is' : 'are'} kept.`;
  switch (job.status) {
    case 'succeeded':
      return made === 0 ? 'It ended well and committed no outputs.' : null;
    case 'canceled': {
      const note = canceledNote(job);
      return `${note[0]?.toUpperCase()}${note.slice(1)}.${job.started_at ? kept : ' Nothing was run.'}`;
    }
    case 'expired': {
      if (context.wasCanceledHere && !job.started_at) {
        return 'Canceled before it started. This surface reports such a job as "expired". Nothing was run.';
      }
      return `The time for which this surface keeps the job ended before the job did.${kept}`;
    }
    default:
      return null;
  }
}
