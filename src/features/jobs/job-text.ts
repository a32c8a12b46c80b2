import type { ListedJob, Progress } from '@contract/jobs/schemas';
import { GONE, UNREAD } from '@/api/storage/history-job';
import { formatCount } from '@/lib/format';

/**
 * What a job's state means, in one phrase for its row and one sentence for its page. Pure, so that every wording has a
 * test.
 */
export interface JobTextContext {
  /** The stream has told the end; the job is being read. */
  isEnding?: boolean;
  /** This browser asked for cancellation. */
  wasCanceledHere?: boolean;
}

/** `#3 in queue`; null where the surface tells no position. */
export function formatQueuePosition(position: number | null | undefined): string | null {
  if (position === null || position === undefined) return null;
  return position <= 1 ? 'next in queue' : `#${position} in queue`;
}

/** What a queued job waits for beside those ahead, where the surface says so; else its place. */
export function waitText({ progress, queue_position: position }: ListedJob): string {
  return progress?.message || (formatQueuePosition(position) ?? 'waiting');
}

/** `step 186 of 300`, `step 186`, or null (rules J-2.28, J-2.29). */
export function formatStep(progress: Pick<Progress, 'step' | 'steps'> | null | undefined): string | null {
  const { step, steps } = progress ?? {};
  if (step === null || step === undefined) return null;
  return steps === null || steps === undefined ? `step ${step}` : `step ${step} of ${steps}`;
}

/** The row's phrase. */
export function jobNote(job: ListedJob, context: JobTextContext = {}): string {
  const { progress } = job;
  switch (job.status) {
    case 'queued':
      return waitText(job);
    case 'running':
      return context.isEnding ? 'finishing' : runningNote(progress);
    case 'canceling':
      return 'stopping at the next step';
    case 'succeeded':
      return job.outputs === undefined ? '' : outputsNote(job.outputs.length);
    case 'failed':
      return failureNote(job);
    case 'canceled':
      return canceledNote(job);
    case 'expired':
      return expiredNote(job, context);
    case UNREAD:
      return 'submitted from this browser';
    case GONE:
      return 'not found on the server';
    default:
      return 'unknown status';
  }
}

function runningNote(progress: Progress | null | undefined): string {
  if (!progress) return 'started';
  const { current_node_class: className, step, steps } = progress;
  const count = step === null || step === undefined ? '' : steps ? ` ${step}/${steps}` : ` ${step}`;
  if (className) return `${className}${count}`;
  return (
    formatStep(progress) ?? progress.message ?? `${progress.nodes_done} of ${formatCount(progress.nodes_total, 'node')}`
  );
}

export function outputsNote(count: number): string {
  return count === 0 ? 'no outputs' : formatCount(count, 'output');
}

/** `ImageBlend 12: sizes differ` */
export function failureNote({ error }: Pick<ListedJob, 'error'>): string {
  if (!error) return 'failed without an error message';
  const place = [error.class_type, error.node_id].filter(Boolean).join(' ');
  const text = error.message || error.code;
  return place ? `${place}: ${text}` : text;
}

export function canceledNote(job: ListedJob): string {
  if (!job.started_at) return 'canceled before it started';
  const step = formatStep(job.progress);
  return step ? `canceled at ${step}` : 'canceled while it ran';
}

/** Some surfaces forget a job that is canceled while it waits and then call it expired (rule J-3.20). */
export function isExpiredBeforeStart({ status, started_at }: Pick<ListedJob, 'status' | 'started_at'>): boolean {
  return status === 'expired' && !started_at;
}

function expiredNote(job: ListedJob, { wasCanceledHere }: JobTextContext): string {
  if (wasCanceledHere && isExpiredBeforeStart(job)) return 'canceled before it started';
  return job.started_at ? 'expired while running' : 'expired';
}
