import { isKnownStatus, isTerminal, jobCan, type JobStatus } from '@contract/jobs/lifecycle';
import type { ListedJob, Progress } from '@contract/jobs/schemas';
import { GONE, UNREAD } from '@/domains/job-record/history-job';
import type { JobStart } from '@/domains/jobs/job-start';
import { msg, t, type Message } from '@/lib/i18n/messages';

/**
 * Describes the state of a job, as a phrase for its row and a sentence for its page. Pure, so that every text is
 * tested.
 */
export interface JobTextContext {
  /** The stream has reported a terminal status; the job is being fetched. */
  isEnding?: boolean;
  /** Whether it waits because the queue is paused. */
  isHeld?: boolean;
  /** Whether the user canceled it in this browser. */
  wasCanceledHere?: boolean;
  /** Whether it ever started, by `jobStart`; without it, nothing is claimed about a job without a start time. */
  start?: JobStart;
}

const STATUSES: Readonly<Record<JobStatus, Message>> = {
  queued: msg('queued'),
  running: msg('running'),
  canceling: msg('canceling'),
  succeeded: msg('succeeded'),
  canceled: msg('canceled'),
  failed: msg('failed'),
  expired: msg('expired'),
};

/** An unknown status is shown unchanged. */
export function statusText(status: string): string {
  if (isKnownStatus(status)) return t(STATUSES[status]);
  return status === UNREAD ? t('not read yet') : status === GONE ? t('gone') : status;
}

/** `#3 in queue`; `null` if the surface does not report a position. */
export function formatQueuePosition(position: number | null | undefined): string | null {
  if (position === null || position === undefined) return null;
  return position <= 1 ? t('next in queue') : t('#{position} in queue', { position });
}

/**
 * Returns what a queued job waits for besides the jobs ahead, if the surface reports it; else its position. Shows the position
 * of a held job as well, since it can still be moved.
 */
export function waitText({ progress, queue_position }: ListedJob, isHeld = false): string {
  const position = formatQueuePosition(queue_position) ?? t('waiting');
  return isHeld ? t('{position} · queue paused', { position }) : progress?.message || position;
}

/** `step 186 of 300`, `step 186`, or `null` (rules J-2.28, J-2.29). */
export function formatStep(progress: Pick<Progress, 'step' | 'steps'> | null | undefined): string | null {
  const { step, steps } = progress ?? {};
  if (step === null || step === undefined) return null;
  return steps === null || steps === undefined
    ? t('step {step}', { step })
    : t('step {step} of {steps}', { step, steps });
}

/** Returns the phrase for the row. */
export function jobNote(job: ListedJob, context: JobTextContext = {}): string {
  const { progress } = job;
  switch (job.status) {
    case 'queued':
      return waitText(job, context.isHeld);
    case 'running':
      return context.isEnding ? t('finishing') : runningNote(progress);
    case 'canceling':
      return t('stopping at the next step');
    case 'succeeded':
      return job.outputs === undefined ? '' : outputsNote(job.outputs.length);
    case 'failed':
      return failureNote(job);
    case 'canceled':
      return canceledNote(job, context.start);
    case 'expired':
      return expiredNote(job, context);
    case UNREAD:
      return t('submitted from this browser');
    case GONE:
      return t('not found on the server');
    default:
      return t('unknown status');
  }
}

/** `4/9 · KSampler`: the count is first, since a narrow row truncates the end. */
function runningNote(progress: Progress | null | undefined): string {
  if (!progress) return t('started');
  const { current_node_class: className, step, steps } = progress;
  const count = formatStep(progress);
  if (className) return [count !== null && steps ? `${step}/${steps}` : count, className].filter(Boolean).join(' · ');
  return (
    count ??
    progress.message ??
    t('{done} of {total, plural, one {# node} other {# nodes}}', {
      done: progress.nodes_done,
      total: progress.nodes_total,
    })
  );
}

export function outputsNote(count: number): string {
  return count === 0 ? t('no outputs') : t('{count, plural, one {# output} other {# outputs}}', { count });
}

/** `ImageBlend: sizes differ` */
export function failureNote({ error }: Pick<ListedJob, 'error'>): string {
  if (!error) return t('failed without an error message');
  const text = error.message || error.code;
  return error.class_type ? `${error.class_type}: ${text}` : text;
}

export function canceledNote(job: ListedJob, start: JobStart = job.started_at ? 'ran' : 'unknown'): string {
  if (start === 'unknown') return t('canceled');
  if (start === 'never') return t('canceled before it started');
  const step = formatStep(job.progress);
  return step ? t('canceled at {step}', { step }) : t('canceled while it ran');
}

/** Some surfaces delete a job that is canceled while queued, and then report it as expired (rule J-3.20). */
export function isExpiredUnstarted({ status, started_at }: Pick<ListedJob, 'status' | 'started_at'>): boolean {
  return status === 'expired' && !started_at;
}

function expiredNote(job: ListedJob, { wasCanceledHere, start }: JobTextContext): string {
  if (wasCanceledHere && isExpiredUnstarted(job)) return canceledNote(job, start);
  return job.started_at ? t('expired while running') : t('expired');
}

/** Returns text about a cancel that came too late; `null` if the status already says what happened. */
export function lateCancelText(after: Pick<ListedJob, 'status' | 'started_at'>): string | null {
  if (!isTerminal(after.status) || after.status === 'canceled' || isExpiredUnstarted(after)) return null;
  return t('had already ended: {status}', { status: statusText(after.status) });
}

/** What a job of this status does after its cancellation has failed. */
export function failedCancelText(status: string): string {
  return status === 'queued' ? t('The job is still in the queue.') : t('The job is still running.');
}

/** Explanation for a control that `jobCan.cancel` disables. */
export function cancelDisabledReason(status: string): string | null {
  if (jobCan.cancel(status)) return null;
  if (status === 'canceling') return t('This job is already being canceled.');
  if (isTerminal(status)) return t('This job has already ended: {status}.', { status: statusText(status) });
  return t('This surface reports a status that Flowdeck does not know: {status}.', { status });
}
