import type { ListedJob } from '@contract/jobs/schemas';
import type { JobStart } from '@/domains/jobs/job-start';
import { t } from '@/lib/i18n/messages';
import { formatStep, isExpiredUnstarted, type JobTextContext } from '@/shared/job-text';

/**
 * Returns a sentence about the outcome for the page, with the consequences for the user; `null` while the job is
 * unfinished.
 */
export function outcomeMessage(job: ListedJob, context: JobTextContext = {}): string | null {
  const made = job.outputs?.length ?? 0;
  const kept =
    made === 0
      ? ''
      : t(
          '{count, plural, one {The output committed before that is kept.} other {The # outputs committed before that are kept.}}',
          { count: made },
        );
  const rest = context.start === 'never' ? t('Nothing was run.') : kept;
  switch (job.status) {
    case 'succeeded':
      return made === 0 ? t('Succeeded without outputs.') : null;
    case 'canceled':
      return joined(canceledText(job, context.start), rest);
    case 'expired': {
      if (context.wasCanceledHere && isExpiredUnstarted(job)) {
        const reported = t('This server reports such a job as "expired".');
        return joined(canceledText(job, context.start), reported, rest);
      }
      return joined(t('The job reached its retention deadline before it finished.'), kept);
    }
    default:
      return null;
  }
}

function canceledText(job: ListedJob, start: JobStart = job.started_at ? 'ran' : 'unknown'): string {
  if (start === 'unknown') return t('Canceled.');
  if (start === 'never') return t('Canceled before it started.');
  const step = formatStep(job.progress);
  return step === null ? t('Canceled while it ran.') : t('Canceled at {step}.', { step });
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(' ');
}
