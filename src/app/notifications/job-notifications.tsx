import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ListedJob } from '@contract/jobs/schemas';
import { useBatchView } from '@/domains/batches/batches-store';
import { ALL_JOBS } from '@/domains/jobs/job-filter';
import { HEAD_LIMIT } from '@/domains/jobs/job-queries';
import { listPage } from '@/domains/jobs/list-page';
import { useLive } from '@/api/live/use-live';
import type { Surface } from '@/api/surface';
import type { JobCounts } from './tab-indicator-state';
import { addKnown, jobNotifications, newlyFinished, NO_JOBS, type KnownJobs } from './notification-text';
import { showNotification } from './show-notification';
import { playEnd } from './notification-sound';
import { isAnyTabVisible, shareVisibility } from './tab-visibility';
import { noticeSoundSetting } from './notice-setting';

/** Shows desktop notifications for jobs that finish while no Flowdeck tab is visible. */
export function JobNotifications({ surface, counts }: { surface: Surface; counts: JobCounts | null }) {
  const router = useRouter();
  /** `null` before the first counts. */
  const known = useRef<KnownJobs | null>(null);
  const countSeen = useRef(0);
  const isActive = ['queued', 'running', 'canceling'].some((status) => (counts?.[status] ?? 0) > 0);

  // Subscribes to tab visibility.
  useEffect(shareVisibility, []);
  // A number, as counts are new objects with each poll.
  const finishedCount = counts && FINISHED.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  // The poll or the stream reports only counts; the jobs themselves need another request, in a visible tab, too: what it reads is
  // known when the tab is hidden.
  useEffect(() => {
    if (finishedCount === null) return;
    if (finishedCount === 0) known.current ??= NO_JOBS;
    const isMore = finishedCount > countSeen.current;
    countSeen.current = finishedCount;
    if (!isMore) return;
    const tell = async () => {
      const jobs = await readFinished(surface);
      if (!jobs) return;
      const before = known.current;
      known.current = addKnown(before, jobs);
      const finished = before ? newlyFinished(jobs, before, Object.keys(useBatchView.getState().entries)) : [];
      if (finished.length === 0 || (await isAnyTabVisible())) return;
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
  }, [finishedCount, router, surface]);
  return isActive ? <FollowedSurface surface={surface} /> : null;
}

/** Timers of hidden tabs are throttled to one per minute; the stream is not. */
function FollowedSurface({ surface }: { surface: Surface }) {
  useLive(surface);
  return null;
}

/** Canceled jobs need no notification. */
const FINISHED: readonly string[] = ['succeeded', 'failed', 'expired'];
const TIMEOUT_MS = 30_000;

/** Not from the cache, as a request of the list that started before a job finished does not contain its end. */
async function readFinished(surface: Surface): Promise<ListedJob[] | null> {
  try {
    const filter = { ...ALL_JOBS, statuses: FINISHED.join(',') };
    const page = await listPage(surface, filter, { limit: HEAD_LIMIT }, AbortSignal.timeout(TIMEOUT_MS));
    return page.fetchedJobs.map(({ job }) => job);
  } catch {
    // They are announced with the next job that finishes.
    return null;
  }
}
