import { useLiveStore } from './live-store';
import { mergeJob, type FetchedJob, type ShownJob } from './merge-job';

/**
 * One thing about a job as it is shown, overlay included. Events come many times a second: who asks for the status alone
 * draws itself again when the status changes and not at every step.
 * @param select gives a plain value, or an object that keeps its identity while nothing changes
 */
export function useShownJob<T>(surfaceId: string, reading: FetchedJob, select: (shown: ShownJob) => T): T {
  return useLiveStore(({ overlays }) => select(mergeJob(reading, overlays[surfaceId]?.[reading.job.id])));
}
