import { useLiveStore } from './live-store';
import { mergeJob, type FetchedJob, type ShownJob } from './merge-job';

/**
 * Selects a part of a displayed job, including the overlay. Events arrive many times per second: a component that selects only
 * the status re-renders when the status changes, not at every step.
 * @param select returns a primitive, or an object that keeps its identity while nothing changes
 */
export function useShownJob<T>(surfaceId: string, fetched: FetchedJob, select: (shown: ShownJob) => T): T {
  return useLiveStore(({ overlays }) => select(mergeJob(fetched, overlays[surfaceId]?.[fetched.job.id])));
}
