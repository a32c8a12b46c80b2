import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useBatchView } from '@/domains/batches/batches-store';
import { ALL_JOBS } from '@/domains/jobs/job-filter';
import { jobsQuery } from '@/domains/jobs/job-queries';
import { useLive } from '@/api/live/use-live';
import type { Surface } from '@/api/surface';
import type { JobCounts } from './tab-indicator-state';
import { finishedAfter, jobNotifications, newestTimestamp } from './notification-text';
import { showNotification } from './show-notification';
import { playEnd } from './notification-sound';
import { isAnyTabVisible, shareVisibility } from './tab-visibility';
import { noticeSoundSetting } from './notice-setting';

/** Shows desktop notifications for jobs that finish while no Flowdeck tab is visible. */
export function JobNotifications({ surface, counts }: { surface: Surface; counts: JobCounts | null }) {
  const client = useQueryClient();
  const router = useRouter();
  /** Jobs that finish after this time get a notification; `null` while a tab is visible. */
  const mark = useRef<number | null>(null);
  const countSeen = useRef(0);
  const isActive = ['queued', 'running', 'canceling'].some((status) => (counts?.[status] ?? 0) > 0);

  // Subscribes to tab visibility.
  useEffect(shareVisibility, []);
  useEffect(() => {
    const setMark = async () => {
      mark.current = null;
      if (!document.hidden) return;
      const jobs = await readJobs(client, surface, MARK_AGE_MS);
      if (jobs && document.hidden) mark.current ??= newestTimestamp(jobs);
    };
    const onChange = () => void setMark();
    onChange();
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, [client, surface]);

  const finishedCount = (counts?.['succeeded'] ?? 0) + (counts?.['failed'] ?? 0) + (counts?.['expired'] ?? 0);
  // The poll or the stream reports only counts; the jobs themselves need another request.
  useEffect(() => {
    const isMore = finishedCount > countSeen.current;
    countSeen.current = finishedCount;
    const since = mark.current;
    if (!isMore || since === null) return;
    const tell = async () => {
      const jobs = await readJobs(client, surface, 0);
      const finished = jobs ? finishedAfter(jobs, since, Object.keys(useBatchView.getState().entries)) : [];
      // A tab became visible in the meantime, or another response was handled first.
      if (!jobs || finished.length === 0 || mark.current !== since) return;
      mark.current = newestTimestamp(jobs);
      if (await isAnyTabVisible()) return;
      for (const notice of jobNotifications(finished)) showNotification(notice, () => open(notice.jobId));
      // Plays once, however many jobs finished.
      if (noticeSoundSetting.get()) playEnd(finished.some(({ status }) => status === 'failed'));
    };
    const open = (jobId: string | null) => {
      const params = { surface: surface.id };
      if (jobId) void router.navigate({ to: '/$surface/jobs/$jobId', params: { ...params, jobId } });
      else void router.navigate({ to: '/$surface/jobs', params });
    };
    void tell();
  }, [finishedCount, client, router, surface]);
  return isActive ? <FollowedSurface surface={surface} /> : null;
}

/** Timers of hidden tabs are throttled to one per minute; the stream is not. */
function FollowedSurface({ surface }: { surface: Surface }) {
  useLive(surface);
  return null;
}

/** Maximum age of a list that only determines the start time. */
const MARK_AGE_MS = 5000;

async function readJobs(client: QueryClient, surface: Surface, staleTime: number) {
  try {
    const { fetchedJobs } = await client.fetchQuery({ ...jobsQuery(surface, ALL_JOBS), staleTime });
    return fetchedJobs.map(({ job }) => job);
  } catch {
    // Retries with the next counts.
    return null;
  }
}
