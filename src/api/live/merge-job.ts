import type { LogFrame, PreviewFrame } from '@contract/jobs/events';
import type { Output, Progress, ListedJob } from '@contract/jobs/schemas';
import type { z } from 'zod/mini';
import { replaceEqualDeep } from '@tanstack/react-query';
import { isForward, isTerminal } from '@contract/jobs/lifecycle';

/**
 * Events of one job that no GET has confirmed yet. Times are monotonic (`performance.now()`), so that they compare with the start
 * of a request even if the system clock changes.
 */
export interface JobOverlay {
  /** Only non-terminal statuses: a terminal status counts once a GET confirms it (rule J-6.08). */
  status: { value: string; queuePosition: number | null | undefined; at: number } | null;
  progress: { snapshot: Progress; at: number } | null;
  /** The newest preview only. */
  preview: Preview | null;
  /** In order of arrival. */
  outputs: readonly { output: Output; at: number }[];
  /** Tail of the log. */
  log: readonly LogLine[];
  /** The stream reported a terminal status; the job must be fetched. */
  isFinished: boolean;
}

export type Preview = z.infer<typeof PreviewFrame> & { at: number };
export type LogLine = z.infer<typeof LogFrame>;

/** A job as one GET returned it. */
export interface FetchedJob<J extends ListedJob = ListedJob> {
  job: J;
  /** Monotonic time before that request was sent. */
  startedAt: number;
  /** The job's progress; its fraction never decreases on screen. */
  progress: Progress | null;
  /** Since when responses report an active job as `expired`; absent: they do not, or it is confirmed. */
  suspectedSince?: number;
}

/**
 * Some surfaces report a job as expired while its result moves from the queue to the history: an active job counts as `expired`
 * only when a later response confirms it.
 */
const EXPIRY_DOUBT_MS = 1500;

export function toFetchedJob<J extends ListedJob>(job: J, startedAt: number): FetchedJob<J> {
  return { job, startedAt, progress: job.progress ?? null };
}

export interface ShownJob {
  /** The job with the newer state of the overlay. */
  job: ListedJob;
  preview: Preview | null;
  /** The stream has reported a terminal status and the job is being fetched. */
  isEnding: boolean;
}

/**
 * Returns the newer of two copies of a job. The job has no version field, so the start of the request decides: a response whose
 * request was sent before a newer one is discarded, and a terminal status is final (rules J-3.14, J-3.15).
 */
export function newerCopy<J extends ListedJob>(known: FetchedJob<J> | undefined, next: FetchedJob<J>): FetchedJob<J> {
  if (!known) return next;
  if (next.startedAt < known.startedAt) return known;
  if (isTerminal(known.job.status) && !isTerminal(next.job.status)) return known;
  if (next.job.status === 'expired' && !isTerminal(known.job.status)) {
    const suspectedSince = known.suspectedSince ?? next.startedAt;
    if (next.startedAt - suspectedSince < EXPIRY_DOUBT_MS)
      return { ...known, startedAt: next.startedAt, suspectedSince };
  }
  // The same object for equal content: unchanged rows do not re-render.
  const job = replaceEqualDeep(known.job, next.job);
  const progress = isTerminal(job.status)
    ? job.progress
    : job.progress && forwardProgress(known.progress, job.progress);
  return { job, startedAt: next.startedAt, progress: progress ?? null };
}

/** Merges the overlay into the polled job. */
export function mergeJob(known: FetchedJob, overlay: JobOverlay | undefined): ShownJob {
  const { job, startedAt, progress } = known;
  // A terminal GET is final; no event is newer.
  if (isTerminal(job.status)) return { job, preview: null, isEnding: false };
  if (!overlay) return { job: progress === job.progress ? job : { ...job, progress }, preview: null, isEnding: false };

  const merged: ListedJob = { ...job };
  const { status } = overlay;
  // Events that arrived before the request was sent are contained in its response.
  if (status && status.at > startedAt && isForward(job.status, status.value)) {
    merged.status = status.value;
    if (status.queuePosition !== undefined) merged.queue_position = status.queuePosition;
    if (status.value !== 'queued') merged.queue_position = null;
  }
  merged.progress = mergeProgress(progress, startedAt, overlay.progress);
  merged.outputs = mergeOutputs(job.outputs, startedAt, overlay.outputs);
  return { job: merged, preview: overlay.preview, isEnding: overlay.isFinished };
}

function mergeProgress(read: Progress | null, startedAt: number, reported: JobOverlay['progress']): Progress | null {
  if (!reported) return read;
  if (!read) return reported.at > startedAt ? reported.snapshot : null;
  return reported.at > startedAt ? forwardProgress(read, reported.snapshot) : forwardProgress(reported.snapshot, read);
}

function mergeOutputs(read: Output[] | undefined, startedAt: number, reported: JobOverlay['outputs']): Output[] {
  // Job lists of other surfaces omit outputs (rule J-4.80), so absence means nothing there.
  const early = reported.filter(({ at }) => read === undefined || at > startedAt).map(({ output }) => output);
  const known = read ?? [];
  const unseen = early.filter((output) => !known.some((other) => other.id === output.id));
  if (unseen.length === 0) return known;
  // A restarted run creates its files again: node and name identify the replaced one.
  const isReplaced = (old: Output) => unseen.some((next) => next.node_id === old.node_id && next.name === old.name);
  return [...known.filter((old) => !isReplaced(old)), ...unseen];
}

/**
 * A larger decrease is not a late response: the run restarted, such as after a restart of the gateway, and the display follows.
 */
const RESTART_FALL = 0.2;

/**
 * Returns the displayed progress: each snapshot is complete (rule J-2.21), so the newest one replaces the previous one, except
 * that its fraction never decreases.
 */
export function forwardProgress(shown: Progress | null, next: Progress): Progress {
  if (!shown || next.value >= shown.value || shown.value - next.value >= RESTART_FALL) return next;
  // A restarted run has another message, however early the first attempt ended.
  if (next.message && next.message !== shown.message) return next;
  // The step must match the fraction: 3 of 400 next to 5 % would be contradictory.
  const isSameNode = next.current_node === shown.current_node && (next.step ?? 0) < (shown.step ?? 0);
  return { ...next, value: shown.value, ...(isSameNode ? { step: shown.step, steps: shown.steps } : {}) };
}
