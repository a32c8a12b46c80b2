import { titleSortKey } from '@contract/console/title-sort-key';
import { jobTitleOf, TITLE_LABEL } from '@contract/console/job-title';
import { fc, runs } from '@contract/testing/properties';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { comparePositions, type JobSearch, type SearchCursor } from './job-search';
import { openSqliteStore } from '../sqlite/sqlite-store';
import type { JobRecord, Store } from '../store';
import { newJob } from '../testing/new-job';
import { putOutput } from '../testing/put-output';
import type { TitleSort } from './title-order';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-titles-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const title = fc.constantFrom('', 'a', 'A', 'b', 'run 2', 'run 10', 'Éclair', 'eclair');

const change = fc.record({
  kind: fc.constantFrom('add', 'addMany', 'rename', 'output', 'status', 'remove', 'trash', 'restore', 'undo', 'reopen'),
  title,
  /** Modulo the number of jobs, this picks a job. */
  pick: fc.nat(10_000),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const walk = fc.record({
  sort: fc.constantFrom<TitleSort>('title', 'title_reversed'),
  limit: fc.integer({ min: 1, max: 7 }),
  isOnlyQueued: fc.boolean(),
  isOnlyLabeled: fc.boolean(),
  words: fc.constantFrom<string[]>([], ['even']),
});

test('each page equals that of all jobs sorted again, after any changes between two pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(title, { maxLength: 30 }),
      fc.array(change, { maxLength: 12 }),
      walk,
      async (...drawn) => {
        const [titles, changes, { sort, limit, isOnlyQueued, isOnlyLabeled, words }] = drawn;
        const path = join(folder, `${Math.random()}.db`);
        let store = openSqliteStore(path);
        try {
          const search: JobSearch = {
            owner: 'local',
            words,
            ...(isOnlyQueued && { statuses: ['queued' as const] }),
            ...(isOnlyLabeled && { labels: { batch: 'even' } }),
          };
          let count = 0;
          const add = (text: string) => store.jobs.insert(jobOfTitle((count += 1), text));
          store.transaction(() => titles.forEach(add));
          const left = [...changes];
          for (let after: SearchCursor | undefined, pages = 0; pages < 100; pages += 1) {
            const expected = naivePage(store, search, sort, limit, after);
            const page = await store.search.page(search, sort, limit, after);
            expect(page.jobs.map(({ id }) => id)).toEqual(expected.ids);
            expect(page.next).toEqual(expected.next);
            expect(page.counts).toEqual(after ? null : expected.counts);
            // Starts over after the last page, until no change is left.
            if (!page.next && left.length === 0) break;
            after = page.next ?? undefined;
            const next = left.shift();
            if (next?.kind === 'reopen') {
              store.close();
              store = openSqliteStore(path);
            } else if (next?.kind === 'addMany') {
              store.transaction(() => titles.forEach((text) => add(`${text}${next.title}`)));
            } else if (next?.kind === 'add') add(next.title);
            else if (next) apply(store, next, `job-${(next.pick % (count + 1)) + 1}`);
          }
        } finally {
          store.close();
        }
      },
    ),
    { numRuns: runs(40) },
  );
});

/** Creates a job; every second one has a label, and a word in its text. */
function jobOfTitle(n: number, text: string) {
  const isEven = n % 2 === 0;
  return newJob(`job-${n}`, {
    labels: { ...(text && { [TITLE_LABEL]: text }), ...(isEven && { batch: 'even' }) },
    searchText: isEven ? 'even' : 'odd',
  });
}

function apply(store: Store, { kind, title: text, pick }: Change, id: string): void {
  if (kind === 'restore') store.trash.restore(id);
  const job = store.jobs.get(id);
  if (job?.owner !== 'local') return;
  if (kind === 'rename') store.jobs.setLabel(id, TITLE_LABEL, text);
  if (kind === 'output' && !store.jobs.outputs([id]).has(id)) putOutput(store, id, `${pick % 3}.png`);
  if (kind === 'status') store.jobs.update(id, { status: 'running' });
  if (kind === 'remove') store.jobs.remove(id);
  if (kind === 'trash') store.trash.put({ jobId: id, owner: 'local', deletedAt: 0, keepsOutputs: true });
  if (kind !== 'undo') return;
  const undone = () =>
    store.transaction(() => {
      store.jobs.setLabel(id, TITLE_LABEL, text);
      throw new Error('undone');
    });
  expect(undone).toThrow('undone');
}

function naivePage(store: Store, search: JobSearch, sort: TitleSort, limit: number, after?: SearchCursor) {
  const { jobs } = store.jobs.list({ owner: 'local', limit: 10_000 });
  const matches = jobs.filter(
    ({ id, labels }) =>
      (!search.labels || labels['batch'] === 'even') &&
      (search.words.length === 0 || Number(id.slice('job-'.length)) % 2 === 0),
  );
  const behind = matches
    .filter(({ status }) => !search.statuses || search.statuses.includes(status))
    .map((job) => ({ id: job.id, place: { rank: keyOf(store, job), seq: job.seq } }))
    .toSorted((a, b) => comparePositions(a.place, b.place, sort))
    .filter(({ place: position }) => !after || comparePositions(after, position, sort) < 0);
  const shown = behind.slice(0, limit);
  const counts: Record<string, number> = {};
  for (const { status } of matches) counts[status] = (counts[status] ?? 0) + 1;
  return {
    ids: shown.map(({ id }) => id),
    next: behind.length > limit ? shown.at(-1)?.place : null,
    counts,
  };
}

function keyOf(store: Store, { id, labels, outputTitle }: JobRecord): string {
  const [output] = store.jobs.outputs([id]).get(id) ?? [];
  return titleSortKey(jobTitleOf({ id, label: labels[TITLE_LABEL], output: output?.name, outputTitle }));
}
