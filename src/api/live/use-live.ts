import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { afterPaint } from '@/lib/after-paint';
import { loadModule } from '@/lib/load-module';
import type { Surface } from '../surface';
import { useLacksCapability } from '../surfaces/capability-record';
import { jobStreamOf, useStreamHealth, type StreamHealth } from './live-store';
import type { StreamedJob } from './start-live';

interface Session {
  users: number;
  stop: () => void;
}

const sessions = new Map<string, Session>();

/** Job fields needed to follow it. */
type FollowedJob = Pick<ListedJob, 'id' | 'status' | 'urls'>;

/** Half of the connection budget of a browser, for surfaces without a stream of all jobs. */
const MAX_JOB_STREAMS = 2;

const NO_JOBS: readonly FollowedJob[] = [];

/**
 * Follows the surface while the component is mounted. Our gateway has a private stream of all jobs, which all tabs share; on
 * other surfaces this is `off`.
 */
export function useLive(surface: Surface): StreamHealth {
  const queryClient = useQueryClient();
  const stream = surface.id;
  const hasStream = surface.kind === 'gateway';
  useEffect(
    () => (hasStream ? join(stream, () => startLater(stream, surface, null, queryClient)) : undefined),
    [hasStream, stream, surface, queryClient],
  );
  const health = useStreamHealth(stream);
  return hasStream ? health : 'off';
}

/**
 * The job page follows `urls.events` on every surface. The shared stream continues alongside: with many tabs the budget has no
 * connection per job, and the shared stream is the fallback.
 */
export function useLiveJob(surface: Surface, job: FollowedJob | undefined): StreamHealth {
  const surfaceHealth = useLive(surface);
  const jobHealth = useStreamHealth(jobStreamOf(surface, job?.id ?? ''));
  const isFollowed = job !== undefined && isActive(job.status);
  useJobStreams(surface, isFollowed ? [job] : NO_JOBS);
  const isWithout = useLacksCapability(surface, 'events');
  return isFollowed && !isWithout && (jobHealth === 'live' || surfaceHealth === 'off') ? jobHealth : surfaceHealth;
}

/** Without a stream of all jobs, the list follows running jobs up to the budget, and polls the rest. */
export function useLiveJobs(surface: Surface, jobs: readonly FollowedJob[]): StreamHealth {
  const health = useLive(surface);
  const running = health === 'off' ? jobs.filter(({ status }) => status === 'running') : NO_JOBS;
  useJobStreams(surface, running.slice(0, MAX_JOB_STREAMS));
  return health;
}

function useJobStreams(surface: Surface, jobs: readonly FollowedJob[]): void {
  const queryClient = useQueryClient();
  const isWithout = useLacksCapability(surface, 'events');
  const wanted = JSON.stringify(
    (isWithout ? NO_JOBS : jobs).flatMap(({ id, urls }) => (urls ? [[id, urls.events]] : [])),
  );
  useEffect(() => {
    // The text built above, which compares by value.
    const leave = (JSON.parse(wanted) as [id: string, eventsUrl: string][]).map(([id, eventsUrl]) => {
      const stream = jobStreamOf(surface, id);
      return join(stream, () => startLater(stream, surface, { id, eventsUrl }, queryClient));
    });
    return () => {
      for (const each of leave) each();
    };
  }, [surface, wanted, queryClient]);
}

function join(stream: string, start: () => () => void): () => void {
  const session = sessions.get(stream) ?? { users: 0, stop: () => undefined };
  if (session.users === 0) session.stop = start();
  session.users += 1;
  sessions.set(stream, session);
  return () => {
    session.users -= 1;
    if (session.users > 0) return;
    sessions.delete(stream);
    session.stop();
  };
}

/** Every screen is correct without events, so none waits for the code that reads them. */
function startLater(stream: string, surface: Surface, job: StreamedJob | null, queryClient: QueryClient): () => void {
  let stop = () => {};
  let isOver = false;
  const start = async () => {
    await afterPaint();
    const { startLive } = await loadModule(() => import('./start-live'));
    if (!isOver) stop = startLive(stream, surface, job, queryClient);
  };
  void start();
  return () => {
    isOver = true;
    stop();
  };
}
