import { describe, expect, it } from 'vitest';
import type { ListedJob } from '@contract/jobs/schemas';
import { toFetchedJob, type FetchedJob } from '@/api/live/merge-job';
import {
  appendOlder,
  joinHead,
  joinPages,
  needsActiveList,
  NO_OLDER_JOBS,
  olderCursor,
  replaceJob,
  readPage,
  unlistedIds,
  type JobsHead,
} from './job-list';
import { sortJobs } from './sort-jobs';

const item = (number: number, status = 'succeeded'): ListedJob => ({
  id: `job ${number}`,
  status,
  created_at: new Date(Date.UTC(2030, 0, 1, 0, 0, number)).toISOString(),
});
/** Jobs `from` down to `to`, newest first. */
const items = (from: number, to: number, status?: string) =>
  Array.from({ length: from - to + 1 }, (_, index) => item(from - index, status));
const ids = (rows: readonly { job: ListedJob }[]) => rows.map(({ job }) => Number(job.id.slice(4)));
const page = (jobs: readonly ListedJob[], cursor: string | null, startedAt: number) =>
  readPage({ jobs: [...jobs], ...(cursor === null ? {} : { next_cursor: cursor }) }, startedAt);
const head = (jobs: readonly ListedJob[], cursor: string | null, startedAt = 1, known?: JobsHead) =>
  joinHead(known, page(jobs, cursor, startedAt));

describe('the tolerant list parser', () => {
  it.each(['jobs', 'data', 'items'])('J-4.78, J-4.80: accepts items under %s, without outputs and urls', (key) => {
    const read = readPage({ [key]: [item(1)], next_cursor: 'c' }, 5);
    expect(ids(read.fetchedJobs)).toEqual([1]);
    expect(read).toMatchObject({ nextCursor: 'c', isCutOff: false, unreadable: 0, startedAt: 5 });
  });

  it('J-4.79: distinguishes a truncated listing from one with more pages', () => {
    expect(readPage({ jobs: [], counts: { failed: 3 }, counts_at_least: true }, 1).areCountsMinimum).toBe(true);
    expect(readPage({ jobs: [], counts: { failed: 3 } }, 1).areCountsMinimum).toBe(false);
    expect(readPage({ jobs: [], truncated: true }, 1)).toMatchObject({ nextCursor: null, isCutOff: true });
    expect(readPage({ jobs: [], truncated: true, next_cursor: 'c' }, 1)).toMatchObject({
      nextCursor: 'c',
      isCutOff: false,
    });
  });

  it('counts unreadable items instead of discarding the page', () => {
    const read = readPage({ jobs: [item(2), { id: 7 }, null, 'job'] }, 1);
    expect(ids(read.fetchedJobs)).toEqual([2]);
    expect(read.unreadable).toBe(3);
  });

  it('J-9.05, J-9.06: accepts unknown fields and unknown statuses', () => {
    const read = readPage({ jobs: [{ ...item(1, 'meditating'), aura: { hue: 3 } }], mood: 'calm' }, 1);
    expect(read.fetchedJobs[0]?.job).toMatchObject({ status: 'meditating', aura: { hue: 3 } });
  });
});

describe('the head in a sort order in which jobs move', () => {
  const byStatus = (rows: readonly FetchedJob[]) => sortJobs(rows, 'status');
  const sorted = (jobs: readonly ListedJob[], cursor: string | null, startedAt: number, known?: JobsHead) =>
    joinHead(known, { ...page(jobs, cursor, startedAt), arrange: byStatus });

  it('retains a finished job until it is fetched again, then moves it, and retains the older pages', () => {
    const before = sorted([...items(9, 7, 'running'), ...items(6, 5)], 'c5', 1);
    const older = appendOlder(NO_OLDER_JOBS, 'c5', page(items(4, 1), null, 1));
    // Job 9 succeeded, so it is first of those that did; the answer ends in front of it.
    const next = sorted(items(8, 7, 'running'), 'c7', 2, before);
    expect(next.nextCursor).toBe('c5');
    expect(ids(byStatus(joinPages(next, older)))).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const [finished] = page([item(9)], null, 3).fetchedJobs;
    const read = { ...next, fetchedJobs: finished ? replaceJob(next.fetchedJobs, finished) : [] };
    const last = sorted(items(8, 7, 'running'), 'c7', 4, read);
    expect(ids(byStatus(joinPages(last, older)))).toEqual([8, 7, 9, 6, 5, 4, 3, 2, 1]);
  });

  it('retains the older pages if the response covers more than before', () => {
    const before = sorted(items(9, 7, 'running'), 'c7', 1);
    const older = appendOlder(NO_OLDER_JOBS, 'c7', page(items(6, 1), null, 1));
    const next = sorted([...items(9, 8, 'running'), item(6)], 'c6', 2, before);
    expect(next.nextCursor).toBe('c7');
    expect(joinPages(next, older)).toHaveLength(9);
  });

  it('removes a finished job that the surface no longer has', () => {
    const before = sorted([item(9, 'running'), ...items(8, 5)], 'c5', 1);
    const next = sorted([item(9, 'running'), ...items(7, 4)], 'c4', 2, before);
    expect(ids(next.fetchedJobs)).toEqual([9, 7, 6, 5, 4]);
  });
});

