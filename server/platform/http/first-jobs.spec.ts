import { expect, test } from 'vitest';
import { BATCH_LABEL, TITLE_LABEL } from '@contract/console/job-title';
import { putOutput } from '../../storage/testing/put-output';
import { newJob } from '../../storage/testing/new-job';
import { createMemoryDeps } from '../../testing/memory-deps';
import type { NewJob } from '../../storage/store';
import { firstJobs } from './first-jobs';

const ORIGIN = 'http://127.0.0.1:8189';
const ID = '7f3d2c1b-9a8e-4d6f-8012-3c4d5e6f7a8b';

/** First rows of a gateway with these jobs, the oldest first. */
async function rowsOf(jobs: readonly (Partial<NewJob> & { id?: string; output?: string })[]) {
  const deps = await createMemoryDeps();
  for (const [index, { id = `${index}-of-the-jobs`, output, ...more }] of jobs.entries()) {
    deps.store.jobs.insert(newJob(id, { status: 'succeeded', createdAt: deps.clock.now(), ...more }));
    if (output) putOutput(deps.store, id, output);
  }
  return firstJobs(deps, ORIGIN);
}

const titled = (title: string, batch?: string) => ({
  labels: { [TITLE_LABEL]: title, ...(batch ? { [BATCH_LABEL]: batch } : {}) },
});

test('a job shows its title, its image, its times and the start of its id', async () => {
  const createdAt = (await createMemoryDeps()).clock.now() - 5 * 60_000;
  const [row] = await rowsOf([
    { id: ID, output: 'a.png', createdAt, startedAt: createdAt, completedAt: createdAt + 42_000 },
  ]);
  expect(row?.looks).toEqual(['succeeded/image/unnamed', 'succeeded/none/unnamed']);
  const words = ['START', 'LAST', 'HEAD', 'REST', 'AGE', 'RUN', 'OTHER'];
  expect(words.map((word) => row?.wordOf(word))).toEqual([
    '',
    'a.png',
    '7f3d2c1b',
    ID.slice(8),
    '5 min ago',
    '42 s',
    undefined,
  ]);
  expect(row?.wordOf('IMAGE')).toMatch(
    /^http:\/\/127\.0\.0\.1:8189\/api\/v2\/assets\/[^/]+\/content\?expires=\d+&signature=\w+&thumb=88$/,
  );
});

test('a long title is cut in two, and a job that failed says why', async () => {
  const error = { code: 'failed', message: 'Sizes differ', class_type: 'ImageBlend' };
  const [row] = await rowsOf([{ status: 'failed', error, ...titled('portrait-of-a-woman.json') }]);
  expect(row?.looks[0]).toBe('failed/none/named');
  expect(['START', 'LAST', 'NOTE'].map((word) => row?.wordOf(word))).toEqual([
    'portrait-of-a-wo',
    'man.json',
    'ImageBlend: Sizes differ',
  ]);
});

test('the newest are first, below those that run, and at most as many as fill a window', async () => {
  const jobs = Array.from({ length: 25 }, (_, index) => titled(`job ${index}`));
  const rows = await rowsOf([{ ...titled('runs'), status: 'running' as const, startedAt: 0 }, ...jobs]);
  const titles = rows.map((row) => row.wordOf('LAST'));
  expect(titles.slice(0, 3)).toEqual(['runs', 'job 24', 'job 23']);
  expect(titles).toHaveLength(15);
});

test('a batch is one row, and a single job of a batch has the title of its cell', async () => {
  const rows = await rowsOf([
    titled('Study (steps 1, seed 7)', 'b/0'),
    titled('Alone (seed 1038221112345)', 'c/0'),
    titled('Study (steps 2, seed 8)', 'b/1'),
  ]);
  expect(rows.map(({ looks, wordOf }) => [looks[0], wordOf('TITLE') ?? wordOf('LAST')])).toEqual([
    ['batch', 'Study'],
    ['succeeded/none/named', 'seed 1038…345'],
  ]);
});

test('canceled jobs that never started look different from others, and expired ones are no longer listed', async () => {
  const rows = await rowsOf([
    { status: 'canceled' },
    { status: 'canceled', startedAt: 0 },
    { ...titled('gone'), expiresAt: 0 },
  ]);
  expect(rows.map(({ looks }) => looks[0])).toEqual(['canceled/none/unnamed', 'unstarted/none/unnamed']);
});

test('without a store that can be read, the page has no rows', async () => {
  const deps = await createMemoryDeps();
  const list = () => {
    throw new Error('disk I/O error');
  };
  expect(firstJobs({ ...deps, store: { ...deps.store, jobs: { ...deps.store.jobs, list } } }, ORIGIN)).toEqual([]);
});
