import { compareRanks, rankOf, type JobRank, type RankedJobs } from '@contract/console/job-ranks';
import { jobTitleOf, TITLE_LABEL } from '@contract/console/job-title';
import type { JobSort } from '@contract/console/job-sorts';
import { titleSortKey } from '@contract/console/title-sort-key';
import type { ListedJob } from '@contract/jobs/schemas';
import type { FetchedJob } from '@/api/live/merge-job';

const RANKED: RankedJobs<ListedJob> = {
  status: ({ status }) => status,
  run: ({ started_at, completed_at }) => spanMs(started_at, completed_at),
  wait: ({ created_at, started_at }) => spanMs(created_at, started_at),
  queue: ({ status, queue_position }) => (status === 'queued' ? (queue_position ?? Number.NaN) : Number.NaN),
  title: ({ id, metadata, outputs, output_title }) =>
    titleSortKey(
      jobTitleOf({ id, label: metadata?.[TITLE_LABEL], output: outputs?.[0]?.name, outputTitle: output_title }),
    ),
};

/** Sorts loaded jobs like the gateway. @param fetchedJobs newest first, or in the requested order */
export function sortJobs(fetchedJobs: readonly FetchedJob[], sort: JobSort): readonly FetchedJob[] {
  if (sort === 'newest') return fetchedJobs;
  if (sort === 'oldest') return fetchedJobs.toReversed();
  return fetchedJobs
    .map((fetched) => ({
      fetched,
      rank: rankOf(fetched.job, sort, RANKED),
      createdAt: Date.parse(fetched.job.created_at),
    }))
    .sort((a, b) => compareRanks(a.rank, b.rank, sort) || b.createdAt - a.createdAt)
    .map(({ fetched }) => fetched);
}

/** Position of a job among the jobs of several servers. `NaN` if it has no usable time of submission. */
export function rankAmongServers(job: ListedJob, sort: JobSort): JobRank {
  if (sort === 'newest') return Date.parse(job.created_at);
  if (sort === 'oldest') return -Date.parse(job.created_at);
  return rankOf(job, sort, RANKED);
}

/** NaN if one of them is missing. */
export function spanMs(from: string | null | undefined, to: string | null | undefined): number {
  return from && to ? Math.max(0, Date.parse(to) - Date.parse(from)) : Number.NaN;
}