describe('the head', () => {
  it('retains rows that new jobs push out of the response', () => {
    const before = head(items(50, 1), 'c1');
    const after = head(items(53, 4), 'c4', 2, before);
    expect(ids(after.fetchedJobs)).toEqual(ids(page(items(53, 1), null, 0).fetchedJobs));
    expect(after.nextCursor).toBe('c1');
    expect(after.answeredIds.has('job 3')).toBe(false);
  });

  it('starts over if more jobs arrived than a response contains', () => {
    const before = head(items(50, 1), 'c1');
    const after = head(items(200, 151), 'c151', 2, before);
    expect(ids(after.fetchedJobs)).toEqual(ids(page(items(200, 151), null, 0).fetchedJobs));
    expect(after.nextCursor).toBe('c151');
  });

  it('removes jobs that the surface no longer has', () => {
    const before = head(items(5, 1), null);
    expect(ids(head([item(5), item(3)], null, 2, before).fetchedJobs)).toEqual([5, 3]);
  });

  it('J-3.15: retains a terminal status that a late response contradicts', () => {
    const before = head([item(1, 'succeeded')], null, 5);
    expect(head([item(1, 'running')], null, 6, before).fetchedJobs[0]?.job.status).toBe('succeeded');
  });

  it('records when it last changed', () => {
    const first = head(items(3, 1), null, 1);
    const same = head(items(3, 1), null, 2, first);
    const other = head(items(4, 1), null, 3, same);
    expect([first.changedAt, same.changedAt, other.changedAt]).toEqual([1, 1, 3]);
    expect(same.fetchedJobs[0]?.job).toBe(first.fetchedJobs[0]?.job);
  });

  it('has a maximum size', () => {
    let known = head(items(50, 1), 'c1');
    for (let newest = 51; newest < 2000; newest += 1) {
      known = head(items(newest, newest - 49), `c${newest - 49}`, newest, known);
    }
    expect(known.fetchedJobs.length).toBeLessThanOrEqual(400);
    expect(ids(known.fetchedJobs)).toEqual(
      ids(page(items(1999, 2000 - known.fetchedJobs.length), null, 0).fetchedJobs),
    );
  });
});

describe('older pages', () => {
  const first = head(items(100, 51), 'c51');

  it('continue after the head without duplicates', () => {
    const older = appendOlder(NO_OLDER_JOBS, 'c51', page(items(51, 21), 'c21', 2));
    expect(ids(joinPages(first, older))).toEqual(ids(page(items(100, 21), null, 0).fetchedJobs));
    expect(olderCursor(first, older)).toBe('c21');
    const whole = appendOlder(older, 'c51', page(items(20, 1), null, 3));
    expect(joinPages(first, whole)).toHaveLength(100);
    expect(olderCursor(first, whole)).toBeNull();
  });

  it('end if a cursor repeats', () => {
    const older = appendOlder(NO_OLDER_JOBS, 'c51', page(items(50, 21), 'c21', 2));
    expect(olderCursor(first, appendOlder(older, 'c51', page(items(50, 21), 'c21', 3)))).toBeNull();
    expect(olderCursor(first, appendOlder(NO_OLDER_JOBS, 'c51', page(items(100, 51), 'c51', 2)))).toBeNull();
    const walkedAnew = appendOlder(older, 'c54', page(items(53, 21), 'c21', 4));
    expect(walkedAnew.nextCursor).toBe('c21');
  });

  it('stay joined while new jobs arrive', () => {
    const older = appendOlder(NO_OLDER_JOBS, 'c51', page(items(50, 21), 'c21', 2));
    const next = head(items(103, 54), 'c54', 3, first);
    expect(ids(joinPages(next, older))).toEqual(ids(page(items(103, 21), null, 0).fetchedJobs));
  });

  it('are discarded if there is a gap after the head', () => {
    const older = appendOlder(NO_OLDER_JOBS, 'c51', page(items(50, 21), 'c21', 2));
    const jumped = head(items(900, 851), 'c851', 3, first);
    expect(joinPages(jumped, older)).toHaveLength(50);
    expect(olderCursor(jumped, older)).toBe('c851');
    expect(ids(joinPages(jumped, appendOlder(older, 'c851', page(items(850, 821), null, 4)))).at(-1)).toBe(821);
  });
});

describe('active jobs outside the head', () => {
  const rows = [
    ...head(items(100, 51), 'c51').fetchedJobs,
    toFetchedJob(item(7, 'running'), 1),
    toFetchedJob(item(6, 'queued'), 1),
  ];
  const known = head(items(100, 51), 'c51');

  it('are fetched only if there are any', () => {
    expect(needsActiveList(rows, known)).toBe(true);
    expect(needsActiveList(known.fetchedJobs, known)).toBe(false);
  });

  it('are fetched one by one if the active list no longer contains them', () => {
    const active = page([item(6, 'running')], null, 2);
    expect(unlistedIds(rows, known, active, () => false)).toEqual(['job 7']);
  });

  it('are not fetched while the active list is truncated or outdated', () => {
    expect(unlistedIds(rows, known, page([item(6)], 'more', 2), () => false)).toEqual([]);
    expect(unlistedIds(rows, known, page([], null, 0), () => false)).toEqual([]);
    expect(unlistedIds(rows, known, undefined, () => false)).toEqual([]);
  });

  it('are fetched at once if the stream reported their end', () => {
    expect(unlistedIds(rows, known, undefined, (id) => id === 'job 6')).toEqual(['job 6']);
  });

  it('are replaced by a newer copy in place', () => {
    const placed = replaceJob(rows, toFetchedJob(item(7, 'succeeded'), 9));
    expect(placed.find(({ job }) => job.id === 'job 7')?.job.status).toBe('succeeded');
    expect(replaceJob(rows, toFetchedJob(item(7, 'succeeded'), 0))).toBe(rows);
    expect(replaceJob(rows, toFetchedJob(item(999), 9))).toBe(rows);
  });
});
