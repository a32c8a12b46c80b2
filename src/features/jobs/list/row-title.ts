import type { QueryClient } from '@tanstack/react-query';
import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { rowTimeLeft } from '../eta/row-time-left';
import { jobTimes } from '../job/job-times';
import { jobTitleHere } from '../job/job-title';
import { rowText } from './row-text';

/** Returns the tooltip of a row. */
export function rowTitle(client: QueryClient, surface: Surface, fetched: FetchedJob): string {
  const { job } = fetched;
  const title = `${jobTitleHere(surface, job)}\n${t('Job {id}', { id: job.id })}`;
  return rowText(title, jobTimes(job), rowTimeLeft(client, surface, fetched, Date.now()));
}
