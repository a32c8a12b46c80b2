import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job, JobPage } from '../jobs/schemas';
import { HOSTS } from './harness/harness';
import { errorCode, HANGING_GRAPH, jobEnd, jobWhen, postJob, QUICK_GRAPH, readJob } from './harness/jobs-on-surface';
import { fail } from './harness/scripted-graphs';
import type { Surface } from './harness/surface';

/** Unique per run, since an external surface still has the jobs of earlier runs. */
const RUN = crypto.randomUUID();

async function list(surface: Surface, query = ''): Promise<JobPage> {
  const response = await surface.fetch(`/api/v2/jobs${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as JobPage;
}

/** Follows `next_cursor` to the end and returns the pages. */
async function walk(surface: Surface, query: string, between?: () => Promise<unknown>): Promise<JobPage[]> {
  const pages = [await list(surface, `?${query}`)];
  for (;;) {
    const cursor = pages.at(-1)?.next_cursor;
    if (cursor === undefined) return pages;
    await between?.();
    pages.push(await list(surface, `?${query}&cursor=${encodeURIComponent(cursor)}`));
  }
}

const ids = (page: JobPage) => page.jobs.map(({ id }) => id);

/** Label shared by the jobs of one test. */
const setOf = (name: string) => `${name}-${RUN}`;

async function withLabels(surface: Surface, labels: Record<string, string>): Promise<string[]> {
  const query = new URLSearchParams(Object.entries(labels).map(([key, value]) => [`metadata[${key}]`, value]));
  return ids(await list(surface, `?${query}`));
}

describe.each(HOSTS)('the listing $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open();
  });
  afterAll(() => surface.close());

  const add = async (metadata: Record<string, string> = {}, workflow: object = QUICK_GRAPH): Promise<Job> => {
    const response = await postJob(surface, { workflow, metadata });
    expect(response.status).toBe(201);
    const job = (await response.json()) as Job;
    if (!job.metadata) surface.notOffered('the surface takes no labels');
    return job;
  };

  test('J-4.70 J-4.62 is newest first, even for jobs of the same millisecond', async () => {
    const jobs: Job[] = [];
    for (let count = 0; count < 5; count += 1) jobs.push(await add({ set: setOf('order') }));
    const page = await list(surface, `?metadata[set]=${setOf('order')}`);
    expect(ids(page)).toEqual(jobs.map(({ id }) => id).reverse());
    const times = page.jobs.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('J-4.71 J-4.73 J-4.74 has pages of the requested size, each job once, the last without a cursor', async () => {
    for (let count = 0; count < 5; count += 1) await add({ set: setOf('pages') });
    const all = ids(await list(surface, `?metadata[set]=${setOf('pages')}`));
    const pages = await walk(surface, `limit=2&metadata[set]=${setOf('pages')}`);
    expect(pages.map(({ jobs, truncated }) => [jobs.length, truncated])).toEqual([
      [2, true],
      [2, true],
      [1, false],
    ]);
    expect(pages.flatMap(ids)).toEqual(all);
    expect(pages.at(-1)).not.toHaveProperty('next_cursor');
    // A full page is the last one if nothing follows.
    expect(await list(surface, `?limit=5&metadata[set]=${setOf('pages')}`)).toMatchObject({ truncated: false });
  });

  test('J-4.75 is not affected by jobs that arrive during a walk', async () => {
    for (let count = 0; count < 6; count += 1) await add({ set: setOf('walk') });
    const before = ids(await list(surface, `?metadata[set]=${setOf('walk')}`));
    const pages = await walk(surface, `limit=2&metadata[set]=${setOf('walk')}`, () => add({ set: setOf('walk') }));
    expect(pages.flatMap(ids)).toEqual(before);
  });

  test('J-4.72 J-2.19 J-2.63 contains full jobs, equal to GET by id', async () => {
    const job = await jobEnd(surface, await add({ set: setOf('full') }));
    const failed = await jobEnd(surface, await add({ set: setOf('full') }, { 1: fail('no') }));
    expect(job.outputs).toHaveLength(1);
    expect((await list(surface, `?metadata[set]=${setOf('full')}`)).jobs).toEqual([failed, job]);
  });

  test('J-4.76 filters by one or more statuses', async () => {
    const running = await add({ set: setOf('status') }, HANGING_GRAPH);
    await jobWhen(surface, running, ({ status }) => status === 'running');
    const queued = await add({ set: setOf('status') }, HANGING_GRAPH);
    const canceled = await add({ set: setOf('status') }, HANGING_GRAPH);
    await surface.fetch(canceled.urls.cancel, { method: 'POST' });
    await jobEnd(surface, canceled);
    const requested = async (status: string) =>
      ids(await list(surface, `?status=${status}&metadata[set]=${setOf('status')}`));
    expect(await requested('running,queued')).toEqual([queued.id, running.id]);
    expect(await requested('canceled')).toEqual([canceled.id]);
    expect(await requested('expired')).toEqual([]);
    // An external surface may run several jobs at once.
    const isWaiting = (await readJob(surface, queued)).status === 'queued';
    expect(await requested('running')).toEqual(isWaiting ? [running.id] : [queued.id, running.id]);
    expect(await requested('queued')).toEqual(isWaiting ? [queued.id] : []);
    for (const job of [running, queued]) await surface.fetch(job.urls.cancel, { method: 'POST' });
    await jobEnd(surface, queued);
  });

  test('J-4.77 matches all requested labels exactly', async () => {
    const both = await add({ set: setOf('labels'), title: 'Größe & Co', batch: '1' });
    const one = await add({ set: setOf('labels'), title: 'Größe & Co', batch: '2' });
    await add({ set: setOf('labels'), title: 'größe & co' });
    expect(await withLabels(surface, { set: setOf('labels'), title: 'Größe & Co' })).toEqual([one.id, both.id]);
    expect(await withLabels(surface, { set: setOf('labels'), title: 'Größe & Co', batch: '1' })).toEqual([both.id]);
    expect(await withLabels(surface, { set: setOf('labels'), batch: '' })).toEqual([]);
    expect(await withLabels(surface, { constructor: 'x' })).toEqual([]);
  });

  test('finds labels with any allowed key', async () => {
    const keys = ['a', 'a.b', 'A-1_', '__proto__', 'constructor', '...', 'x'.repeat(40)];
    const job = await add(Object.fromEntries(keys.map((key) => [key, `of ${key} ${RUN}`])));
    for (const key of keys) {
      expect(await withLabels(surface, { [key]: `of ${key} ${RUN}` })).toEqual([job.id]);
    }
    expect((await readJob(surface, job)).metadata).toEqual(job.metadata);
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=x',
    'limit=1.5',
    'limit=1&limit=2',
    'status=',
    'status=paused',
    'status=queued,',
  ])('rejects %.40s with 400 invalid_request', async (query) => {
    const response = await surface.fetch(`/api/v2/jobs?${query}`);
    expect(response.status).toBe(400);
    expect(await errorCode(response)).toBe('invalid_request');
  });

  test.each(['cursor=', 'cursor=nonsense', 'cursor=j', 'cursor=jzzzzzzzzzzzzzzzzzzzz', 'cursor=eyJvIjoxfQ%3D%3D'])(
    'rejects the foreign cursor %s with 400 invalid_cursor',
    async (query) => {
      const response = await surface.fetch(`/api/v2/jobs?${query}`);
      expect(response.status).toBe(400);
      expect(await errorCode(response)).toBe('invalid_cursor');
    },
  );

  test.each([
    'metadata=x',
    'metadata[]=x',
    'metadata[a b]=x',
    'metadata[a[b]]=x',
    'metadata[%E8%AA%9E]=x',
    `metadata[${'x'.repeat(41)}]=x`,
    'metadata[a]=x&metadata[a]=y',
    'metadata[a]=%00',
    'metadata[a]=%E2%80%AE',
    'metadata[a]=%FF',
    'metadata[a]=1&metadata[b]=2&metadata[c]=3&metadata[d]=4',
  ])('J-4.77 rejects %.40s with 400 invalid_metadata_filter', async (query) => {
    const response = await surface.fetch(`/api/v2/jobs?${query}`);
    expect(response.status).toBe(400);
    expect(await errorCode(response)).toBe('invalid_metadata_filter');
  });

  test('ignores an unknown parameter, for forward compatibility', async () => {
    expect((await surface.fetch('/api/v2/jobs?sort=oldest')).status).toBe(200);
  });
});
