import { create } from 'zustand';
import type { JobEvent } from '@contract/jobs/events';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { applyEvent } from './event-table';
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

type Overlays = Readonly<Record<string, JobOverlay>>;

interface LiveState {
  /** By name of the stream: of a whole surface, or of one job. */
  streams: Readonly<Record<string, StreamState>>;
  /** By surface, then by job. */
  overlays: Readonly<Record<string, Overlays>>;
}

export const useLiveStore = create<LiveState>(() => ({ streams: {}, overlays: {} }));

/** Overlays of jobs that nobody ever read again, oldest out first. */
const MAX_OVERLAYS = 300;
const MAX_ENDED = 2000;

/** Jobs that a GET has told to be over, by surface; a late frame about them makes no overlay. */
const endedJobs = new Map<string, Set<string>>();

export interface LiveEvent {
  jobId: string;
  event: JobEvent;
  at: number;
}

/** What has to be read by GET after a batch of events. */
export interface ReadsDue {
  jobIds: ReadonlySet<string>;
  list: boolean;
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

/** One commit for a whole batch, however many frames it has. */
export function applyEvents(surfaceId: string, events: readonly LiveEvent[]): ReadsDue {
  const ended = endedJobs.get(surfaceId);
  const jobIds = new Set<string>();
  let list = false;
  update(surfaceId, (known) => {
    const jobs = { ...known };
    for (const { jobId, event, at } of events) {
      const isKnownEnded = ended?.has(jobId) === true;
      const effect = applyEvent(jobs[jobId], event, at, isKnownEnded);
      if (effect.readJob) jobIds.add(jobId);
      list ||= effect.readList;
      if (isKnownEnded) continue;
      // Taken out first: the order of keys is the order of the last event.
      delete jobs[jobId];
      jobs[jobId] = effect.overlay;
    }
    return withinLimit(jobs);
  });
  return { jobIds, list };
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
  update(surfaceId, (jobs) => {
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

function update(surfaceId: string, change: (jobs: Overlays) => Overlays): void {
  useLiveStore.setState(({ overlays }) => ({
    overlays: { ...overlays, [surfaceId]: change(overlays[surfaceId] ?? {}) },
  }));
}

function withinLimit(jobs: Record<string, JobOverlay>): Record<string, JobOverlay> {
  const ids = Object.keys(jobs);
  for (const id of ids.slice(0, Math.max(0, ids.length - MAX_OVERLAYS))) delete jobs[id];
  return jobs;
}
