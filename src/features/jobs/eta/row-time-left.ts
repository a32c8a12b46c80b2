import type { QueryClient } from '@tanstack/react-query';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { earlierRun, toRunSignature } from '@/domains/jobs/previous-runs';
import type { FetchedJobsPage } from '@/domains/jobs/job-list';
import { useLiveStore } from '@/api/live/live-store';
import { mergeJob, type FetchedJob, type ShownJob } from '@/api/live/merge-job';
import { parallelJobs } from '@/domains/gateway/parallel-jobs';
import { operationKey, type Surface } from '@/api/surface';
import { jobTimes, runTimeMs } from '../job/job-times';
import { queueEta, runEta, type Eta } from '@/shared/eta';
import { typicalTime, typicalDurationOf } from '@/domains/jobs/typical-duration';

/** Remaining time of a listed job, from list data only: hovering over rows sends no requests. */
export function rowTimeLeft(client: QueryClient, surface: Surface, jobId: string): Eta | null {
  const all = shownJobs(client, surface);
  const shown = all.get(jobId);
  if (!shown || shown.isEnding) return null;
  const { job } = shown;
  const jobs = [...all.values()].map((other) => other.job);
  const runs = jobs.flatMap((other) => earlierRun(other) ?? []);
  const own = typicalDurationOf(toRunSignature(job), runs);
  const now = Date.now();
  if (job.status === 'running') {
    const runMs = runTimeMs(jobTimes(job), now);
    return runMs === null || job.progress?.stalled
      ? null
      : runEta({ runMs, share: job.progress?.value ?? null, typical: own });
  }
  const typical = typicalTime(runs);
  const parallel = parallelJobs(client.getQueryData(gatewayStatusQuery(surface).queryKey));
  if (job.status !== 'queued' || job.progress?.message || !typical || parallel === null) return null;
  const runMs = jobs
    .filter(({ status }) => status === 'running' || status === 'canceling')
    .map((other) => (other.progress?.stalled ? null : runTimeMs(jobTimes(other), now)) ?? Number.NaN);
  return queueEta({ position: job.queue_position ?? 0, parallel, runMs, typical }, own);
}

function shownJobs(client: QueryClient, surface: Surface): Map<string, ShownJob> {
  const lists = client.getQueriesData<FetchedJobsPage>({ queryKey: operationKey(surface, 'listJobs') });
  const fetchedJobs = lists.flatMap(([, list]): readonly FetchedJob[] => list?.fetchedJobs ?? []);
  const overlays = useLiveStore.getState().overlays[surface.id];
  return new Map(fetchedJobs.map((fetched) => [fetched.job.id, mergeJob(fetched, overlays?.[fetched.job.id])]));
}
