import { isActive } from '@contract/jobs/lifecycle';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';
import type { ListedJob } from '@contract/jobs/schemas';
import { t } from '@/lib/i18n/messages';
import type { HeldFile } from '@/shared/dialog-requests/input-request';

type WithOutputs = Pick<ListedJob, 'id' | 'status' | 'outputs'> &
  Partial<Pick<ListedJob, 'metadata' | 'created_at' | 'completed_at'>>;

/** Returns all outputs of the jobs, each with the job that created it, for its file name. */
export function outputsOf(jobs: readonly WithOutputs[]): HeldFile[] {
  return jobs.flatMap(({ id, outputs = [], metadata, created_at, completed_at }) =>
    outputs.map((output) => ({
      ...output,
      job_id: id,
      job_title: metadata?.[LABEL_TITLE],
      made_at: completed_at ?? created_at ?? undefined,
    })),
  );
}

/** Returns why the zip may contain fewer files than expected; `null` if nothing is missing. */
export function withoutOutputsText(jobs: readonly WithOutputs[]): string | null {
  const empty = jobs.filter(({ outputs = [] }) => outputs.length === 0).length;
  const unfinished = jobs.filter(({ status, outputs = [] }) => outputs.length > 0 && isActive(status)).length;
  const words = [
    empty > 0
      ? t(
          '{empty, plural, one {# of {total, plural, one {# job} other {# jobs}} has no outputs.} other {# of {total, plural, one {# job} other {# jobs}} have no outputs.}}',
          { empty, total: jobs.length },
        )
      : null,
    unfinished > 0
      ? t(
          '{count, plural, one {# has not ended yet: what is there so far is saved.} other {# have not ended yet: what is there so far is saved.}}',
          { count: unfinished },
        )
      : null,
  ].filter(Boolean);
  return words.length > 0 ? words.join(' ') : null;
}

/**
 * Returns the reason why there is nothing to save; `null` if there is, or if it is unknown before the jobs are fetched.
 */
export function noOutputsReason(jobs: readonly WithOutputs[]): string | null {
  if (!jobs.every(({ outputs }) => outputs?.length === 0)) return null;
  return jobs.length === 1 ? t('This job has no outputs.') : t('None of them has outputs.');
}
