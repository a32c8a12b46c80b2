import { isActive } from '@contract/jobs/lifecycle';
import { ListedJob } from '@contract/jobs/schemas';
import type { JobFilter } from './job-filter';
import { newerCopy, toFetchedJob, type FetchedJob } from '@/api/live/merge-job';
import { itemsOf, type ListedPage } from '@/api/surfaces/listed-jobs';

/**
 * The list in pages: the head is polled, older pages are fetched on demand and not refreshed. Pure; the queries are in
 * `job-queries.ts`.
 */

/** Filters and sorts fetched jobs. */
export type LoadedFilter = (fetchedJobs: readonly FetchedJob[], filter: JobFilter) => readonly FetchedJob[];

export interface FetchedJobsPage {
  fetchedJobs: readonly FetchedJob[];
  /** Cursor of the next older page; `null` on the last page or if the surface has no pagination. */
  nextCursor: string | null;
  /** Older jobs exist that this surface does not list. */
  isCutOff: boolean;
  /** Number of items that could not be parsed. */
  unreadable: number;
  /** Set if the surface cannot search: the page contains all jobs of the requested statuses, to be filtered with it. */
  filterLoaded: LoadedFilter | null;
  /** Set if the sort key can change while the list is open: moves changed jobs to their new position. */
  arrange: ((fetchedJobs: readonly FetchedJob[]) => readonly FetchedJob[]) | null;
  /** Matches per status, ignoring the status filter; `null` if the surface does not count. */
  counts: Readonly<Record<string, number>> | null;
  /** The counts are lower bounds. */
  areCountsMinimum: boolean;
  /** Number of older jobs whose inputs the gateway has not read yet, so that a search for these cannot find them. */
  inputsPending: number;
  startedAt: number;
}

export interface JobsHead extends FetchedJobsPage {
  /** `false` if the surface does not list jobs at all. */
  isListed: boolean;
  /** Ids in the newest response; the jobs after them are older and may be outdated. */
  answeredIds: ReadonlySet<string>;
  /** Monotonic time of the last change of the head. */
  changedAt: number;
}

export interface OlderJobs {
  /** Cursor of the head that these pages continue; a different head cursor invalidates them. */
  after: string | null;
  fetchedJobs: readonly FetchedJob[];
  nextCursor: string | null;
}

export const NO_OLDER_JOBS: OlderJobs = { after: null, fetchedJobs: [], nextCursor: null };

/** Maximum size of the head, which retains rows that new jobs push out of the response, so that no gap to older pages occurs. */
const MAX_HEAD = 400;

export function readPage(page: ListedPage, startedAt: number): FetchedJobsPage {
  const items = itemsOf(page);
  const fetchedJobs: FetchedJob[] = [];
  for (const item of items) {
    const job = ListedJob.safeParse(item);
    if (job.success) fetchedJobs.push(toFetchedJob(job.data, startedAt));
  }
  const nextCursor = page.next_cursor ?? null;
  return {
    fetchedJobs,
    nextCursor,
    isCutOff: page.truncated === true && nextCursor === null,
    unreadable: items.length - fetchedJobs.length,
    filterLoaded: null,
    arrange: null,
    counts: page.counts ?? null,
    areCountsMinimum: page.counts_at_least === true,
    inputsPending: page.inputs_pending ?? 0,
    startedAt,
  };
}

export function unlistedHead(startedAt: number): JobsHead {
  return { ...readPage({}, startedAt), isListed: false, answeredIds: new Set(), changedAt: startedAt };
}

/** Merges a new response into the head. */
export function joinHead(known: JobsHead | undefined, page: FetchedJobsPage): JobsHead {
  const answeredIds = new Set(page.fetchedJobs.map(({ job }) => job.id));
  const byId = new Map(known?.fetchedJobs.map((fetched) => [fetched.job.id, fetched]));
  const answered = page.fetchedJobs.map((next) => newerCopy(byId.get(next.job.id), next));
  const head: JobsHead = { ...page, fetchedJobs: answered, isListed: true, answeredIds, changedAt: page.startedAt };
  if (!known) return head;
  const kept = keptRows(known, page, answeredIds);
  const isJoined =
    kept !== null &&
    (kept.length > 0 || (page.arrange !== null && known.nextCursor !== null)) &&
    page.nextCursor !== null &&
    answered.length + kept.length <= MAX_HEAD;
  const joined = isJoined
    ? { ...head, fetchedJobs: [...answered, ...kept], nextCursor: known.nextCursor, isCutOff: known.isCutOff }
    : head;
  return isSameHead(known, joined) ? { ...joined, changedAt: known.changedAt } : joined;
}

