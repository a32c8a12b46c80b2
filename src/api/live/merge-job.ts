import { replaceEqualDeep } from '@tanstack/react-query';
import { isForward, isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob, Output, Progress } from '@contract/jobs/schemas';
import { forwardProgress } from './monotonic-progress';
import type { JobOverlay, Preview } from './overlay';

/** A job as one GET returned it. */
export interface FetchedJob<J extends ListedJob = ListedJob> {
  job: J;
  /** Monotonic instant before that request left. */
  startedAt: number;
  /** The job's progress, but for a fraction that would run backwards on screen. */
  progress: Progress | null;
  /** Since when answers say `expired` of a job that was active; absent: they do not, or it is believed. */
  doubtedSince?: number;
}

/**
 * Some surfaces call a job expired while its result is on the way from the queue into the history: an active job is
 * `expired` when a later answer says so again.
 */
const EXPIRY_DOUBT_MS = 1500;

export function readingOf<J extends ListedJob>(job: J, startedAt: number): FetchedJob<J> {
  return { job, startedAt, progress: job.progress ?? null };
}

export interface ShownJob {
  /** With everything the overlay knows better. */
  job: ListedJob;
  preview: Preview | null;
  /** The stream has told the end and the job is being read. */
  isEnding: boolean;
}

/**
 * The reading to keep of two of one job. The job has no version field, so the start of the request decides: an answer
 * whose request left before a newer one is dropped, and a terminal status is final (rules J-3.14, J-3.15).
 */
export function newerCopy<J extends ListedJob>(known: FetchedJob<J> | undefined, next: FetchedJob<J>): FetchedJob<J> {
  if (!known) return next;
  if (next.startedAt < known.startedAt) return known;
  if (isTerminal(known.job.status) && !isTerminal(next.job.status)) return known;
  if (next.job.status === 'expired' && !isTerminal(known.job.status)) {
    const doubtedSince = known.doubtedSince ?? next.startedAt;
    if (next.startedAt - doubtedSince < EXPIRY_DOUBT_MS) return { ...known, startedAt: next.startedAt, doubtedSince };
  }
  // The same object for the same content: rows that did not change are not drawn again.
  const job = replaceEqualDeep(known.job, next.job);
  const progress = isTerminal(job.status)
    ? job.progress
    : job.progress && forwardProgress(known.progress, job.progress);
  return { job, startedAt: next.startedAt, progress: progress ?? null };
}

/** Lays the overlay over the polled job: the one place where the two meet. */
export function mergeJob(known: FetchedJob, overlay: JobOverlay | undefined): ShownJob {
  const { job, startedAt, progress } = known;
  // The end that a GET told is the whole truth; nothing of the stream is newer than it.
  if (isTerminal(job.status)) return { job, preview: null, isEnding: false };
  if (!overlay) return { job: progress === job.progress ? job : { ...job, progress }, preview: null, isEnding: false };

  const merged: ListedJob = { ...job };
  const { status } = overlay;
  // What arrived before the request left is contained in its answer.
  if (status && status.at > startedAt && isForward(job.status, status.value)) {
    merged.status = status.value;
    if (status.queuePosition !== undefined) merged.queue_position = status.queuePosition;
    if (status.value !== 'queued') merged.queue_position = null;
  }
  merged.progress = mergeProgress(progress, startedAt, overlay.progress);
  merged.outputs = mergeOutputs(job.outputs, startedAt, overlay.outputs);
  return { job: merged, preview: overlay.preview, isEnding: overlay.hasEnded };
}

function mergeProgress(read: Progress | null, startedAt: number, told: JobOverlay['progress']): Progress | null {
  if (!told) return read;
  if (!read) return told.at > startedAt ? told.snapshot : null;
  return told.at > startedAt ? forwardProgress(read, told.snapshot) : forwardProgress(told.snapshot, read);
}

function mergeOutputs(read: Output[] | undefined, startedAt: number, told: JobOverlay['outputs']): Output[] {
  // Foreign listings leave outputs out (rule J-4.80): absence then says nothing.
  const early = told.filter(({ at }) => read === undefined || at > startedAt).map(({ output }) => output);
  const known = read ?? [];
  const unseen = early.filter((output) => !known.some((other) => other.id === output.id));
  if (unseen.length === 0) return known;
  // A run that began anew makes its files again: node and name tell which one is replaced.
  const isReplaced = (old: Output) => unseen.some((next) => next.node_id === old.node_id && next.name === old.name);
  return [...known.filter((old) => !isReplaced(old)), ...unseen];
}
