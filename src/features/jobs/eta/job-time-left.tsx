import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { toRunSignature } from '@/domains/jobs/previous-runs';
import { previousRunsQuery } from '@/domains/jobs/previous-runs-query';
import type { ShownJob } from '@/api/live/merge-job';
import { parallelJobs } from '@/domains/gateway/parallel-jobs';
import { type Surface, operationKey } from '@/api/surface';
import { useNow } from '@/lib/hooks/use-now';
import { jobTimes, runTimeMs } from '../job/job-times';
import { queueEta, runEta, type Eta } from '@/shared/eta';
import { typicalTime, typicalDurationOf } from '@/domains/jobs/typical-duration';
import { listedJobs } from '@/api/surfaces/listed-jobs';

interface JobTimeLeftProps {
  surface: Surface;
  shown: ShownJob;
}

/** Remaining time of a queued or running job, if it can be estimated. */
export function JobTimeLeft({ surface, shown: { job, isEnding } }: JobTimeLeftProps) {
  if (job.status === 'queued') return <QueuedTimeLeft surface={surface} job={job} />;
  return job.status === 'running' && !isEnding ? <RunningTimeLeft surface={surface} job={job} /> : null;
}

interface ActiveProps {
  surface: Surface;
  job: ListedJob;
}

function RunningTimeLeft({ surface, job }: ActiveProps) {
  const typical = useOwnTime(surface, job);
  const runMs = runTimeMs(jobTimes(job), useNow(1000));
  // An engine that does not respond has no pace.
  if (job.progress?.stalled) return <Words left={null} />;
  return <Words left={runMs === null ? null : runEta({ runMs, share: job.progress?.value ?? null, typical })} />;
}

function QueuedTimeLeft({ surface, job }: ActiveProps) {
  const own = useOwnTime(surface, job);
  const typical = typicalTime(useQuery(previousRunsQuery(surface, null)).data ?? []);
  const position = job.queue_position ?? 0;
  const { data: running } = useQuery({ ...runningQuery(surface, job.id, position), enabled: position > 0 });
  // The shell fetches it continuously.
  const parallel = parallelJobs(useQuery({ ...gatewayStatusQuery(surface), enabled: false }).data);
  const now = useNow(1000);
  // If it also waits for something other than the jobs ahead, there is no estimate.
  if (job.progress?.message || !typical || !running || parallel === null) return <Words left={null} />;
  const runMs = running.startedAt.map((startedAt) => Math.max(0, now - startedAt));
  return <Words left={queueEta({ position: running.position, parallel, runMs, typical }, own)} />;
}

function useOwnTime(surface: Surface, job: ListedJob) {
  const likeness = toRunSignature(job);
  const named = useQuery({ ...previousRunsQuery(surface, likeness.title), enabled: likeness.title !== null });
  const byName = typicalDurationOf(likeness, named.data ?? []);
  const hasNoSignature = byName === null && (likeness.title === null || named.isFetched);
  const any = useQuery({ ...previousRunsQuery(surface, null), enabled: hasNoSignature });
  return byName ?? typicalDurationOf(likeness, any.data ?? []);
}

/** Below the header details, and never wider than these. */
function Words({ left }: { left: Eta | null }) {
  if (!left) return null;
  return (
    <span className="w-0 min-w-full truncate" title={left.basis}>
      {left.text} <span className="text-faint">· {left.source}</span>
    </span>
  );
}

const MOVING: readonly string[] = ['running', 'canceling'];
const MAX_RUNNING = 100;

interface RunningJobs {
  /** Queue position at the time of the request. */
  position: number;
  /** Timestamps in milliseconds; `NaN` if unknown, or if the engine of the job does not respond. */
  startedAt: readonly number[];
}

/**
 * Start times of the jobs that run ahead of a queued job. Refetched for each position, since the running jobs change as
 * the queue advances.
 */
function runningQuery(surface: Surface, jobId: string, position: number) {
  return queryOptions({
    queryKey: operationKey(surface, 'derived.running', jobId, position),
    queryFn: async ({ signal }): Promise<RunningJobs> => {
      const query = { status: MOVING.join(','), limit: String(MAX_RUNNING) };
      const jobs = await listedJobs(surface, query, signal);
      const running = jobs.filter(({ status }) => MOVING.includes(status));
      return {
        position,
        startedAt: running.map(({ started_at, progress }) =>
          progress?.stalled ? Number.NaN : Date.parse(started_at ?? ''),
        ),
      };
    },
    // The previous position's data stays valid until the response arrives.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
