import type { ListedJob, Output } from '@contract/jobs/schemas';
import { LABEL_TITLE } from '../outbox/outbox-entry';

/** A job of this browser, as it was read last: kept when the surface lists none, or has let it go. */
export interface HistoryJob {
  surfaceId: string;
  jobId: string;
  title: string;
  createdAt: number;
  /** Null until it was read. */
  job: ListedJob | null;
  /** `sourceKeyOfDraft` or `sourceKeyOfJob`: records of several servers with the same one ran the same workflow. */
  sourceKey?: string;
}

/** Of the runs of a draft as it stood. */
export function sourceKeyOfDraft(draftId: string, graphFingerprint: string): string {
  return `draft ${draftId} ${graphFingerprint}`;
}

/** Of the runs of the workflow of a job at other servers; the ids of foreign jobs are any text. */
export function sourceKeyOfJob(surfaceId: string, jobId: string): string {
  return `job ${surfaceId} ${jobId}`;
}

/** The job that `sourceKeyOfJob` was made of; `null` for other keys. */
export function jobOfSourceKey(sourceKey: string): { surfaceId: string; jobId: string } | null {
  const [, surfaceId, jobId] = /^job (\S+) (.+)$/s.exec(sourceKey) ?? [];
  return surfaceId === undefined || jobId === undefined ? null : { surfaceId, jobId };
}

const LONG_AGO = '1970-01-01T00:00:00Z';

/** The last instant of JavaScript's `Date`, in milliseconds: a later one throws when it is formatted. */
const MAX_INSTANT = 8.64e15;

/** Returns true if a `Date` can hold the instant, in milliseconds. */
export function isInstant(milliseconds: number): boolean {
  return Math.abs(milliseconds) <= MAX_INSTANT;
}

/** Without the signed addresses of its outputs: they are renewed when they are used, and are nothing to keep. */
export function withoutAddresses(job: ListedJob): ListedJob {
  if (!job.outputs) return job;
  const outputs = job.outputs.map((output): Output => ({ ...output, url: '', url_expires_at: LONG_AGO }));
  return { ...job, outputs };
}

/**
 * A stored record as screens may use it: a record imported by an older version can hold URLs and a date that no `Date`
 * can hold. Returns the same object if there is nothing to change.
 */
export function toUsableRecord(record: HistoryJob): HistoryJob {
  const { job, createdAt } = record;
  const hasUrls = job?.outputs?.some(({ url }) => url !== '') ?? false;
  if (!hasUrls && isInstant(createdAt)) return record;
  return { ...record, createdAt: isInstant(createdAt) ? createdAt : 0, job: job && withoutAddresses(job) };
}

/** In the place of a status: the surface was not asked yet, or knows the job no more. */
export const UNREAD = 'not read yet';
export const GONE = 'gone';

/** As the surface would tell it, from what is known: its last reading, or that it was submitted, and nothing more. */
export function jobOf({ jobId, title, createdAt, job }: HistoryJob): ListedJob {
  const created_at = new Date(createdAt).toISOString();
  return titled(job ?? { id: jobId, status: UNREAD, created_at }, title);
}

/** With the name that it got here, where the surface keeps no labels. */
export function titled(job: ListedJob, title: string): ListedJob {
  if (title === '' || job.metadata?.[LABEL_TITLE]) return job;
  return { ...job, metadata: { ...job.metadata, [LABEL_TITLE]: title } };
}
