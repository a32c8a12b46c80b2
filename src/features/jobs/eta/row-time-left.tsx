import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { earlierRun, toRunSignature, type PreviousRun } from '@/domains/jobs/previous-runs';
import type { FetchedJobsPage } from '@/domains/jobs/job-list';
import { useLiveStore } from '@/api/live/live-store';
import { mergeJob, type FetchedJob } from '@/api/live/merge-job';
import { parallelJobs } from '@/domains/gateway/parallel-jobs';
import { operationKey, type Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { useNow } from '@/lib/hooks/use-now';
import { jobTimes, runTimeMs } from '../job/job-times';
import { queueEta, runEta, type Eta } from '@/shared/eta';
import { typicalTime, typicalDurationOf, type TypicalDuration } from '@/domains/jobs/typical-duration';

const TICK_MS = 1000;

export interface RowTimeLeftProps {
  surface: Surface;
  fetched: FetchedJob;
  /** Of the job as it is shown: for a queued job, the time follows its position. */
  isQueued: boolean;
}

/** Remaining time of a queued or running job in its row, which describes the source in its tooltip. */
export function RowTimeLeft({ surface, fetched, isQueued }: RowTimeLeftProps) {
  const left = rowTimeLeft(useQueryClient(), surface, fetched, useNow(TICK_MS));
  if (!left) return null;
  // On one line with the text before it: on a card, that text gives way, up to its start; in a row, the position is never truncated.
  return (
    <span
      className={classNames(
        'min-w-0 truncate',
        isQueued
          ? "-ml-2 flex-1 text-muted before:content-['·_'] max-md:max-w-[calc(100%-3.5rem)] max-md:flex-none"
          : 'text-sm text-muted',
      )}
    >
      <span className="@max-[200px]:hidden">{left.text}</span>
      <span className="@min-[200px]:hidden">{left.short}</span>
    </span>
  );
}

/** Remaining time of a listed job, from list data only: rows send no requests. */
export function rowTimeLeft(client: QueryClient, surface: Surface, fetched: FetchedJob, now: number): Eta | null {
  const { job, isEnding } = shownJob(surface, fetched);
  if (isEnding) return null;
  if (job.status === 'running') {
    const runMs = runTimeMs(jobTimes(job), now);
    if (runMs === null || job.progress?.stalled) return null;
    return runEta({ runMs, share: job.progress?.value ?? null, typical: listedTimes(client, surface, now).of(job) });
  }
  if (job.status !== 'queued' || job.progress?.message) return null;
  const times = listedTimes(client, surface, now);
  const parallel = parallelJobs(client.getQueryData(gatewayStatusQuery(surface).queryKey));
  if (!times.typical || parallel === null) return null;
  const runMs = times.startedAt.map((startedAt) => Math.max(0, now - startedAt));
  return queueEta({ position: job.queue_position ?? 0, parallel, runMs, typical: times.typical }, times.of(job));
}

function shownJob({ id }: Surface, fetched: FetchedJob) {
  return mergeJob(fetched, useLiveStore.getState().overlays[id]?.[fetched.job.id]);
}

/** Durations of the listed jobs of a surface. */
interface ListedRuns {
  /** The pages that these are from. */
  pages: readonly (readonly FetchedJob[])[];
  active: readonly FetchedJob[];
  /** Of all jobs. */
  typical: TypicalDuration | null;
  /** Of the jobs that are most similar to this one. */
  of: (job: ListedJob) => TypicalDuration | null;
}

interface ListedTimes extends Pick<ListedRuns, 'typical' | 'of'> {
  /** Start times of the running jobs; `NaN` if unknown, or if the engine of the job does not respond. */
  startedAt: readonly number[];
}

interface Cached {
  tick: number;
  runs: ListedRuns;
  times: ListedTimes;
}

/** The last result for each surface. */
const cache = new WeakMap<QueryClient, Map<string, Cached>>();

/** Reads the lists once per second for all rows, since they may have thousands of jobs. */
function listedTimes(client: QueryClient, surface: Surface, now: number): ListedTimes {
  const bySurface = cache.get(client) ?? new Map<string, Cached>();
  cache.set(client, bySurface);
  const last = bySurface.get(surface.id);
  const tick = Math.floor(now / TICK_MS);
  if (last?.tick === tick) return last.times;
  const lists = client.getQueriesData<FetchedJobsPage>({ queryKey: operationKey(surface, 'listJobs') });
  const pages = lists.flatMap(([, list]) => (list ? [list.fetchedJobs] : []));
  const isSame = last?.runs.pages.length === pages.length && pages.every((page, at) => page === last.runs.pages[at]);
  const runs = isSame ? last.runs : listedRuns(pages);
  const running = runs.active
    .map((fetched) => shownJob(surface, fetched).job)
    .filter(({ status }) => status === 'running' || status === 'canceling');
  const startedAt = running.map((job) => (job.progress?.stalled ? null : jobTimes(job).startedAt) ?? Number.NaN);
  const times = { typical: runs.typical, of: runs.of, startedAt };
  bySurface.set(surface.id, { tick, runs, times });
  return times;
}

/** By job: a poll returns the same objects for jobs that have not changed. */
const runOf = new WeakMap<ListedJob, PreviousRun | null>();

function listedRuns(pages: ListedRuns['pages']): ListedRuns {
  const jobs = [...new Map(pages.flat().map((fetched) => [fetched.job.id, fetched])).values()];
  const runs = jobs.flatMap(({ job }) => {
    const known = runOf.get(job);
    const run = known === undefined ? earlierRun(job) : known;
    if (known === undefined) runOf.set(job, run);
    return run ?? [];
  });
  const own = new Map<string, TypicalDuration | null>();
  return {
    pages,
    active: jobs.filter(({ job }) => !isTerminal(job.status)),
    typical: typicalTime(runs),
    of(job) {
      const signature = toRunSignature(job);
      const key = JSON.stringify(signature);
      const known = own.get(key);
      if (known !== undefined) return known;
      const typical = typicalDurationOf(signature, runs);
      own.set(key, typical);
      return typical;
    },
  };
}
