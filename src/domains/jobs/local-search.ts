import type { ListedJob } from '@contract/jobs/schemas';
import { LABEL_TITLE } from '../job-record/job-labels';
import type { JobFilter } from './job-filter';
import type { LoadedFilter } from './job-list';
import { sortJobs, spanMs } from './sort-jobs';

/**
 * Search for surfaces without search: filters the loaded jobs by their list fields. Callers display the number of searched
 * jobs.
 */
export const searchLoaded: LoadedFilter = (fetchedJobs, filter) => {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = fetchedJobs.filter(({ job }) => isWithin(job, filter) && isAlike(job, filter) && hasWords(job, words));
  return sortJobs(found, filter.sort);
};

function isWithin({ created_at }: ListedJob, { from, before }: JobFilter): boolean {
  const createdAt = Date.parse(created_at);
  return (from === null || createdAt >= from) && (before === null || createdAt < before);
}

function isAlike({ metadata, started_at, completed_at }: ListedJob, { title, ranMs }: JobFilter): boolean {
  if (title !== undefined && metadata?.[LABEL_TITLE] !== title) return false;
  return ranMs === undefined || spanMs(started_at, completed_at ?? new Date().toISOString()) > ranMs;
}

function hasWords(job: ListedJob, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { error, outputs = [], metadata, progress } = job;
  const text = [
    ...Object.values(metadata ?? {}),
    ...outputs.map(({ name }) => name),
    error?.message,
    error?.code,
    error?.class_type,
    progress?.current_node_class,
  ]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word) || job.id.startsWith(word));
}
