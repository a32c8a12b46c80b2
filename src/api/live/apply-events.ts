import type { JobEvent } from '@contract/jobs/events';
import { applyEvent } from './event-table';
import { isKnownEnded, updateOverlays, type Overlays } from './live-store';

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

/** Overlays of jobs that nobody ever read again, oldest out first. */
const MAX_OVERLAYS = 300;

/**
 * One commit for a whole batch, however many frames it has. Apart from the store: the first screen reads overlays, and
 * what writes them comes with the stream.
 */
export function applyEvents(surfaceId: string, events: readonly LiveEvent[]): ReadsDue {
  const jobIds = new Set<string>();
  let list = false;
  updateOverlays(surfaceId, (known) => {
    const jobs = { ...known };
    for (const { jobId, event, at } of events) {
      const isOver = isKnownEnded(surfaceId, jobId);
      const effect = applyEvent(jobs[jobId], event, at, isOver);
      if (effect.readJob) jobIds.add(jobId);
      list ||= effect.readList;
      if (isOver) continue;
      // Taken out first: the order of keys is the order of the last event.
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
