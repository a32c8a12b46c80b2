import { create } from 'zustand';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { mergeJob, type FetchedJob, type ShownJob, type JobOverlay } from './merge-job';

/**
 * The overlay: high-rate live state of jobs, by surface and id. It is provisional until the next GET, so it is separate from
 * the query cache and removed once a GET reports the end of a job.
 */
export type StreamHealth =
  /** Frames of this surface arrive. */
  | 'live'
  | 'connecting'
  /** Lost, will be retried. */
  | 'waiting'
  /** The surface has no stream: polling only. */
  | 'off';

export interface StreamState {
  health: StreamHealth;
  /** Wall-clock time of the last change of `health`. */
  since: number;
}

export type Overlays = Readonly<Record<string, JobOverlay>>;

interface LiveState {
  /** By stream name: of a whole surface, or of one job. */
  streams: Readonly<Record<string, StreamState>>;
  /** By surface, then by job. */
  overlays: Readonly<Record<string, Overlays>>;
}

export const useLiveStore = create<LiveState>(() => ({ streams: {}, overlays: {} }));

const MAX_ENDED = 2000;

/** Jobs that a GET has reported as finished, by surface; a late frame about them creates no overlay. */
const finishedJobs = new Map<string, Set<string>>();

/** Returns the name of a job stream; that of a whole surface is its id. */
export function jobStreamOf(surface: { id: string }, jobId: string): string {
  return `${surface.id}/${jobId}`;
}

export function setStreamHealth(stream: string, health: StreamHealth): void {
  useLiveStore.setState(({ streams }) =>
    streams[stream]?.health === health
      ? { streams }
      : { streams: { ...streams, [stream]: { health, since: Date.now() } } },
  );
}

export function forgetStream(stream: string): void {
  useLiveStore.setState(({ streams: { [stream]: _gone, ...rest } }) => ({ streams: rest }));
}

/** The job has a dedicated stream, and frames arrive on it. */
export function isFollowedAlone(surfaceId: string, jobId: string): boolean {
  return useLiveStore.getState().streams[jobStreamOf({ id: surfaceId }, jobId)]?.health === 'live';
}

export function isKnownFinished(surfaceId: string, jobId: string): boolean {
  return finishedJobs.get(surfaceId)?.has(jobId) === true;
}

/** Called after every GET: permanently removes the overlays of finished jobs. */
export function settleJobs(surfaceId: string, jobs: readonly Pick<ListedJob, 'id' | 'status'>[]): void {
  const finished = finishedJobs.get(surfaceId) ?? new Set<string>();
  finishedJobs.set(surfaceId, finished);
  const over = jobs.filter(({ status }) => isTerminal(status));
  for (const { id } of over) {
    finished.delete(id);
    finished.add(id);
  }
  for (const id of finished) {
    if (finished.size <= MAX_ENDED) break;
    finished.delete(id);
  }
  const known = useLiveStore.getState().overlays[surfaceId];
  if (!known || !over.some(({ id }) => known[id])) return;
  updateOverlays(surfaceId, (jobs) => {
    const kept = { ...jobs };
    for (const { id } of over) delete kept[id];
    return kept;
  });
}

/** A stream that has not been started counts as connecting. */
export function useStreamHealth(stream: string): StreamHealth {
  return useLiveStore((state) => state.streams[stream]?.health ?? 'connecting');
}

export function useJobOverlay(surfaceId: string, jobId: string): JobOverlay | undefined {
  return useLiveStore((state) => state.overlays[surfaceId]?.[jobId]);
}

export function resetLive(): void {
  finishedJobs.clear();
  useLiveStore.setState({ streams: {}, overlays: {} });
}

export function updateOverlays(surfaceId: string, change: (jobs: Overlays) => Overlays): void {
  useLiveStore.setState(({ overlays }) => ({
    overlays: { ...overlays, [surfaceId]: change(overlays[surfaceId] ?? {}) },
  }));
}

/**
 * Selects a part of a displayed job, including the overlay. Events arrive many times per second: a component that selects only
 * the status re-renders when the status changes, not at every step.
 * @param select returns a primitive, or an object that keeps its identity while nothing changes
 */
export function useShownJob<T>(surfaceId: string, fetched: FetchedJob, select: (shown: ShownJob) => T): T {
  return useLiveStore(({ overlays }) => select(mergeJob(fetched, overlays[surfaceId]?.[fetched.job.id])));
}
