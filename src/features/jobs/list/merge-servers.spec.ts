import { describe, expect, it } from 'vitest';
import { fc, runs } from '@contract/testing/properties';
import { compareRanks } from '@contract/console/job-ranks';
import { JOB_SORTS, type JobSort } from '@contract/console/job-sorts';
import type { ListedJob } from '@contract/jobs/schemas';
import {
  appendOlder,
  joinHead,
  joinPages,
  NO_OLDER_JOBS,
  olderCursor,
  readPage,
  type JobsHead,
} from '@/domains/jobs/job-list';
import { rankAmongServers } from '@/domains/jobs/sort-jobs';
import { toFetchedJob } from '@/api/live/merge-job';
import { mergeServers, type MergeSource } from './merge-servers';

const SECOND_MS = 1000;
const job = (id: string, second: number, rest: Partial<ListedJob> = {}): ListedJob => ({
  id,
  status: 'succeeded',
  created_at: new Date(second * SECOND_MS).toISOString(),
  ...rest,
});
const source = (surfaceId: string, jobs: readonly ListedJob[], hasMore: boolean): MergeSource => {
  const rows = jobs.map((each) => toFetchedJob(each, 0));
  return { surfaceId, rows, last: hasMore ? (rows.at(-1) ?? null) : null };
};
const shownIds = (sources: readonly MergeSource[], sort: JobSort = 'newest', pins = false) =>
  mergeServers(sources, sort, pins).rows.map(({ surfaceId, fetched }) => `${surfaceId}/${fetched.job.id}`);

describe('jobs of several servers', () => {
  it('are withheld as long as a server may have newer ones', () => {
    const sources = [
      source('a', [job('1', 90), job('2', 50)], true),
      source('b', [job('1', 80), job('2', 40), job('3', 30)], true),
    ];
    expect(shownIds(sources)).toEqual(['a/1', 'b/1', 'a/2']);
    expect(mergeServers(sources, 'newest', false)).toMatchObject({ withheldCount: 2, nextId: 'a' });
  });

  it('do not wait for a server that is not waited for', () => {
    const sources = [source('a', [job('1', 90)], false), source('b', [job('1', 80), job('2', 40)], false)];
    expect(shownIds(sources)).toEqual(['a/1', 'b/1', 'b/2']);
    expect(mergeServers(sources, 'newest', false).nextId).toBeNull();
  });

  it('are first while they run, even if jobs before them are not loaded', () => {
    const sources = [
      source('a', [job('1', 90), job('2', 50)], true),
      source('b', [job('1', 80), job('2', 10, { status: 'running' })], false),
    ];
    expect(shownIds(sources, 'newest', true)).toEqual(['b/2', 'a/1', 'b/1', 'a/2']);
    expect(shownIds(sources)).toEqual(['a/1', 'b/1', 'a/2']);
  });

  it('stay behind the previous one of their server if they have no valid time, and block nothing', () => {
    const broken = { ...job('2', 0), created_at: 'yesterday' };
    const sources = [source('a', [job('1', 90), broken], true), source('b', [job('1', 80), job('2', 40)], false)];
    expect(shownIds(sources)).toEqual(['a/1', 'a/2', 'b/1', 'b/2']);
    expect(mergeServers(sources, 'newest', false).nextId).toBe('a');
  });
});

/** A server with a paginated listing, used with the console's actual paging code. */
class PagedServer {
  #head: JobsHead | undefined;
  #older = NO_OLDER_JOBS;
  #polls = 0;
  readonly id: string;
  /** In the server's order. */
  jobs: ListedJob[];
  readonly #limit: number;

  constructor(id: string, jobs: readonly ListedJob[], limit: number) {
    this.id = id;
    this.jobs = [...jobs];
    this.#limit = limit;
  }

  poll(): void {
    this.#polls += 1;
    this.#head = joinHead(this.#head, this.#page(null));
  }

