import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ALL_JOBS } from '@/api/jobs/job-filter';
import { jobsQuery } from '@/api/jobs/job-queries';
import { useLive } from '@/api/live/use-live';
import type { Surface } from '@/api/surface';
import { BASE_PATH } from '@/lib/host-kind';
import type { JobCounts } from './attention-model';
import { endedAfter, jobNotifications, newestInstant, type EndNotice } from './notification-text';
import { isLookedAt, shareSight } from './tab-visibility';
import { useNoticeSetting } from './notice-setting';

/** Desktop notifications of jobs that end while no tab of Flowdeck is in sight. */
export function JobNotifications({ surface, counts }: { surface: Surface; counts: JobCounts | null }) {
  const client = useQueryClient();
  const router = useRouter();
  /** What ends after it is news; null while somebody looks. */
  const mark = useRef<number | null>(null);
  const countSeen = useRef(0);
  const isActive = ['queued', 'running', 'canceling'].some((status) => (counts?.[status] ?? 0) > 0);

  // Subscriptions to the tab.
  useEffect(shareSight, []);
  useEffect(() => {
    const setMark = async () => {
      mark.current = null;
      if (!document.hidden) return;
      const jobs = await readJobs(client, surface, MARK_AGE_MS);
      if (jobs && document.hidden) mark.current ??= newestInstant(jobs);
    };
    const onChange = () => void setMark();
    onChange();
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, [client, surface]);

  const endedCount = (counts?.['succeeded'] ?? 0) + (counts?.['failed'] ?? 0) + (counts?.['expired'] ?? 0);
  // The count comes from a poll or from the stream: which jobs they are is one more question.
  useEffect(() => {
    const isMore = endedCount > countSeen.current;
    countSeen.current = endedCount;
    const since = mark.current;
    if (!isMore || since === null) return;
    const tell = async () => {
      const jobs = await readJobs(client, surface, 0);
      const ended = jobs ? endedAfter(jobs, since) : [];
      // Somebody looked meanwhile, or another answer told it.
      if (!jobs || ended.length === 0 || mark.current !== since) return;
      mark.current = newestInstant(jobs);
      if (await isLookedAt()) return;
      for (const notice of jobNotifications(ended)) show(notice, open);
      if (useNoticeSetting.getState().hasSound) await sound(ended.some(({ status }) => status === 'failed'));
    };
    const open = (jobId: string | null) => {
      const params = { surface: surface.id };
      if (jobId) void router.navigate({ to: '/$surface/jobs/$jobId', params: { ...params, jobId } });
      else void router.navigate({ to: '/$surface/jobs', params });
    };
    void tell();
  }, [endedCount, client, router, surface]);
  return isActive ? <FollowedSurface surface={surface} /> : null;
}

/** Timers of hidden tabs are slowed down to one a minute; the stream is not. */
function FollowedSurface({ surface }: { surface: Surface }) {
  useLive(surface);
  return null;
}

/** The list may be a little old when it only marks where the news begin. */
const MARK_AGE_MS = 5000;

async function readJobs(client: QueryClient, surface: Surface, staleTime: number) {
  try {
    const { readings } = await client.fetchQuery({ ...jobsQuery(surface, ALL_JOBS), staleTime });
    return readings.map(({ job }) => job);
  } catch {
    // The next count tries again.
    return null;
  }
}

function show({ tag, title, body, jobId }: EndNotice, open: (jobId: string | null) => void): void {
  let notice: Notification;
  try {
    notice = new Notification(title, { tag, body, icon: `${BASE_PATH}icon.svg` });
  } catch {
    // Chrome on Android lets service workers notify, and nobody else.
    return;
  }
  notice.addEventListener('click', () => {
    window.focus();
    open(jobId);
    notice.close();
  });
}

/** Once, however many ended. What cannot be heard was shown. */
async function sound(hasFailed: boolean): Promise<void> {
  await import('./notification-sound').then(
    ({ playEnd }) => playEnd(hasFailed),
    () => {},
  );
}
