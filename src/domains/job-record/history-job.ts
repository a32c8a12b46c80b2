import type { ListedJob, Output } from '@contract/jobs/schemas';
import { LABEL_TITLE } from './job-labels';

/** A job of this browser, as last fetched; available if the surface does not list jobs or has deleted it. */
export interface HistoryJob {
  surfaceId: string;
  jobId: string;
  title: string;
  createdAt: number;
  /** `null` until it was fetched. */
  job: ListedJob | null;
  /** `sourceKeyOfDraft` or `sourceKeyOfJob`: records of several servers with the same one ran the same workflow. */
  sourceKey?: string;
  /** Id of its `KeptGraph`, which may have been removed since. */
  graph?: string;
}

/** Returns the source key of runs of a draft in a given state. */
export function sourceKeyOfDraft(draftId: string, graphFingerprint: string): string {
  return `draft ${draftId} ${graphFingerprint}`;
}

/** Returns true for the source keys of a draft in any state. */
export function isSourceKeyOfDraft(sourceKey: string, draftId: string): boolean {
  return sourceKey.startsWith(sourceKeyOfDraft(draftId, ''));
}

/** Returns the source key of runs of a job's workflow on other servers. Foreign job ids can be any text. */
export function sourceKeyOfJob(surfaceId: string, jobId: string): string {
  return `job ${surfaceId} ${jobId}`;
}

/** Parses a key of `sourceKeyOfJob`; `null` for other keys. */
export function jobOfSourceKey(sourceKey: string): { surfaceId: string; jobId: string } | null {
  const [, surfaceId, jobId] = /^job (\S+) (.+)$/s.exec(sourceKey) ?? [];
  return surfaceId === undefined || jobId === undefined ? null : { surfaceId, jobId };
}

const LONG_AGO = '1970-01-01T00:00:00Z';

/** Maximum time value of JavaScript's `Date`, in milliseconds: formatting a later one throws. */
const MAX_INSTANT = 8.64e15;

/** Returns true if a `Date` can hold the instant, in milliseconds. */
export function isInstant(milliseconds: number): boolean {
  return Math.abs(milliseconds) <= MAX_INSTANT;
}

/** Removes the signed URLs of outputs, which are renewed on use. */
export function withoutUrls(job: ListedJob): ListedJob {
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
  return { ...record, createdAt: isInstant(createdAt) ? createdAt : 0, job: job && withoutUrls(job) };
}

/** Shown instead of a status: the job was not fetched yet, or the surface no longer has it. */
export const UNREAD = 'not read yet';
export const GONE = 'gone';

/** Returns the job as last fetched, otherwise one with only its submission. */
export function jobOf({ jobId, title, createdAt, job }: HistoryJob): ListedJob {
  const created_at = new Date(createdAt).toISOString();
  return titled(job ?? { id: jobId, status: UNREAD, created_at }, title);
}

/** Adds the local title if the surface stores no labels. */
export function titled(job: ListedJob, title: string): ListedJob {
  if (title === '' || job.metadata?.[LABEL_TITLE]) return job;
  return { ...job, metadata: { ...job.metadata, [LABEL_TITLE]: title } };
}