  loadOlder(): void {
    if (!this.#head) return;
    const cursor = olderCursor(this.#head, this.#older);
    if (cursor !== null) this.#older = appendOlder(this.#older, this.#head.nextCursor, this.#page(cursor));
  }

  source(): MergeSource {
    const rows = this.#head ? joinPages(this.#head, this.#older) : [];
    const hasMore = this.#head !== undefined && olderCursor(this.#head, this.#older) !== null;
    return { surfaceId: this.id, rows, last: hasMore ? (rows.at(-1) ?? null) : null };
  }

  /** Cursors contain the last job of the previous page. */
  #page(after: string | null) {
    const from = after === null ? 0 : this.jobs.findIndex(({ id }) => id === after) + 1;
    const jobs = this.jobs.slice(from, from + this.#limit);
    const next_cursor = from + this.#limit < this.jobs.length ? (jobs.at(-1)?.id ?? null) : null;
    return readPage({ jobs, next_cursor }, this.#polls);
  }
}

const compareJobs = (a: ListedJob, b: ListedJob, sort: JobSort) =>
  compareRanks(rankAmongServers(a, sort), rankAmongServers(b, sort), sort);

const ref = (surfaceId: string, id: string) => `${surfaceId}/${id}`;

const STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const;

/** Few distinct timestamps, so that many are equal. */
const instants = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 24 });
const spans = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 24, maxLength: 24 });
const server = fc.record({ instants, spans, limit: fc.integer({ min: 1, max: 7 }) });
const fleet = fc.array(server, { minLength: 1, maxLength: 5 });

function open(servers: readonly { instants: number[]; spans: number[]; limit: number }[], sort: JobSort) {
  return servers.map(({ instants, spans, limit }, at) => {
    const jobs = instants.map((second, index) =>
      job(`${index}`, second, {
        status: STATUSES[(spans[index] ?? 0) % STATUSES.length] ?? 'queued',
        started_at: new Date((second + (spans[index] ?? 0)) * SECOND_MS).toISOString(),
        completed_at: new Date((second + 2 * (spans[index] ?? 0)) * SECOND_MS).toISOString(),
      }),
    );
    return new PagedServer(
      `s${at}`,
      jobs.toSorted((a, b) => compareJobs(a, b, sort)),
      limit,
    );
  });
}

/** Returns all jobs in list order. */
function expectedOrder(servers: readonly PagedServer[], sort: JobSort): string[] {
  return servers
    .flatMap(({ id, jobs }, server) => jobs.map((each, index) => ({ id, each, server, index })))
    .sort((a, b) => compareJobs(a.each, b.each, sort) || a.server - b.server || a.index - b.index)
    .map(({ id, each }) => ref(id, each.id));
}

const merge = (servers: readonly PagedServer[], sort: JobSort) =>
  mergeServers(
    servers.map((each) => each.source()),
    sort,
    false,
  );
const idsOf = ({ rows }: ReturnType<typeof mergeServers>) =>
  rows.map(({ surfaceId, fetched }) => ref(surfaceId, fetched.job.id));

/** Loads the pages that the merge requests until none are left. */
function loadAll(servers: readonly PagedServer[], sort: JobSort, onStep: (ids: string[]) => void): string[] {
  for (;;) {
    const merged = merge(servers, sort);
    onStep(idsOf(merged));
    if (merged.nextId === null) return idsOf(merged);
    servers.find(({ id }) => id === merged.nextId)?.loadOlder();
  }
}

describe('a merge of pages', () => {
  it('only grows at its end, in the correct order, until all jobs are shown', () => {
    fc.assert(
      fc.property(fleet, fc.constantFrom(...JOB_SORTS), (drawn, sort) => {
        const servers = open(drawn, sort);
        for (const each of servers) each.poll();
        const expected = expectedOrder(servers, sort);
        const all = loadAll(servers, sort, (ids) => expect(ids).toEqual(expected.slice(0, ids.length)));
        expect(all).toEqual(expected);
      }),
      { numRuns: runs(300) },
    );
  });

  it('loses no job and shows none twice while servers get new jobs and their clocks change', () => {
    const step = fc.record({
      server: fc.nat({ max: 4 }),
      what: fc.constantFrom('insert', 'poll', 'load'),
      /** With a clock that jumps back and forth, later jobs may have an earlier time. */
      second: fc.integer({ min: -40, max: 80 }),
    });
    fc.assert(
      fc.property(fleet, fc.array(step, { maxLength: 40 }), (drawn, steps) => {
        const servers = open(drawn, 'newest');
        for (const [index, { server: at, what, second }] of steps.entries()) {
          const each = servers[at % servers.length];
          if (!each) continue;
          if (what === 'insert') each.jobs.unshift(job(`new ${index}`, second));
          else if (what === 'poll') each.poll();
          else each.loadOlder();
          const ids = idsOf(merge(servers, 'newest'));
          expect(new Set(ids).size).toBe(ids.length);
        }
        for (const each of servers) each.poll();
        const all = loadAll(servers, 'newest', (ids) => expect(new Set(ids).size).toBe(ids.length));
        expect(all).toEqual(expectedOrder(servers, 'newest'));
      }),
      { numRuns: runs(300) },
    );
  });
});
