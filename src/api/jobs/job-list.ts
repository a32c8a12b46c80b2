import { z } from 'zod/mini';
import { isActive } from '@contract/jobs/lifecycle';
import { ListedJob } from '@contract/jobs/schemas';
import type { JobFilter } from './job-filter';
import { newerCopy, readingOf, type FetchedJob } from '../live/merge-job';

/**
 * The list as pages: the head is polled, older pages are fetched on demand and then frozen. Pure; the queries are in
 * `job-queries.ts`.
 */

/**
 * Surfaces word their listings differently (docs/api-notes.md, Job list); items are read one by one, so that one bad item
 * does not hide the rest.
 */
export const ListedPage = z.looseObject({
  jobs: z.optional(z.array(z.unknown())),
  data: z.optional(z.array(z.unknown())),
  items: z.optional(z.array(z.unknown())),
  next_cursor: z.optional(z.nullable(z.string())),
  truncated: z.optional(z.boolean()),
  /** Ours: matches by status. */
  counts: z.optional(z.record(z.string(), z.number())),
  /** Ours: there may be more than were counted. */
  counts_at_least: z.optional(z.boolean()),
});
export type ListedPage = z.infer<typeof ListedPage>;

/** Those of the readings that a filter lets through, in its order. */
export type LookThrough = (readings: readonly FetchedJob[], filter: JobFilter) => readonly FetchedJob[];

export interface FetchedJobsPage {
  readings: readonly FetchedJob[];
  /** Where older jobs go on; null at the end, or where the surface cannot walk on. */
  nextCursor: string | null;
  /** Older jobs exist that this surface does not list. */
  isCutOff: boolean;
  /** Items that could not be understood. */
  unreadable: number;
  /** Set where the surface cannot search: these are all jobs of the statuses asked for, to be looked through with it. */
  lookThrough: LookThrough | null;
  /** Set where the surface sorts by what may change while the list is open: puts jobs that moved where they belong. */
  arrange: ((readings: readonly FetchedJob[]) => readonly FetchedJob[]) | null;
  /** Matches under each status, the filter by status set aside; null where nobody counts. */
  counts: Readonly<Record<string, number>> | null;
  /** There may be more than were counted. */
  areCountsMinimum: boolean;
  startedAt: number;
}

export interface JobsHead extends FetchedJobsPage {
  /** False: this surface does not list jobs at all. */
  isListed: boolean;
  /** Ids that the newest answer held; what follows them was there before and may be out of date. */
  answeredIds: ReadonlySet<string>;
  /** Monotonic instant at which the head last differed from the one before. */
  changedAt: number;
}

export interface OlderJobs {
  /** The head's cursor that these pages go on from; another one makes them worthless. */
  after: string | null;
  readings: readonly FetchedJob[];
  nextCursor: string | null;
}

export const NO_OLDER_JOBS: OlderJobs = { after: null, readings: [], nextCursor: null };

/** Rows that the head keeps when new jobs push them off its answer, so that the pages behind them stay joined. */
const MAX_HEAD = 400;

export function readPage(page: ListedPage, startedAt: number): FetchedJobsPage {
  const items = page.jobs ?? page.data ?? page.items ?? [];
  const readings: FetchedJob[] = [];
  for (const item of items) {
    const job = ListedJob.safeParse(item);
    if (job.success) readings.push(readingOf(job.data, startedAt));
  }
  const nextCursor = page.next_cursor ?? null;
  return {
    readings,
    nextCursor,
    isCutOff: page.truncated === true && nextCursor === null,
    unreadable: items.length - readings.length,
    lookThrough: null,
    arrange: null,
    counts: page.counts ?? null,
    areCountsMinimum: page.counts_at_least === true,
    startedAt,
  };
}

export function unlistedHead(startedAt: number): JobsHead {
  return { ...readPage({}, startedAt), isListed: false, answeredIds: new Set(), changedAt: startedAt };
}

