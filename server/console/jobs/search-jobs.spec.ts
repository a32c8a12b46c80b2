import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_FIELDS } from '@contract/console/search-fields';
import type { JobPage } from '@contract/jobs/schemas';
import { WrittenJobPage } from '@contract/jobs/written-schemas';
import { createApp, type App } from '../../app';
import { createMemoryDeps, type MemoryDeps } from '../../testing/memory-deps';

const ORIGIN = 'http://127.0.0.1:8189';

let app: App;
let deps: MemoryDeps;

beforeEach(async () => {
  deps = await createMemoryDeps();
  app = createApp(deps);
  await app.start();
});
afterEach(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => app.fetch(new Request(ORIGIN + path, { headers }));

/** Resolves once the job has ended, or has one of these states. */
async function submit(
  title: string,
  classType = 'ScriptText',
  inputs: object = { text: title },
  reached: readonly string[] = ['succeeded', 'failed'],
): Promise<string> {
  const workflow = { '1': { class_type: classType, inputs } };
  const body = JSON.stringify({ workflow, metadata: { flowdeck_title: title } });
  const response = await app.fetch(
    new Request(`${ORIGIN}/api/v2/jobs`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  );
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { id: string };
  // On a loaded machine, a job may need more turns than one step of the clock has.
  const advance = async () => {
    await deps.clock.advance(1000);
    return ((await (await get(`/api/v2/jobs/${id}`)).json()) as { status: string }).status;
  };
  await expect.poll(advance).toBeOneOf([...reached]);
  return id;
}

type Found = JobPage & { counts?: Record<string, number> };
async function search(query: string): Promise<Found> {
  const response = await get(`/console/jobs?${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Found;
}
const titles = ({ jobs }: Found) => jobs.map(({ metadata }) => metadata?.['flowdeck_title']);

test('jobs are found by the prompt of another one, and counted', async () => {
  const fox = await submit('Fox', 'ScriptText', { text: 'a', prompt: 'a red fox' });
  const bare = await submit('Bare', 'ScriptText', { text: 'b' });
  await submit('Reef', 'ScriptText', { text: 'c', prompt: 'a reef' });
  await submit('Animal', 'ScriptText', { text: 'd', prompt: 'a red fox' });
  const found = await search(`prompt_of=${fox}`);
  expect(titles(found)).toEqual(['Animal', 'Fox']);
  expect(Object.values(found.counts ?? {}).reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(titles(await search(`prompt_of=${fox}&metadata[flowdeck_title]=Fox`))).toEqual(['Fox']);
  expect(titles(await search(`prompt_of=${bare}`))).toEqual([]);
  expect(titles(await search('prompt_of=nobody'))).toEqual([]);
  const summary = await get(`/console/jobs/summary?from=0&to=9000000000000&buckets=1&prompt_of=${fox}`);
  expect(JSON.stringify(await summary.json())).toContain('"total":2');
});

test('jobs are found by the workflow of another one, whatever their title', async () => {
  const draft = await submit('Portrait', 'ScriptText', { text: 'a', prompt: 'a red fox' });
  const cell = await submit('Portrait · 2 of 6', 'ScriptText', { text: 'b', prompt: 'a wolf' });
  const namesake = await submit('Portrait', 'ScriptText', { text: 'c' });
  expect(titles(await search(`workflow_of=${draft}`))).toEqual(['Portrait · 2 of 6', 'Portrait']);
  const found = await search(`workflow_of=${cell}`);
  expect(found.jobs.map(({ id }) => id)).toEqual([cell, draft]);
  expect(found).toMatchObject({ counts: { succeeded: 2 } });
  expect(found).not.toHaveProperty('inputs_pending');
  expect((await search(`workflow_of=${namesake}`)).jobs.map(({ id }) => id)).toEqual([namesake]);
  expect(titles(await search(`workflow_of=${draft}&metadata[flowdeck_title]=Portrait`))).toEqual(['Portrait']);
  expect(titles(await search(`workflow_of=${draft}&prompt_of=${cell}`))).toEqual(['Portrait · 2 of 6']);
  expect(titles(await search('workflow_of=nobody'))).toEqual([]);
  const summary = await get(`/console/jobs/summary?from=0&to=9000000000000&buckets=1&workflow_of=${draft}`);
  expect(JSON.stringify(await summary.json())).toContain('"total":2');
});

test('jobs whose workflow has no shape are found by title, among themselves', async () => {
  const large = await submit('Large', 'ScriptText', { text: 'a' });
  const same = await submit('Large', 'ScriptText', { text: 'b' });
  await submit('Large', 'ScriptText', { text: 'c' });
  const untitled = await submit('', 'ScriptText', { text: 'd' });
  for (const id of [large, same, untitled]) deps.store.jobs.setShape(id, '');
  expect((await search(`workflow_of=${large}`)).jobs.map(({ id }) => id)).toEqual([same, large]);
  expect((await search(`workflow_of=${untitled}`)).jobs).toEqual([]);
});

describe('the search of the dashboard', () => {
  test('finds the same jobs as the public list, and counts them by status', async () => {
    await submit('Coral one');
    await submit('Ink');
    await submit('Coral two', 'ScriptFail', { message: 'No', ms: 0, traceback: false });
    const found = await search('q=CORAL');
    expect(WrittenJobPage.safeParse(found).success).toBe(true);
    expect(titles(found)).toEqual(['Coral two', 'Coral one']);
    expect(found).toMatchObject({ truncated: false, counts: { failed: 1, succeeded: 1 } });
    const failed = await search('q=coral&status=failed');
    expect(titles(failed)).toEqual(['Coral two']);
    expect(failed.counts).toEqual({ failed: 1, succeeded: 1 });
    expect(titles(await search('q=scriptfail'))).toEqual(['Coral two']);
    expect(titles(await search('q=coral%20%20two'))).toEqual(['Coral two']);
    expect((await search('q=absent')).jobs).toEqual([]);
  });

  test('finds jobs by their prompt, model, seed and size, also by a size as plain word', async () => {
    const inputs = { prompt: 'a red fox', model: 'flux-dev', seed: 42, steps: 1, width: 1024, height: 768 };
    await submit('one', 'ScriptSteps', { ...inputs, ms: 0, preview: false });
    await submit('two', 'ScriptSteps', { ...inputs, prompt: 'a wolf', seed: 420, ms: 0, preview: false });
    const find = async (q: string) => titles(await search(new URLSearchParams({ q }).toString()));
    for (const q of ['prompt:fox', 'prompt:"red fox" model:flux', 'seed:42', 'fox']) {
      expect({ q, found: await find(q) }).toEqual({ q, found: ['one'] });
    }
    for (const q of ['size:1024x768', 'size:1024×768', '1024x768', 'model:FLUX', 'prompt:']) {
      expect({ q, found: await find(q) }).toEqual({ q, found: ['two', 'one'] });
    }
    expect(await search('q=prompt:flux')).toMatchObject({ jobs: [], counts: {} });
  });

  test('continues page by page in the requested order; only the first page has counts', async () => {
    for (const title of ['a', 'b', 'c']) await submit(title);
    const first = await search('sort=oldest&limit=2');
    expect(titles(first)).toEqual(['a', 'b']);
    expect(first).toMatchObject({ truncated: true, counts: { succeeded: 3 } });
    const rest = await search(`sort=oldest&limit=2&cursor=${first.next_cursor ?? ''}`);
    expect(titles(rest)).toEqual(['c']);
    expect(rest.next_cursor).toBeUndefined();
    expect(rest.counts).toBeUndefined();
    const other = await get(`/console/jobs?sort=longest_run&cursor=${first.next_cursor ?? ''}`);
    expect(other.status).toBe(400);
  });

  test('continues page by page by title, whatever characters a title has', async () => {
    const named = ['Ä 10', 'a 9', 'Zebra', '珊瑚 "礁"', 'zébra\ud83e', '…'];
    for (const title of named) await submit(title);
    const walk = async (sort: string) => {
      const found: (string | undefined)[] = [];
      let cursor: string | undefined;
      do {
        const page = await search(`sort=${sort}&limit=1${cursor === undefined ? '' : `&cursor=${cursor}`}`);
        found.push(...titles(page));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined && found.length < 20);
      return found;
    };
    const forward = await walk('title');
    expect(forward).toHaveLength(named.length);
    expect(forward.slice(1, 4)).toEqual(['a 9', 'Ä 10', 'Zebra']);
    expect(await walk('title_reversed')).toEqual(forward.toReversed());
    expect((await get('/console/jobs?sort=title&cursor=title.5.1')).status).toBe(400);
    expect((await get('/console/jobs?sort=status&cursor=status.x0041.1')).status).toBe(400);
  });

  test('filters by a time range', async () => {
    const before = deps.clock.now();
    await submit('early');
    const between = deps.clock.now();
    await submit('late');
    expect(titles(await search(`from=${between}`))).toEqual(['late']);
    expect(titles(await search(`from=${before}&to=${between}`))).toEqual(['early']);
  });

  test('filters by label and by minimum run time', async () => {
    await submit('Coral');
    await submit('Coral two');
    await submit('Slow', 'ScriptSteps', { steps: 2, ms: 10_000, preview: false }, ['running']);
    await deps.clock.advance(30_000);
    expect(titles(await search('metadata[flowdeck_title]=Coral'))).toEqual(['Coral']);
    const long = await search('ran=10000');
    expect(titles(long)).toEqual(['Slow']);
    expect(long.counts).toEqual({ succeeded: 1 });
  });

  test.each([
    'limit=0',
    'limit=101',
    'status=asleep',
    'sort=best',
    'from=yesterday',
    'to=-5',
    'ran=long',
    'cursor=j1',
    'q=a&q=b',
    `q=${'x'.repeat(201)}`,
    `q=${Array.from({ length: 11 }, (_, n) => `w${n}`).join('+')}`,
  ])('rejects %s and names the parameter', async (query) => {
    const response = await get(`/console/jobs?${query}`);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe(query.startsWith('cursor=') ? 'invalid_cursor' : 'invalid_request');
    expect(error.message).toContain(query.split('=')[0]);
  });

  test('reads several jobs by id, without those of others and unknown ones', async () => {
    const ids = [await submit('one'), await submit('two')];
    const read = (body: object) =>
      app.fetch(
        new Request(`${ORIGIN}/console/jobs/read`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
    const response = await read({ ids: [ids[1], 'unknown', ids[0], ids[0]] });
    const alone = await Promise.all([ids[1], ids[0]].map(async (id) => (await get(`/api/v2/jobs/${id}`)).json()));
    expect(await response.json()).toEqual({ jobs: alone });
    for (const bad of [{ ids: [] }, { ids: Array.from({ length: 101 }, String) }, {}]) {
      expect((await read(bad)).status).toBe(400);
    }
    const own = deps.store.jobs.get(ids[0] ?? '');
    if (!own) throw new Error('The job was not stored');
    const texts = { workflowText: '{}', assetIds: [], searchText: '', searchFields: NO_FIELDS, shape: '' };
    deps.store.jobs.insert({ ...own, ...texts, id: 'foreign', owner: 'another' });
    expect(await (await read({ ids: ['foreign'] })).json()).toEqual({ jobs: [] });
  });

  test('requires the credential, like every console endpoint', async () => {
    deps.settings.token = 'a-token-of-this-gateway';
    expect((await get('/console/jobs')).status).toBe(401);
    expect((await get('/console/jobs/summary?from=0&to=1')).status).toBe(401);
    expect((await get('/console/jobs', { authorization: 'Bearer a-token-of-this-gateway' })).status).toBe(200);
  });

  test('summarizes the jobs of a time range', async () => {
    const from = deps.clock.now();
    await submit('one');
    await submit('two', 'ScriptFail', { message: 'No', ms: 0, traceback: false });
    const to = deps.clock.now();
    await submit('later');
    const read = async (query: string) => (await get(`/console/jobs/summary?${query}`)).json();
    expect(await read(`from=${from}&to=${to}&buckets=2`)).toMatchObject({
      total: 2,
      ended: 2,
      failed: 1,
      buckets: [
        { total: 1, failed: 0 },
        { total: 1, failed: 1 },
      ],
    });
    expect(await read(`from=${from}&to=${to}&buckets=1&q=two`)).toMatchObject({ total: 1, failed: 1 });
    for (const query of ['to=5', 'from=5', 'from=5&to=5', 'from=1&to=5&buckets=101']) {
      expect((await get(`/console/jobs/summary?${query}`)).status).toBe(400);
    }
  });
});
