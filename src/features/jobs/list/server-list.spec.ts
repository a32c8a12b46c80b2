import { afterAll, expect, it, vi } from 'vitest';
import { ALL_JOBS } from '@/domains/jobs/job-filter';
import { toFetchedJob } from '@/api/live/merge-job';
import { makeJob } from '@/testing/job-fixtures';
import { mergeLists, type ServerList } from './server-list';

vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' });
const { LOCAL_SURFACE } = await import('@/api/surface');
afterAll(() => vi.unstubAllGlobals());

const listOf = (id: string, minutes: readonly number[], more: Partial<ServerList> = {}): ServerList => {
  const rows = minutes.map((minute) =>
    toFetchedJob(makeJob({ id: `${id}${minute}`, created_at: new Date(minute * 60_000).toISOString() }), 0),
  );
  return {
    surface: { ...LOCAL_SURFACE, id },
    rows,
    last: rows.at(-1) ?? null,
    state: 'listed',
    isKnown: true,
    error: null,
    updatedAt: 0,
    olderState: 'end',
    isLate: false,
    hasActive: false,
    searchedCount: null,
    isCutOff: false,
    counts: null,
    areCountsMinimum: false,
    inputsPending: 0,
    rest: null,
    loadOlder: () => {},
    loadAll: null,
    retry: () => {},
    ...more,
  };
};
const idsOf = (lists: readonly ServerList[]) => mergeLists(lists, ALL_JOBS).rows.map(({ fetched }) => fetched.job.id);

it('one list keeps the order of its server, and goes on only while it has more', () => {
  const list = listOf('a', [1, 3, 2], { olderState: 'more' });
  expect(idsOf([list])).toEqual(['a1', 'a3', 'a2']);
  expect(mergeLists([list], ALL_JOBS).next).toBe(list);
  expect(mergeLists([{ ...list, olderState: 'failed' }], ALL_JOBS).next).toBeNull();
});

it('several lists are merged by time, and the next page is that of the list in front', () => {
  const lists = [listOf('a', [9, 5], { olderState: 'more' }), listOf('b', [8, 4], { olderState: 'more' })];
  expect(idsOf(lists)).toEqual(['a9', 'b8', 'a5']);
  expect(mergeLists(lists, ALL_JOBS).next).toBe(lists[0]);
});

it('a server that fails or is searched locally holds nothing back', () => {
  const ready = listOf('a', [9, 5]);
  const savedList: Partial<ServerList> = { state: 'saved' };
  for (const more of [{ error: new Error('x') }, { searchedCount: 2 }, savedList]) {
    expect(idsOf([ready, listOf('b', [8], { olderState: 'more', ...more })])).toEqual(['a9', 'b8', 'a5']);
  }
});
