import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { credentialOf } from '../credentials';
import { operationKey, type Surface } from '../surface';
import type { ReadsDue } from './apply-events';
import type { BrowserSessionOptions } from './live-session';
import { setStreamHealth, useStreamHealth, type StreamHealth } from './live-store';

interface Session {
  users: number;
  stop: () => void;
}

const sessions = new Map<string, Session>();

/**
 * Follows the surface while the component is on screen. On our gateway one private stream carries all jobs, so that the
 * budget of two streams holds with any number of tabs and job pages; a surface without it is polled, and only the job
 * in view is followed, through its own `urls.events`.
 */
export function useLive(surface: Surface, job?: Job): StreamHealth {
  const queryClient = useQueryClient();
  const surfaceStream = surface.id;
  const surfaceHealth = useStreamHealth(surfaceStream);
  useEffect(
    () => join(surfaceStream, () => startSurface(surfaceStream, surface, queryClient)),
    [surfaceStream, surface, queryClient],
  );

  const jobStream = job ? `${surface.id}/${job.id}` : '';
  const jobHealth = useStreamHealth(jobStream);
  const jobId = job?.id;
  const followsJob = job !== undefined && surfaceHealth === 'off' && isActive(job.status);
  const eventsUrl = job?.urls.events;
  useEffect(() => {
    if (!followsJob || !eventsUrl || !jobId) return undefined;
    return join(jobStream, () => startJob(jobStream, surface, jobId, eventsUrl, queryClient));
  }, [followsJob, jobStream, surface, jobId, eventsUrl, queryClient]);

  return followsJob ? jobHealth : surfaceHealth;
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
function startLazily(options: BrowserSessionOptions): () => void {
  let stop: (() => void) | null = null;
  let isOver = false;
  const start = async () => {
    const { startBrowserSession } = await import('./live-session');
    if (!isOver) stop = startBrowserSession(options);
  };
  // The console was replaced on the server while this page was open: polling goes on until a reload.
  start().catch(() => setStreamHealth(options.stream, 'off'));
  return () => {
    isOver = true;
    stop?.();
  };
}

function startSurface(stream: string, surface: Surface, queryClient: QueryClient): () => void {
  return startLazily({
    ...shared(surface, queryClient),
    stream,
    url: `${surface.baseUrl}/console/events`,
    credential: credentialOf(surface, surface.baseUrl),
    jobId: null,
  });
}

function startJob(stream: string, surface: Surface, jobId: string, url: string, queryClient: QueryClient): () => void {
  return startLazily({
    ...shared(surface, queryClient),
    stream,
    url,
    credential: credentialOf(surface, url),
    jobId,
  });
}

function shared(surface: Surface, queryClient: QueryClient) {
  return {
    surfaceId: surface.id,
    onReadsDue: (due: ReadsDue) => readAgain(queryClient, surface, due),
    onOpened: () => {
      readAgain(queryClient, surface, { jobIds: new Set(), list: true });
      void queryClient.invalidateQueries({ queryKey: operationKey(surface, 'getJob') });
    },
  };
}

/** Only what is on screen is read now; the rest is marked as old. A read under way may predate the event: begin anew. */
function readAgain(queryClient: QueryClient, surface: Surface, due: ReadsDue): void {
  for (const id of due.jobIds) void queryClient.invalidateQueries({ queryKey: operationKey(surface, 'getJob', id) });
  if (!due.list) return;
  void queryClient.invalidateQueries({ queryKey: operationKey(surface, 'listJobs', 'head') });
  void queryClient.invalidateQueries({ queryKey: operationKey(surface, 'listJobs', 'active') });
  void queryClient.invalidateQueries({ queryKey: operationKey(surface, 'console.status') });
}
