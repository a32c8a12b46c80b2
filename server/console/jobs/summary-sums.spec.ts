import type { JobSummaryStats } from '@contract/console/schemas';
import { fc, runs } from '@contract/testing/properties';
import { isTerminal } from '@contract/jobs/lifecycle';
import { finish } from '@contract/slices';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JobSearch } from '../../storage/search/job-search';
import { createMemoryStore } from '../../storage/memory/memory-store';
import { openSqliteStore } from '../../storage/sqlite/sqlite-store';
import type { JobRecord, Store } from '../../storage/store';
import { newJob } from '../../storage/testing/new-job';
import { BLOCK_LENGTH } from '../../storage/search/times-block';
import { SummarySums } from './summarize-jobs';

const SPAN = { from: 10_000, to: 90_000, buckets: 7 };
const EVERYTHING: JobSearch = { owner: 'local', words: [], createdFrom: SPAN.from, createdBefore: SPAN.to };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-summary-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Each change affects the jobs whose number modulo `modulus` is `rest`. */
const change = fc.record({
  kind: fc.constantFrom(
    'start',
    'succeed',
    'fail',
    'remove',
    'expire',
    'trash',
    'restore',
    'undo',
    'reopen',
    'add',
    'addOne',
  ),
  modulus: fc.constantFrom(1, 2, 3, 17, 400),
  rest: fc.nat(399),
  ms: fc.integer({ min: -50, max: 100_000 }),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

test('the summary equals that of all jobs one by one, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 8 }), fc.nat(), async (changes, shape) => {
      const path = join(folder, `${Math.random()}.db`);
      const opened = { sqlite: openSqliteStore(path), memory: createMemoryStore() };
      const both = (work: (store: Store) => void) => {
        for (const store of [opened.sqlite, opened.memory]) store.transaction(() => work(store), { quick: true });
      };
      let count = 0;
      const add = (jobs: number) => {
        const first = count;
        count += jobs;
        both((store) => {
          for (let n = first; n < count; n += 1)
            store.jobs.insert(newJob(`job-${n}`, { createdAt: createdAt(n, shape) }));
        });
      };
      add(BLOCK_LENGTH * 2 + 5);
      try {
        for (const each of [null, ...changes]) {
          if (each?.kind === 'reopen') {
            opened.sqlite.close();
            opened.sqlite = openSqliteStore(path);
          } else if (each?.kind === 'add') add(200);
          else if (each?.kind === 'addOne') add(1);
          else if (each) both((store) => apply(store, each, count));
          const expected = naiveSummary(allOf(opened.sqlite));
          expect(await summaryOf(opened.sqlite)).toEqual(expected);
          expect(await summaryOf(opened.memory)).toEqual(expected);
        }
      } finally {
        opened.sqlite.close();
      }
    }),
    { numRuns: runs(8), examples: [[[{ kind: 'expire', modulus: 1, rest: 0, ms: 0 }], 0]] },
  );
});

/** Times that increase, that are scattered, or that are mostly equal. */
function createdAt(n: number, shape: number): number {
  if (shape % 3 === 0) return n * 100;
  if (shape % 3 === 1) return (n * 7919) % 100_000;
  return n % 200 === 0 ? n * 50 : 20_000;
}

function apply(store: Store, { kind, modulus, rest, ms }: Change, count: number): void {
  const changeOne = (id: string, createdAt: number) => {
    const startedAt = createdAt + (ms % 997);
    if (kind === 'start') store.jobs.update(id, { status: 'running', startedAt });
    if (kind === 'succeed') store.jobs.update(id, { status: 'succeeded', startedAt, completedAt: startedAt + ms });
    if (kind === 'fail') store.jobs.update(id, { status: 'failed', startedAt, completedAt: startedAt + ms });
    if (['remove', 'expire', 'undo'].includes(kind)) store.jobs.remove(id);
    if (kind === 'trash') store.trash.put({ jobId: id, owner: 'local', deletedAt: 0, keepsOutputs: true });
  };
  const work = () => {
    // Retention removes the oldest.
    const [first, step, end] = kind === 'expire' ? [0, 1, count * 0.6] : [rest % modulus, modulus, count];
    for (let n = first; n < end; n += step) {
      const id = `job-${n}`;
      if (kind === 'restore') store.trash.restore(id);
      const job = store.jobs.get(id);
      if (job?.owner === 'local') changeOne(id, job.createdAt + n);
    }
  };
  if (kind !== 'undo') return work();
  const undone = () =>
    store.transaction(() => {
      work();
      throw new Error('undone');
    });
  expect(undone).toThrow('undone');
}

async function summaryOf(store: Store) {
  const sums = new SummarySums(SPAN);
  await store.search.visit(EVERYTHING, sums);
  return finish(sums.summary());
}

const allOf = (store: Store) => store.jobs.list({ owner: 'local', limit: 100_000 }).jobs;

function naiveSummary(jobs: readonly JobRecord[]) {
  const inside = jobs.filter((job) => job.createdAt >= SPAN.from && job.createdAt < SPAN.to);
  const length = (SPAN.to - SPAN.from) / SPAN.buckets;
  const buckets = Array.from({ length: SPAN.buckets }, (_, at) =>
    naiveStats(inside.filter((job) => Math.floor((job.createdAt - SPAN.from) / length) === at)),
  );
  return { ...naiveStats(inside), buckets };
}

function naiveStats(jobs: readonly JobRecord[]): JobSummaryStats {
  const waits = jobs.flatMap((job) => (job.startedAt === null ? [] : [job.startedAt - job.createdAt]));
  const runs = jobs.flatMap((job) =>
    job.status === 'succeeded' && job.startedAt !== null && job.completedAt !== null
      ? [job.completedAt - job.startedAt]
      : [],
  );
  return {
    total: jobs.length,
    ended: jobs.filter(({ status }) => isTerminal(status)).length,
    failed: jobs.filter(({ status }) => status === 'failed').length,
    waitMs: naiveMedian(waits),
    runMs: naiveMedian(runs),
  };
}

function naiveMedian(values: readonly number[]): number | null {
  const sorted = values.map((value) => Math.max(0, value)).toSorted((a, b) => a - b);
  const [lower, upper] = [sorted[(values.length - 1) >>> 1], sorted[values.length >>> 1]];
  return lower === undefined || upper === undefined ? null : Math.round((lower + upper) / 2);
}
