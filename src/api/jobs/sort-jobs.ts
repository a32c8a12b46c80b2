import { compareRanks, rankOf, type JobRank, type RankedJobs } from '@contract/console/job-ranks';
import { jobTitleOf, TITLE_LABEL } from '@contract/console/job-title';
import type { JobSort } from '@contract/console/job-sorts';
import { titleSortKey } from '@contract/console/title-sort-key';
import type { ListedJob } from '@contract/jobs/schemas';
import type { FetchedJob } from '../live/merge-job';

const RANKED: RankedJobs<ListedJob> = {
  status: ({ status }) => status,
  run: ({ started_at, completed_at }) => spanMs(started_at, completed_at),
  wait: ({ created_at, started_at }) => spanMs(created_at, started_at),
  title: ({ id, metadata, outputs, output_title }) =>
    titleSortKey(
      jobTitleOf({ id, label: metadata?.[TITLE_LABEL], output: outputs?.[0]?.name, outputTitle: output_title }),
    ),
};

/** Sorts loaded jobs as the gateway does. @param readings newest first, or in the order asked for */
export function sortJobs(readings: readonly FetchedJob[], sort: JobSort): readonly FetchedJob[] {
  if (sort === 'newest') return readings;
  if (sort === 'oldest') return readings.toReversed();
  return readings
    .map((reading) => ({
      reading,
      rank: rankOf(reading.job, sort, RANKED),
      createdAt: Date.parse(reading.job.created_at),
    }))
    .sort((a, b) => compareRanks(a.rank, b.rank, sort) || b.createdAt - a.createdAt)
    .map(({ reading }) => reading);
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
