import { readEvent, type JobEvent } from '@contract/jobs/events';
import { isTerminal } from '@contract/jobs/lifecycle';
import { forwardProgress } from './monotonic-progress';
import { EMPTY_OVERLAY, MAX_LIVE_LOG_LINES, type JobOverlay } from './overlay';

/**
 * What each event does. Nothing here touches the query cache: it holds only what a GET returned.
 *
 * | event                  | overlay                       | read again by GET                    |
 * |------------------------|-------------------------------|--------------------------------------|
 * | status, not final      | status and queue position     | job and list, when the status is new |
 * | status, final          | `hasEnded`                    | job and list                         |
 * | progress               | snapshot, never backwards     | -                                    |
 * | preview                | replaces the one before       | -                                    |
 * | output                 | added, or replaced by node and name | job, when it has ended (a late one) |
 * | log                    | appended, the tail is kept    | -                                    |
 * | anything else, garbage | -                             | -                                    |
 *
 * Previews and log lines are ephemeral: they are nowhere else while the job runs, and nothing depends on them.
 */
export interface EventEffect {
  overlay: JobOverlay;
  readJob: boolean;
  readList: boolean;
}

/** A frame off the wire; null for what is unknown or broken, which is skipped (rule J-6.24). */
export function readFrame(name: string, dataText: string): { jobId: string | null; event: JobEvent } | null {
  const event = readEvent(name, dataText);
  if (!event) return null;
  const jobId = event.data['job_id'];
  return { jobId: typeof jobId === 'string' && jobId !== '' ? jobId : null, event };
}

/**
 * @param at monotonic instant of arrival
 * @param isKnownEnded a GET has said that the job is over: only what it has not seen yet is worth a second look
 */
export function applyEvent(
  before: JobOverlay | undefined,
  event: JobEvent,
  at: number,
  isKnownEnded = false,
): EventEffect {
  const overlay = before ?? EMPTY_OVERLAY;
  if (isKnownEnded) return { overlay, readJob: event.event === 'output', readList: false };
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
      return { overlay: next, readJob: overlay.hasEnded, readList: overlay.hasEnded };
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
  // Duplicates are allowed (docs/api-notes.md, Events); a second read is cheap, a missed end is not.
  if (isTerminal(status)) return { overlay: { ...overlay, hasEnded: true }, readJob: true, readList: true };
  // A frame that comes after the end in the wrong order takes nothing back.
  if (overlay.hasEnded) return quiet(overlay);
  const isNew = overlay.status?.value !== status;
  const next = { ...overlay, status: { value: status, queuePosition: queue_position, at } };
  return { overlay: next, readJob: isNew, readList: isNew };
}

function quiet(overlay: JobOverlay): EventEffect {
  return { overlay, readJob: false, readList: false };
}
