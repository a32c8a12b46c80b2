import type { JobEvent } from '@contract/jobs/events';
import { applyEvent } from './event-table';
import { isKnownFinished, updateOverlays, type Overlays } from './live-store';

export interface LiveEvent {
  jobId: string;
  event: JobEvent;
  at: number;
}

/** Reads that a batch of events requires. */
export interface ReadsDue {
  jobIds: ReadonlySet<string>;
  list: boolean;
}

/** Overlays of jobs that were never fetched again, oldest first. */
const MAX_OVERLAYS = 300;

/**
 * Updates the store once per batch of frames. Separate from the store: the first screen only reads overlays, and the code that
 * writes them is loaded with the stream.
 */
export function applyEvents(surfaceId: string, events: readonly LiveEvent[]): ReadsDue {
  const jobIds = new Set<string>();
  let list = false;
  updateOverlays(surfaceId, (known) => {
    const jobs = { ...known };
    for (const { jobId, event, at } of events) {
      const isOver = isKnownFinished(surfaceId, jobId);
      const effect = applyEvent(jobs[jobId], event, at, isOver);
      if (effect.readJob) jobIds.add(jobId);
      list ||= effect.readList;
      if (isOver) continue;
      // Removed first, so that keys are ordered by their last event.
      delete jobs[jobId];
      jobs[jobId] = effect.overlay;
    }
    return withinLimit(jobs);
  });
  return { jobIds, list };
}

function withinLimit(jobs: Record<string, Overlays[string]>): Overlays {
  const ids = Object.keys(jobs);
  for (const id of ids.slice(0, Math.max(0, ids.length - MAX_OVERLAYS))) delete jobs[id];
  return jobs;
}
