import { isKnownStatus, JOB_STATUSES, type JobStatus } from '@contract/jobs/lifecycle';
import { LABEL_KEY, type Labels } from '@contract/jobs/schemas';
import { jobApiError } from '../http/job-api-error';
import type { JobFilter } from '../storage/store';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

export function rejectWith(message: string): never {
  throw jobApiError('invalid_request', message);
}

/** Parses the query of `GET /api/v2/jobs` (docs/api-notes.md, Job list). @throws HttpError that names the parameter */
export function readListQuery(query: URLSearchParams): Omit<JobFilter, 'owner'> {
  const filter: Omit<JobFilter, 'owner'> = { limit: readLimit(single(query, 'limit')) };
  const cursor = single(query, 'cursor');
  if (cursor !== null) filter.beforeSeq = readCursor(cursor);
  const status = single(query, 'status');
  if (status !== null) filter.statuses = readStatuses(status);
  const labels = readLabels(query);
  if (labels) filter.labels = labels;
  return filter;
}

/** Opaque to clients: the position in submission order, so that jobs submitted during pagination do not shift pages. */
export function writeCursor(seq: number): string {
  return `j${seq.toString(36)}`;
}

export function readCursor(cursor: string): number {
  const seq = /^j[0-9a-z]{1,10}$/.test(cursor) ? Number.parseInt(cursor.slice(1), 36) : Number.NaN;
  return Number.isSafeInteger(seq) ? seq : rejectCursor('cursor must be a next_cursor of this listing');
}

export function rejectCursor(message: string): never {
  throw jobApiError('invalid_cursor', message);
}

export function readLimit(text: string | null, name = 'limit'): number {
  if (text === null) return DEFAULT_LIMIT;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= MAX_LIMIT ? limit : rejectWith(`${name} must be a whole number from 1 to ${MAX_LIMIT}`);
}

export function readStatuses(text: string): JobStatus[] {
  return text.split(',').map((word) => {
    const status = word.trim();
    return isKnownStatus(status) ? status : rejectWith(`status must be one or more of ${JOB_STATUSES.join(', ')}`);
  });
}

/** Maximum number of label filters per request (docs/api-notes.md, Job list). */
const MAX_LABEL_FILTERS = 3;

/**
 * Returns the label filters, or `null` if there are none.
 * @throws HttpError `invalid_metadata_filter`
 */
export function readLabels(query: URLSearchParams): Labels | null {
  const labels = new Map<string, string>();
  for (const [name, value] of query) {
    if (!name.startsWith('metadata')) continue;
    const key = /^metadata\[(.*)\]$/s.exec(name)?.[1];
    if (key === undefined || !LABEL_KEY.test(key)) {
      rejectFilter('A label filter is metadata[key]=value, with a key of 1 to 40 letters, digits, "_", "-" or "."');
    }
    if (labels.has(key)) rejectFilter(`metadata[${key}] is given more than once`);
    // Broken percent-encoding arrives as U+FFFD.
    if (/[\p{Cc}\p{Bidi_Control}\ufffd]/u.test(value)) {
      rejectFilter(`The value of metadata[${key}] has characters that no label can be found by`);
    }
    labels.set(key, value);
  }
  if (labels.size > MAX_LABEL_FILTERS) rejectFilter(`A listing accepts at most ${MAX_LABEL_FILTERS} label filters`);
  return labels.size > 0 ? Object.fromEntries(labels) : null;
}

function rejectFilter(message: string): never {
  throw jobApiError('invalid_metadata_filter', message);
}

/** @throws HttpError if the parameter is repeated. */
export function single(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  return values.length > 1 ? rejectWith(`${name} is given more than once`) : (values[0] ?? null);
}