/** Joins a new answer to what is known of the head. */
export function joinHead(known: JobsHead | undefined, page: FetchedJobsPage): JobsHead {
  const answeredIds = new Set(page.readings.map(({ job }) => job.id));
  const byId = new Map(known?.readings.map((reading) => [reading.job.id, reading]));
  const answered = page.readings.map((next) => newerCopy(byId.get(next.job.id), next));
  const head: JobsHead = { ...page, readings: answered, isListed: true, answeredIds, changedAt: page.startedAt };
  if (!known) return head;
  const kept = keptRows(known, page, answeredIds);
  const isJoined =
    kept !== null &&
    (kept.length > 0 || (page.arrange !== null && known.nextCursor !== null)) &&
    page.nextCursor !== null &&
    answered.length + kept.length <= MAX_HEAD;
  const joined = isJoined
    ? { ...head, readings: [...answered, ...kept], nextCursor: known.nextCursor, isCutOff: known.isCutOff }
    : head;
  return isSameHead(known, joined) ? { ...joined, changedAt: known.changedAt } : joined;
}

/**
 * Rows that the new answer does not hold: those behind the last one that it does, and in orders in which jobs move, those
 * that left it while they were active. Null if it holds none of the known ones: there is a gap.
 */
function keptRows(
  known: JobsHead,
  { arrange }: FetchedJobsPage,
  answeredIds: ReadonlySet<string>,
): readonly FetchedJob[] | null {
  const rows = arrange?.(known.readings) ?? known.readings;
  const last = rows.findLastIndex(({ job }) => answeredIds.has(job.id));
  if (last < 0) return null;
  const isMoved = ({ job }: FetchedJob) => arrange !== null && isActive(job.status) && !answeredIds.has(job.id);
  return rows.filter((row, index) => index > last || isMoved(row));
}

function isSameHead(known: JobsHead, next: JobsHead): boolean {
  if (known.readings.length !== next.readings.length) return false;
  return next.readings.every((reading, index) => reading.job === known.readings[index]?.job);
}

/** Adds the next page behind the older ones; pages that go on from another head are let go. */
export function appendOlder(known: OlderJobs, headCursor: string | null, page: FetchedJobsPage): OlderJobs {
  const isBehind = known.after === headCursor;
  const before = isBehind ? known.readings : [];
  // A list that leads back to where it came from would be read without end.
  const isCircle = page.nextCursor === headCursor || (isBehind && page.nextCursor === known.nextCursor);
  const ids = new Set(before.map(({ job }) => job.id));
  return {
    after: headCursor,
    readings: [...before, ...page.readings.filter(({ job }) => !ids.has(job.id))],
    nextCursor: isCircle ? null : page.nextCursor,
  };
}

/** Where the next older page starts; null when all is there. */
export function olderCursor(head: JobsHead, older: OlderJobs): string | null {
  return older.after === head.nextCursor && older.after !== null ? older.nextCursor : head.nextCursor;
}

/** All rows, newest first, each job once. */
export function joinPages(head: JobsHead, older: OlderJobs): readonly FetchedJob[] {
  if (older.after === null || older.after !== head.nextCursor) return head.readings;
  const ids = new Set(head.readings.map(({ job }) => job.id));
  return [...head.readings, ...older.readings.filter(({ job }) => !ids.has(job.id))];
}

/** Puts a newer reading of one job in the place of the one that a page holds. The same list when nothing changes. */
export function placeReading(readings: readonly FetchedJob[], next: FetchedJob): readonly FetchedJob[] {
  const index = readings.findIndex(({ job }) => job.id === next.job.id);
  const known = readings[index];
  if (!known) return readings;
  const newer = newerCopy(known, next);
  return newer === known ? readings : readings.with(index, newer);
}

/**
 * Jobs that still count as active though the newest head answer did not hold them, and that no answer about active jobs
 * has confirmed since: each is to be read by itself.
 */
export function strayIds(
  rows: readonly FetchedJob[],
  head: JobsHead,
  active: FetchedJobsPage | undefined,
  hasEnded: (id: string) => boolean,
): string[] {
  const activeIds = new Set(active?.readings.map(({ job }) => job.id));
  const isWhole = active !== undefined && active.nextCursor === null && !active.isCutOff;
  return rows
    .filter(({ job, startedAt }) => {
      if (!isActive(job.status) || head.answeredIds.has(job.id)) return false;
      return hasEnded(job.id) || (isWhole && active.startedAt > startedAt && !activeIds.has(job.id));
    })
    .map(({ job }) => job.id);
}

/** Whether active jobs are on screen that the head answer does not cover. */
export function needsActiveList(rows: readonly FetchedJob[], head: JobsHead): boolean {
  return rows.some(({ job }) => isActive(job.status) && !head.answeredIds.has(job.id));
}
