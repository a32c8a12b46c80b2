import type { QueryClient } from '@tanstack/react-query';
import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { jobTimes } from './job-times';
import { jobTitle } from './job-title';
import { rowText } from './row-text';
import { rowTimeLeft } from './eta/row-time-left';

/** What a row says while the pointer rests on it. */
export function rowTitle(client: QueryClient, surface: Surface, { job }: FetchedJob): string {
  return rowText(jobTitle(job), jobTimes(job), rowTimeLeft(client, surface, job.id));
}
