import type { QueryClient } from '@tanstack/react-query';
import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { rowTimeLeft } from '../eta/row-time-left';
import { jobTimes } from '../job/job-times';
import { jobTitleHere } from '../job/job-title';
import { rowText } from './row-text';

/** Returns the tooltip of a row. */
export function rowTitle(client: QueryClient, surface: Surface, fetched: FetchedJob): string {
  const { job } = fetched;
  return rowText(jobTitleHere(surface, job), jobTimes(job), rowTimeLeft(client, surface, fetched, Date.now()));
}
