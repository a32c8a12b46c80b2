import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListedJob } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { useJobOverlay } from '@/api/live/live-store';
import { mergeJob, type ShownJob } from '@/api/live/merge-job';
import { historyJobQuery } from '@/domains/history/history';
import { jobQuery, type JobData } from '@/domains/jobs/job-query';
import type { DraftRun } from './draft-runs';

export interface RunData {
  /** The job as fetched; `undefined` until then. */
  data: JobData | undefined;
  /** The server no longer has it. */
  isGone: boolean;
  /** The job as last known to this browser, if its server cannot be reached. */
  remembered: ListedJob | null;
}

/** Fetches the job of a run. @param isWanted whether it is on screen: a draft may have a hundred runs */
export function useRunData({ surface, jobId }: DraftRun, isWanted: boolean): RunData {
  const { data, error } = useQuery({ ...jobQuery(surface, jobId), enabled: isWanted });
  const isGone = isApiError(error) && error.status === 404;
  const isUnread = data === undefined && error !== null && !isGone;
  const { data: record } = useQuery({ ...historyJobQuery(surface, jobId), enabled: isUnread });
  return { data, isGone, remembered: isUnread ? (record?.job ?? null) : null };
}

/** Returns the job of a run with its newest live state; `null` until it is fetched. */
export function useShownRun({ surface, jobId }: DraftRun, data: JobData | undefined): ShownJob | null {
  const overlay = useJobOverlay(surface.id, jobId);
  return useMemo(() => (data ? mergeJob(data, overlay) : null), [data, overlay]);
}
