import { expect, test } from 'vitest';
import { PromptHistoryPage } from '@contract/console/prompt-history';
import { JobHost } from '../../jobs/testing/job-host';
import type { Store } from '../../storage/store';

async function list(host: JobHost, query = ''): Promise<PromptHistoryPage> {
  const response = await host.fetch(`/console/prompts${query}`);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return PromptHistoryPage.parse(await response.json());
}

async function openHost(wrapStore: (store: Store) => Store = (store) => store) {
  const host = await JobHost.start({ wrapStore });
  const run = async (prompt: string, { name = 'output.png', type = 'image' } = {}) => {
    const job = await host.submit({
      '1': { class_type: 'ScriptOutput', inputs: { type, name, bytes: 0, named: true, prompt, seed: 1 } },
    });
    const advance = async () => {
      await host.clock.advance(1000);
      return (await host.job(job.id)).status;
    };
    await expect.poll(advance).toBe('succeeded');
    return job;
  };
  return { host, run };
}

test('prompts are listed once, newest first, in the spelling of the newest job, with its time and result', async () => {
  const { host, run } = await openHost();
  expect(await list(host)).toEqual({ field: 'prompt', prompts: [] });
  await run('A red  fox');
  await run('A reef');
  const newest = await run('a RED fox\n');
  const { prompts, next_cursor: next } = await list(host);
  expect(next).toBeUndefined();
  expect(prompts.map(({ text, runs }) => [text, runs])).toEqual([
    ['a RED fox', 2],
    ['A reef', 1],
  ]);
  expect(prompts[0]?.ran_at).toBe(newest.created_at);
  const { url = '', job_id: jobId } = prompts[0]?.outputs[0] ?? {};
  expect(jobId).toBe(newest.id);
  expect((await host.fetch(url)).status).toBe(200);
});

test('the result is that of an earlier job if the newest one has no image', async () => {
  const { host, run } = await openHost();
  const first = await run('a fox');
  await run('a fox', { name: 'notes.txt', type: 'text' });
  const [fox] = (await list(host)).prompts;
  expect([fox?.runs, fox?.outputs[0]?.job_id]).toEqual([2, first.id]);
  await run('a hare', { name: 'notes.txt', type: 'text' });
  expect((await list(host)).prompts[0]?.outputs).toEqual([]);
});

test('negative prompts are listed apart', async () => {
  const { host } = await openHost();
  const text = (value: string) => ({ class_type: 'ScriptText', inputs: { text: value } });
  const sampler = {
    type: 'image',
    name: 'a.png',
    bytes: 0,
    named: true,
    seed: 1,
    positive: ['1', 0],
    negative: ['2', 0],
  };
  const graph = {
    '1': text('A fox'),
    '2': text('Blurry,  dark'),
    '3': { class_type: 'ScriptOutput', inputs: sampler },
  };
  await host.submit(graph);
  const texts = async (query: string) => (await list(host, query)).prompts.map((prompt) => prompt.text);
  expect(await texts('')).toEqual(['A fox']);
  expect(await texts('?field=prompt')).toEqual(['A fox']);
  expect(await texts('?field=negative')).toEqual(['Blurry,  dark']);
  expect(await texts('?field=negative&q=fox')).toEqual([]);
  expect((await host.fetch('/console/prompts?field=seed')).status).toBe(400);
});

test('words find prompts, and pages follow each other while new jobs arrive', async () => {
  const { host, run } = await openHost();
  for (let n = 0; n < 5; n += 1) await run(`fox number ${n}`);
  await run('a hare');
  const texts = (page: PromptHistoryPage) => page.prompts.map(({ text }) => text);
  const first = await list(host, '?q=FOX%20number&limit=2');
  expect(texts(first)).toEqual(['fox number 4', 'fox number 3']);
  await run('fox number 9');
  const second = await list(host, `?q=fox&limit=2&cursor=${first.next_cursor ?? ''}`);
  expect(texts(second)).toEqual(['fox number 2', 'fox number 1']);
  const third = await list(host, `?q=fox&limit=2&cursor=${second.next_cursor ?? ''}`);
  expect([texts(third), third.next_cursor]).toEqual([['fox number 0'], undefined]);
  expect(texts(await list(host, '?q=wolf'))).toEqual([]);
  for (const wrong of ['?limit=0', '?cursor=x', `?q=${'x'.repeat(201)}`]) {
    expect((await host.fetch(`/console/prompts${wrong}`)).status).toBe(400);
  }
});

test('a deleted job is not counted', async () => {
  const { host, run } = await openHost();
  await run('a fox');
  const gone = await run('a fox');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ ids: [gone.id] });
  await host.fetch('/console/jobs/delete', { method: 'POST', headers, body });
  expect((await list(host)).prompts.map(({ text, runs }) => [text, runs])).toEqual([['a fox', 1]]);
});

test('prompts are counted once for the next letters and pages, and again after any change', async () => {
  let counted = 0;
  const { host, run } = await openHost((store) => {
    const search: Store['search'] = {
      page: (...given) => store.search.page(...given),
      visit: (...given) => store.search.visit(...given),
      match: (...given) => store.search.match(...given),
      prompts(owner, field) {
        counted += 1;
        return store.search.prompts(owner, field);
      },
    };
    return { ...store, search };
  });
  const texts = async (query = '') => (await list(host, query)).prompts.map(({ text }) => text);
  const fox = await run('a fox');
  await Promise.all([texts('?q=f'), texts('?q=fo'), texts('?q=fox')]);
  expect([counted, await texts('?q=hare')]).toEqual([1, []]);
  await run('a hare');
  expect([await texts(), counted]).toEqual([['a hare', 'a fox'], 2]);
  const change = (what: string) =>
    host.fetch(`/console/jobs/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [fox.id] }),
    });
  await change('delete');
  expect([await texts(), counted]).toEqual([['a hare'], 3]);
  await change('restore');
  expect([await texts(), counted]).toEqual([['a hare', 'a fox'], 4]);
  await host.clock.advance(60_000);
  expect([await texts(), counted]).toEqual([['a hare', 'a fox'], 5]);
});

test('prompts that could not be counted are counted by the next request', async () => {
  let isBroken = true;
  const { host, run } = await openHost((store) => ({
    ...store,
    search: {
      page: (...given) => store.search.page(...given),
      visit: (...given) => store.search.visit(...given),
      match: (...given) => store.search.match(...given),
      prompts(owner, field) {
        if (isBroken) throw new Error('The disk is gone');
        return store.search.prompts(owner, field);
      },
    },
  }));
  await run('a fox');
  expect((await host.fetch('/console/prompts')).status).toBe(500);
  isBroken = false;
  expect((await list(host)).prompts).toHaveLength(1);
});
