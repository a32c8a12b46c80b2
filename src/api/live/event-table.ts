import { readEvent, type JobEvent } from '@contract/jobs/events';
import { isTerminal } from '@contract/jobs/lifecycle';
import { isKnownFinished, updateOverlays, type Overlays } from './live-store';
import { forwardProgress, type JobOverlay } from './merge-job';

export const MAX_LIVE_LOG_LINES = 2000;

export const EMPTY_OVERLAY: JobOverlay = {
  status: null,
  progress: null,
  preview: null,
  outputs: [],
  log: [],
  isFinished: false,
};

/**
 * Effect of each event. Events never change the query cache, which contains only GET responses.
 *
 * | event                  | overlay                       | read again by GET                    |
 * |------------------------|-------------------------------|--------------------------------------|
 * | status, not final      | status and queue position     | job and list, when the status is new |
 * | status, final          | `isFinished`                  | job and list                         |
 * | progress               | snapshot, never backwards     | -                                    |
 * | preview                | replaces the one before       | -                                    |
 * | output                 | added, or replaced by node and name | job, when it has ended (a late one) |
 * | log                    | appended, the tail is kept    | -                                    |
 * | anything else, garbage | -                             | -                                    |
 *
 * Which queries read the job and the list is in `stale-table.ts`.
 * Previews and log lines are ephemeral: they are nowhere else while the job runs, and nothing depends on them.
 */
export interface EventEffect {
  overlay: JobOverlay;
  readJob: boolean;
  readList: boolean;
}

/** Parses a received frame; `null` if unknown or invalid, which is ignored (rule J-6.24). */
export function readFrame(name: string, dataText: string): { jobId: string | null; event: JobEvent } | null {
  const event = readEvent(name, dataText);
  if (!event) return null;
  const jobId = event.data['job_id'];
  return { jobId: typeof jobId === 'string' && jobId !== '' ? jobId : null, event };
}

/**
 * @param at monotonic time of arrival
 * @param isKnownFinished a GET has reported the job as finished: only outputs that it did not contain need another GET
 */
export function applyEvent(
  before: JobOverlay | undefined,
  event: JobEvent,
  at: number,
  isKnownFinished = false,
): EventEffect {
  const overlay = before ?? EMPTY_OVERLAY;
  if (isKnownFinished) return { overlay, readJob: event.event === 'output', readList: false };
  switch (event.event) {
    case 'status':
      return applyStatus(overlay, event.data, at);
    case 'progress': {
      const snapshot = forwardProgress(overlay.progress?.snapshot ?? null, event.data);
      return quiet({ ...overlay, progress: { snapshot, at } });
    }
    case 'preview':
      return quiet({ ...overlay, preview: { ...event.data, at } });
    case 'output': {
      const { data } = event;
      const others = overlay.outputs.filter(
        ({ output }) => output.id !== data.id && (output.node_id !== data.node_id || output.name !== data.name),
      );
      const next = { ...overlay, outputs: [...others, { output: data, at }] };
      return { overlay: next, readJob: overlay.isFinished, readList: overlay.isFinished };
    }
    case 'log':
      return quiet({ ...overlay, log: [...overlay.log.slice(1 - MAX_LIVE_LOG_LINES), event.data] });
  }
}

function applyStatus(
  overlay: JobOverlay,
  { status, queue_position }: Extract<JobEvent, { event: 'status' }>['data'],
  at: number,
): EventEffect {
  // Duplicates are allowed (docs/api-notes.md, Events); a second read is cheap, a missed terminal status is not.
  if (isTerminal(status)) return { overlay: { ...overlay, isFinished: true }, readJob: true, readList: true };
  // A frame that arrives after the end is out of order and ignored.
  if (overlay.isFinished) return quiet(overlay);
  const isNew = overlay.status?.value !== status;
  const next = { ...overlay, status: { value: status, queuePosition: queue_position, at } };
  return { overlay: next, readJob: isNew, readList: isNew };
}

function quiet(overlay: JobOverlay): EventEffect {
  return { overlay, readJob: false, readList: false };
}

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
 * Updates the store once per batch of frames. This file is separate from the store: the first screen only reads overlays, and the
 * code that writes them is loaded with the stream.
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
