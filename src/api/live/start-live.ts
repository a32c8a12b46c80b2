import type { QueryClient } from '@tanstack/react-query';
import { jobApiUrl } from '../fetch-from-surface';
import { consolePath } from '../call-console';
import { credentialOf } from '../credentials';
import type { Surface } from '../surface';
import { learn } from '../surfaces/capability-record';
import type { ReadsDue } from './event-table';
import { startBrowserSession } from './live-session';
import { useLiveStore } from './live-store';
import { recountJobs } from './recount-jobs';
import { markStale } from './stale-table';

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
    onReadsDue({ jobIds, list }: ReadsDue) {
      for (const id of jobIds) void markStale(queryClient, surface, 'jobChanged', id);
      if (!list) return;
      void markStale(queryClient, surface, 'listChanged');
      recountJobs(queryClient, surface);
    },
    onOpened: () => {
      void markStale(queryClient, surface, 'streamOpened');
      recountJobs(queryClient, surface);
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
