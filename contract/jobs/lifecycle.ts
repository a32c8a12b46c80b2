/** The life of a job: Job API 3. One table, used by the gateway to move jobs and by the console to offer actions. */

/** Job API 3: the seven values, in the order in which a job can pass through them. */
export const JOB_STATUSES = ['queued', 'running', 'canceling', 'succeeded', 'canceled', 'failed', 'expired'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

const TERMINAL: ReadonlySet<string> = new Set<JobStatus>(['succeeded', 'canceled', 'failed', 'expired']);

export function isKnownStatus(status: string): status is JobStatus {
  return (JOB_STATUSES as readonly string[]).includes(status);
}

/** An unknown status counts as unfinished, so that a reader polls on (design: reading is lenient). */
export function isTerminal(status: string): boolean {
  return TERMINAL.has(status);
}

export function isActive(status: string): boolean {
  return !isTerminal(status);
}

/**
 * Job API 3, plus the decisions where it is silent: a queued job is canceled at once; retention can end a queued job
 * too; a job that was being canceled ends as canceled only.
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

export function canMove(from: JobStatus, to: JobStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** What a person may ask of a job in a given status. Unknown statuses allow nothing that changes the job. */
export const jobCan = {
  cancel: (status: string): boolean => status === 'queued' || status === 'running',
  runAgain: (status: string): boolean => isKnownStatus(status),
  streamEvents: (status: string): boolean => isActive(status),
} as const;

/** The sentence beside a control that `jobCan.cancel` switches off. */
export function cancelDisabledReason(status: string): string | null {
  if (jobCan.cancel(status)) return null;
  if (status === 'canceling') return 'This job is already being canceled.';
  if (isTerminal(status)) return `This job has already ended: ${status}.`;
  return `This surface reports a status that Flowdeck does not know: ${status}.`;
}

/**
 * Which of two readings of one job is to be shown. A terminal status is final (rule J-3.14, J-3.15): no later answer
 * takes it back. A status that is not known here has no place in the order, so the later answer is shown (J-9.06).
 */
export function isForward(from: string, to: string): boolean {
  if (from === to) return true;
  if (isTerminal(from)) return false;
  if (isTerminal(to)) return true;
  if (!isKnownStatus(from) || !isKnownStatus(to)) return true;
  return JOB_STATUSES.indexOf(to) > JOB_STATUSES.indexOf(from);
}
