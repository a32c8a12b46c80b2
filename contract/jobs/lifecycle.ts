import { isOneOf } from '../typed-objects';

/** Lifecycle of a job (Job API 3). The gateway uses this table to transition jobs, the console to offer actions. */

/** The seven statuses of Job API 3, in the order in which a job can pass through them. */
export const JOB_STATUSES = ['queued', 'running', 'canceling', 'succeeded', 'canceled', 'failed', 'expired'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

const TERMINAL: ReadonlySet<string> = new Set<JobStatus>(['succeeded', 'canceled', 'failed', 'expired']);

export function isKnownStatus(status: string): status is JobStatus {
  return isOneOf(JOB_STATUSES, status);
}

/** Returns true for terminal statuses. Unknown ones count as unfinished, so that clients continue polling. */
export function isTerminal(status: string): boolean {
  return TERMINAL.has(status);
}

export function isActive(status: string): boolean {
  return !isTerminal(status);
}

/**
 * Transitions of Job API 3, plus our decisions for cases that it leaves open: a queued job is canceled at once, retention can
 * also expire a queued job, and a canceling job ends as canceled only.
 */
const TRANSITIONS: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  queued: ['running', 'canceled', 'failed', 'expired'],
  running: ['succeeded', 'failed', 'canceling', 'expired'],
  canceling: ['canceled'],
  succeeded: [],
  canceled: [],
  failed: [],
  expired: [],
};

export function canTransition(from: JobStatus, to: JobStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Actions that a user may take in a given status. Unknown statuses allow no action that changes the job. */
export const jobCan = {
  cancel: (status: string): boolean => status === 'queued' || status === 'running',
  runAgain: (status: string): boolean => isKnownStatus(status),
  streamEvents: (status: string): boolean => isActive(status),
} as const;

/**
 * Decides which of two copies of a job is shown. A terminal status is final (rule J-3.14, J-3.15), whatever a later response
 * says. An unknown status has no position in the order, so the later response is shown (J-9.06).
 */
export function isForward(from: string, to: string): boolean {
  if (from === to) return true;
  if (isTerminal(from)) return false;
  if (isTerminal(to)) return true;
  if (!isKnownStatus(from) || !isKnownStatus(to)) return true;
  return JOB_STATUSES.indexOf(to) > JOB_STATUSES.indexOf(from);
}