/**
 * Returns known rows that the new response does not contain: those after its last known row and, in sort orders in which jobs move,
 * those that were active when they left it. `null` if it contains no known row, which means a gap.
 */
function keptRows(
  known: JobsHead,
  { arrange }: FetchedJobsPage,
  answeredIds: ReadonlySet<string>,
): readonly FetchedJob[] | null {
  const rows = arrange?.(known.fetchedJobs) ?? known.fetchedJobs;
  const last = rows.findLastIndex(({ job }) => answeredIds.has(job.id));
  if (last < 0) return null;
  const isMoved = ({ job }: FetchedJob) => arrange !== null && isActive(job.status) && !answeredIds.has(job.id);
  return rows.filter((row, index) => index > last || isMoved(row));
}

function isSameHead(known: JobsHead, next: JobsHead): boolean {
  if (known.fetchedJobs.length !== next.fetchedJobs.length) return false;
  return next.fetchedJobs.every((fetched, index) => fetched.job === known.fetchedJobs[index]?.job);
}

/** Appends the next page to the older ones; drops pages that continue a different head. */
export function appendOlder(known: OlderJobs, headCursor: string | null, page: FetchedJobsPage): OlderJobs {
  const isBehind = known.after === headCursor;
  const before = isBehind ? known.fetchedJobs : [];
  // A cyclic cursor would be followed endlessly.
  const isCircle = page.nextCursor === headCursor || (isBehind && page.nextCursor === known.nextCursor);
  const ids = new Set(before.map(({ job }) => job.id));
  return {
    after: headCursor,
    fetchedJobs: [...before, ...page.fetchedJobs.filter(({ job }) => !ids.has(job.id))],
    nextCursor: isCircle ? null : page.nextCursor,
  };
}

/** Returns the cursor of the next older page; `null` if all are loaded. */
export function olderCursor(head: JobsHead, older: OlderJobs): string | null {
  return older.after === head.nextCursor && older.after !== null ? older.nextCursor : head.nextCursor;
}

/** Returns all rows, newest first, without duplicates. */
export function joinPages(head: JobsHead, older: OlderJobs): readonly FetchedJob[] {
  if (older.after === null || older.after !== head.nextCursor) return head.fetchedJobs;
  const ids = new Set(head.fetchedJobs.map(({ job }) => job.id));
  return [...head.fetchedJobs, ...older.fetchedJobs.filter(({ job }) => !ids.has(job.id))];
}

/** Replaces a job in a page by a newer copy. Returns the same list if nothing changes. */
export function replaceJob(fetchedJobs: readonly FetchedJob[], next: FetchedJob): readonly FetchedJob[] {
  const index = fetchedJobs.findIndex(({ job }) => job.id === next.job.id);
  const known = fetchedJobs[index];
  if (!known) return fetchedJobs;
  const newer = newerCopy(known, next);
  return newer === known ? fetchedJobs : fetchedJobs.with(index, newer);
}

/**
 * Returns active jobs that the newest head response did not contain and no later response about active jobs has confirmed: each must
 * be fetched individually.
 */
export function unlistedIds(
  rows: readonly FetchedJob[],
  head: JobsHead,
  active: FetchedJobsPage | undefined,
  hasFinished: (id: string) => boolean,
): string[] {
  const activeIds = new Set(active?.fetchedJobs.map(({ job }) => job.id));
  const isWhole = active !== undefined && active.nextCursor === null && !active.isCutOff;
  return rows
    .filter(({ job, startedAt }) => {
      if (!isActive(job.status) || head.answeredIds.has(job.id)) return false;
      return hasFinished(job.id) || (isWhole && active.startedAt > startedAt && !activeIds.has(job.id));
    })
    .map(({ job }) => job.id);
}

/** Returns true if the screen shows active jobs that the head response does not cover. */
export function needsActiveList(rows: readonly FetchedJob[], head: JobsHead): boolean {
  return rows.some(({ job }) => isActive(job.status) && !head.answeredIds.has(job.id));
}
