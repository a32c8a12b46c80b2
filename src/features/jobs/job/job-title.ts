import { jobTitleOf } from '@contract/console/job-title';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { titled } from '@/domains/job-record/history-job';
import { titledHere, useKnownTitle } from '@/domains/history/known-titles';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';

export { shortId } from '@contract/console/job-title';

export function jobTitle({
  id,
  metadata,
  outputs,
  output_title,
}: Pick<ListedJob, 'id' | 'metadata' | 'outputs' | 'output_title'>): string {
  return jobTitleOf({ id, label: metadata?.[LABEL_TITLE], output: outputs?.[0]?.name, outputTitle: output_title });
}

/** Like `jobTitle`, with the title that this browser gave the job if the server stores no labels. */
export function jobTitleHere(surface: Surface, job: ListedJob): string {
  return jobTitle(titledHere(surface, job));
}

export function useJobTitle(surface: Surface, job: ListedJob): string {
  return jobTitle(titled(job, useKnownTitle(surface, job.id)));
}

/** Returns true if a job has a title that it was given. Others have one of their output, which jobs of one script share. */
export function useIsNamed(surface: Surface, job: ListedJob): boolean {
  return Boolean(titled(job, useKnownTitle(surface, job.id)).metadata?.[LABEL_TITLE]?.trim());
}
