import { create } from 'zustand';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import type { JobOverlay } from './overlay';

/**
 * The overlay: high-rate live state of jobs, by surface and id. It is a guess that the next GET may correct, so it lives
 * apart from the query cache and is dropped as soon as a GET tells the end of a job.
 */
export type StreamHealth =
  /** Frames of this surface arrive. */
  | 'live'
  | 'connecting'
  /** Lost, and to be tried again. */
  | 'waiting'
  /** This surface has no stream for us: polling alone. */
  | 'off';

export interface StreamState {
  health: StreamHealth;
  /** Wall-clock instant of the last change of `health`. */
  since: number;
}

export type Overlays = Readonly<Record<string, JobOverlay>>;

interface LiveState {
  /** By name of the stream: of a whole surface, or of one job. */
  streams: Readonly<Record<string, StreamState>>;
  /** By surface, then by job. */
  overlays: Readonly<Record<string, Overlays>>;
}

export const useLiveStore = create<LiveState>(() => ({ streams: {}, overlays: {} }));

const MAX_ENDED = 2000;

/** Jobs that a GET has told to be over, by surface; a late frame about them makes no overlay. */
const endedJobs = new Map<string, Set<string>>();

/** Name of the stream of one job; that of a whole surface is its id. */
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

/** The job has a stream of its own, and frames arrive on it. */
export function isFollowedAlone(surfaceId: string, jobId: string): boolean {
  return useLiveStore.getState().streams[jobStreamOf({ id: surfaceId }, jobId)]?.health === 'live';
}

export function isKnownEnded(surfaceId: string, jobId: string): boolean {
  return endedJobs.get(surfaceId)?.has(jobId) === true;
}

/** After every GET: overlays of jobs that are over are dropped, and stay dropped. */
export function settleJobs(surfaceId: string, jobs: readonly Pick<ListedJob, 'id' | 'status'>[]): void {
  const ended = endedJobs.get(surfaceId) ?? new Set<string>();
  endedJobs.set(surfaceId, ended);
  const over = jobs.filter(({ status }) => isTerminal(status));
  for (const { id } of over) {
    ended.delete(id);
    ended.add(id);
  }
  for (const id of ended) {
    if (ended.size <= MAX_ENDED) break;
    ended.delete(id);
  }
  const known = useLiveStore.getState().overlays[surfaceId];
  if (!known || !over.some(({ id }) => known[id])) return;
  updateOverlays(surfaceId, (jobs) => {
    const kept = { ...jobs };
    for (const { id } of over) delete kept[id];
    return kept;
  });
}

/** A stream that nobody has started is as good as one that is being opened. */
export function useStreamHealth(stream: string): StreamHealth {
  return useLiveStore((state) => state.streams[stream]?.health ?? 'connecting');
}

export function useJobOverlay(surfaceId: string, jobId: string): JobOverlay | undefined {
  return useLiveStore((state) => state.overlays[surfaceId]?.[jobId]);
}

export function resetLive(): void {
  endedJobs.clear();
  useLiveStore.setState({ streams: {}, overlays: {} });
}

export function updateOverlays(surfaceId: string, change: (jobs: Overlays) => Overlays): void {
  useLiveStore.setState(({ overlays }) => ({
    overlays: { ...overlays, [surfaceId]: change(overlays[surfaceId] ?? {}) },
  }));
}
