import type { QueryClient } from '@tanstack/react-query';
import { jobApiUrl } from '../fetch-from-surface';
import { consolePath } from '../call-console';
import { credentialOf } from '../credentials';
import { operationKey, type Surface } from '../surface';
import { learn } from '../surfaces/capability-record';
import type { ReadsDue } from './apply-events';
import { startBrowserSession } from './live-session';
import { useLiveStore } from './live-store';

/** A job with a dedicated event stream. */
export interface StreamedJob {
  id: string;
  eventsUrl: string;
}

/** Reads one stream, of a job or of all jobs of the surface, until the returned function is called. */
export function startLive(
  stream: string,
  surface: Surface,
  job: StreamedJob | null,
  queryClient: QueryClient,
): () => void {
  const url = job?.eventsUrl ?? jobApiUrl(surface) + consolePath('followJobs');
  return startBrowserSession({
    stream,
    surface,
    url,
    credential: () => credentialOf(surface, url),
    jobId: job?.id ?? null,
    onOffer: (isOffered) => {
      if (job) learn(surface, 'events', isOffered);
    },
    connectionKind: () => (job && mayCarryAll(surface) ? 'job-stream' : 'stream'),
    onReadsDue: (due: ReadsDue) => readAgain(queryClient, surface, due),
    onOpened: () => {
      readAgain(queryClient, surface, { jobIds: new Set(), list: true });
      void queryClient.invalidateQueries({ queryKey: operationKey(surface, 'getJob') });
    },
  });
}

/**
 * After a restart of the gateway two job pages may reconnect first. If they used both slots, the stream of all jobs, which lists
 * need, would wait until a job finishes.
 */
function mayCarryAll({ id, kind }: Surface): boolean {
  return kind === 'gateway' && useLiveStore.getState().streams[id]?.health !== 'off';
}

/** Refetches only visible data and marks the rest as stale. Restarts a fetch in progress, which may predate the event. */
function readAgain(queryClient: QueryClient, surface: Surface, due: ReadsDue): void {
  for (const id of due.jobIds) void queryClient.invalidateQueries({ queryKey: operationKey(surface, 'getJob', id) });
  if (!due.list) return;
  void queryClient.invalidateQueries({ queryKey: operationKey(surface, 'listJobs', 'head') });
  void queryClient.invalidateQueries({ queryKey: operationKey(surface, 'listJobs', 'active') });
  void queryClient.invalidateQueries({ queryKey: operationKey(surface, 'console.status') });
}
