import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '../surface';
import { useIsLacking } from '../surfaces/capability-record';
import { jobStreamOf, setStreamHealth, useStreamHealth, type StreamHealth } from './live-store';
import type { StreamedJob } from './start-live';

interface Session {
  users: number;
  stop: () => void;
}

const sessions = new Map<string, Session>();

/** What is needed of a job to follow it. */
type FollowedJob = Pick<ListedJob, 'id' | 'status' | 'urls'>;

/** Half of the budget of a browser (design, Data policy): a surface that has no stream for all jobs gives these two. */
const MAX_JOB_STREAMS = 2;

const NO_JOBS: readonly FollowedJob[] = [];

/**
 * Follows the surface while the component is on screen. On our gateway one private stream carries all jobs, shared by
 * all tabs; on a surface without it this is `off`.
 */
export function useLive(surface: Surface): StreamHealth {
  const queryClient = useQueryClient();
  const stream = surface.id;
  const hasStream = surface.kind === 'gateway';
  useEffect(
    () => (hasStream ? join(stream, () => startLazily(stream, surface, null, queryClient)) : undefined),
    [hasStream, stream, surface, queryClient],
  );
  const health = useStreamHealth(stream);
  return hasStream ? health : 'off';
}

/**
 * The page of a job follows its `urls.events`, on every surface. Beside it the shared stream goes on: with many tabs the
 * budget leaves no connection for each job, and then that one serves.
 */
export function useLiveJob(surface: Surface, job: FollowedJob | undefined): StreamHealth {
  const surfaceHealth = useLive(surface);
  const jobHealth = useStreamHealth(jobStreamOf(surface, job?.id ?? ''));
  const isFollowed = job !== undefined && isActive(job.status);
  useJobStreams(surface, isFollowed ? [job] : NO_JOBS);
  const isWithout = useIsLacking(surface, 'events');
  return isFollowed && !isWithout && (jobHealth === 'live' || surfaceHealth === 'off') ? jobHealth : surfaceHealth;
}

/** Where no stream carries all jobs, the list follows those that run, as many as the budget allows, and polls the rest. */
export function useLiveJobs(surface: Surface, jobs: readonly FollowedJob[]): StreamHealth {
  const health = useLive(surface);
  const running = health === 'off' ? jobs.filter(({ status }) => status === 'running') : NO_JOBS;
  useJobStreams(surface, running.slice(0, MAX_JOB_STREAMS));
  return health;
}

function useJobStreams(surface: Surface, jobs: readonly FollowedJob[]): void {
  const queryClient = useQueryClient();
  const isWithout = useIsLacking(surface, 'events');
  const wanted = JSON.stringify(
    (isWithout ? NO_JOBS : jobs).flatMap(({ id, urls }) => (urls ? [[id, urls.events]] : [])),
  );
  useEffect(() => {
    const leave = (JSON.parse(wanted) as [id: string, eventsUrl: string][]).map(([id, eventsUrl]) => {
      const stream = jobStreamOf(surface, id);
      return join(stream, () => startLazily(stream, surface, { id, eventsUrl }, queryClient));
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

/** Every screen is right without events, so none waits for the code that reads them. */
function startLazily(stream: string, surface: Surface, job: StreamedJob | null, queryClient: QueryClient): () => void {
  let stop: (() => void) | null = null;
  let isOver = false;
  const start = async () => {
    const { startLive } = await import('./start-live');
    if (!isOver) stop = startLive(stream, surface, job, queryClient);
  };
  // The console was replaced on the server while this page was open: polling goes on until a reload.
  start().catch(() => setStreamHealth(stream, 'off'));
  return () => {
    isOver = true;
    stop?.();
  };
}
