import { describe, expect, test } from 'vitest';
import { JobHost, ORIGIN } from '../jobs/testing/job-host';

interface Page {
  assets: {
    id: string;
    url: string;
    in_use: boolean;
    job_id?: string;
    file_path: string;
    job_title?: string;
    batch_id?: string;
    node_id?: string;
    node_title?: string;
  }[];
  next_cursor?: string;
  counts?: { uploads: number; outputs: number };
}

async function list(host: JobHost, query = ''): Promise<Page> {
  const response = await host.fetch(`/console/assets${query}`);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return (await response.json()) as Page;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const loading = (id: string) => ({
  '1': { class_type: 'LoadImage', inputs: { image: { __type: 'core/ASSET', info: { id } } } },
  '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'kept' } },
});

describe('the files of a caller', () => {
  test('are uploads and outputs, newest first, with working URLs', async () => {
    const host = await JobHost.start();
    const upload = await host.addAsset(bytes('a picture'));
    const job = await host.submit(loading(upload.id));
    await host.clock.advance(1000);
    const page = await list(host);
    expect(page.counts).toEqual({ uploads: 1, outputs: 1 });
    expect(page.assets.map(({ job_id: jobId }) => jobId)).toEqual([job.id, undefined]);
    expect(page.next_cursor).toBeUndefined();
    const content = await host.fetch(page.assets[1]?.url ?? '');
    expect(await content.text()).toBe('a picture');
    expect((await list(host, '?origin=outputs')).assets.map(({ id }) => id)).toEqual([page.assets[0]?.id]);
    expect((await list(host, '?q=PHOTO')).assets.map(({ id }) => id)).toEqual([upload.id]);
  });

  test('include the title of their job and the node that produced them', async () => {
    const host = await JobHost.start();
    const upload = await host.addAsset(bytes('a picture'));
    const labels = { metadata: { flowdeck_title: ' Blue reef ' } };
    const named = await host.submit(loading(upload.id), { more: labels });
    await host.clock.advance(1000);
    await host.submit(loading(upload.id));
    await host.clock.advance(1000);
    const sources = async () => (await list(host)).assets.map(({ job_title: title, node_id: node }) => [title, node]);
    expect(await sources()).toEqual([
      [undefined, '2'],
      ['Blue reef', '2'],
      [undefined, undefined],
    ]);
    const rename = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ id: named.id, title: 'Red reef' });
    expect((await host.fetch('/console/jobs/rename', { ...rename, body })).status).toBe(200);
    expect((await sources())[1]).toEqual(['Red reef', '2']);
  });

  test('include the name of the node that produced them, with its id if another node has the same', async () => {
    const host = await JobHost.start();
    const save = (id: string, title?: string) => ({
      [id]: {
        class_type: 'SaveImage',
        inputs: { images: ['1', 0], filename_prefix: `kept-${id}` },
        ...(title ? { _meta: { title } } : {}),
      },
    });
    const upload = await host.addAsset(bytes('a picture'));
    const { '1': load } = loading(upload.id);
    await host.submit({ '1': load, ...save('2'), ...save('3', 'Print'), ...save('4', 'Print') });
    await host.clock.advance(1000);
    const { assets } = await list(host, '?origin=outputs');
    expect(assets.map(({ node_title: title }) => title).sort()).toEqual(['Print 3', 'Print 4', 'Save Image']);
  });

  test('include the batch of their job', async () => {
    const host = await JobHost.start();
    const upload = await host.addAsset(bytes('a picture'));
    await host.submit(loading(upload.id), { more: { metadata: { flowdeck_batch: 'b1/3' } } });
    await host.clock.advance(1000);
    expect((await list(host)).assets.map(({ batch_id: batch }) => batch)).toEqual(['b1', undefined]);
  });

  test('show which of them a job still reads', async () => {
    const host = await JobHost.start();
    const upload = await host.addAsset(bytes('x'));
    await host.submit({ '1': { class_type: 'ScriptHang', inputs: {} } });
    await host.submit(loading(upload.id));
    expect((await list(host)).assets.map(({ in_use: inUse }) => inUse)).toEqual([true]);
    const rejection = await host.fetch(`/api/v2/assets/${upload.id}`, { method: 'DELETE' });
    expect(rejection.status).toBe(409);
  });

  test('are paginated and counted once', async () => {
    const host = await JobHost.start();
    for (const text of ['a', 'b', 'c']) await host.addAsset(bytes(text));
    const first = await list(host, '?limit=2');
    const second = await list(host, `?limit=2&cursor=${first.next_cursor}`);
    expect([first.assets.length, second.assets.length, second.next_cursor, second.counts]).toEqual([
      2,
      1,
      undefined,
      undefined,
    ]);
    expect(new Set([...first.assets, ...second.assets].map(({ id }) => id)).size).toBe(3);
  });

  test('are filtered by kind and time', async () => {
    const host = await JobHost.start();
    const image = await host.addAsset(bytes('a picture'));
    const start = host.clock.now();
    await host.clock.advance(1000);
    const job = await host.submit({ '1': { class_type: 'ScriptText', inputs: { text: 'words' } } });
    await host.clock.advance(1000);
    const ids = async (query: string) => (await list(host, query)).assets.map(({ id, job_id: by }) => by ?? id);
    expect(await ids('?kind=image')).toEqual([image.id]);
    expect(await ids('?kind=text')).toEqual([job.id]);
    expect(await ids('?kind=3d')).toEqual([]);
    expect(await ids(`?from=${start + 1}`)).toEqual([job.id]);
    expect(await ids(`?to=${start + 1}&kind=image`)).toEqual([image.id]);
    expect(await ids(`?to=${start + 1}&kind=text`)).toEqual([]);
  });

  test('that a model made are outputs', async () => {
    const host = await JobHost.start();
    const upload = await host.addAsset(bytes('a picture'));
    const result = await host.addAsset(bytes('a result'), { tags: ['model-result'] });
    const page = await list(host, '?origin=outputs');
    expect([page.assets.map(({ id }) => id), page.counts]).toEqual([[result.id], { uploads: 1, outputs: 1 }]);
    await host.submit(loading(upload.id));
    await host.clock.advance(1000);
    expect((await list(host, '?origin=outputs')).assets).toHaveLength(2);
    expect((await list(host, '?origin=models')).assets.map(({ id }) => id)).toEqual([result.id]);
    expect((await list(host, '?origin=uploads')).assets.map(({ id }) => id)).toEqual([upload.id]);
  });

  test('are found by the words, the inputs and the workflow of their job, and by the prompt of another one', async () => {
    const host = await JobHost.start();
    const made = async (prompt: string, seed: number, title: string) => {
      const inputs = { type: 'image', name: 'output.png', bytes: 0, named: true, prompt, seed };
      const workflow = { '1': { class_type: 'ScriptOutput', inputs } };
      const { id } = await host.submit(workflow, { more: { metadata: { flowdeck_title: title } } });
      await host.clock.advance(1000);
      return id;
    };
    const fox = await made('a red fox', 41, 'Foxes');
    const same = await made('a red fox', 42, 'Animals');
    const reef = await made('a reef', 42, 'Animals');
    const jobs = async (query: string) => (await list(host, query)).assets.map(({ job_id: by }) => by);
    expect(await jobs('?q=prompt:fox')).toEqual([same, fox]);
    expect(await jobs('?q=seed:42')).toEqual([reef, same]);
    expect(await jobs('?q=output seed:42 prompt:reef')).toEqual([reef]);
    expect(await jobs('?q=nothing seed:42')).toEqual([]);
    expect(await jobs('?q=FOX red')).toEqual([same, fox]);
    expect(await jobs('?q=fox seed:42')).toEqual([same]);
    expect(await jobs('?q=animals reef')).toEqual([reef]);
    expect(await jobs('?q=fox reef')).toEqual([]);
    expect(await jobs('?q=fox&kind=video')).toEqual([]);
    const first = await list(host, '?q=red fox&limit=1');
    const second = await list(host, `?q=red fox&limit=1&cursor=${first.next_cursor}`);
    expect([first, second].map(({ assets }) => assets.map(({ job_id: by }) => by))).toEqual([[same], [fox]]);
    expect(second.next_cursor).toBeUndefined();
    const ids = (await list(host)).assets.map(({ id }) => id).join();
    expect(await jobs(`?ids=${ids}&q=fox`)).toEqual([same, fox]);
    expect(await jobs(`?ids=${ids}&q=output seed:42`)).toEqual([reef, same]);
    expect(await jobs(`?ids=${ids}&q=fox&kind=video`)).toEqual([]);
    expect(await jobs(`?ids=${ids}&origin=uploads`)).toEqual([]);
    expect(await jobs('?title=Animals')).toEqual([reef, same]);
    expect(await jobs(`?prompt_of=${fox}`)).toEqual([same, fox]);
    expect(await jobs(`?prompt_of=${fox}&title=Animals&kind=image`)).toEqual([same]);
    expect(await jobs('?prompt_of=nobody')).toEqual([]);
  });

  test('are found by the workflow of a job, whatever its title, also among files requested by id', async () => {
    const host = await JobHost.start();
    const made = async (inputs: object, title: string) => {
      const output = { type: 'image', name: 'output.png', bytes: 0, named: true, seed: 1, ...inputs };
      const workflow = { '1': { class_type: 'ScriptOutput', inputs: output } };
      const { id } = await host.submit(workflow, { more: { metadata: { flowdeck_title: title } } });
      await host.clock.advance(1000);
      return id;
    };
    const run = await made({ prompt: 'a red fox' }, 'Animals');
    const cell = await made({ prompt: 'a wolf' }, 'Animals · 2 of 6');
    const namesake = await made({}, 'Animals');
    const upload = await host.addAsset(bytes('a'));
    const jobs = async (query: string) => (await list(host, query)).assets.map(({ job_id: by }) => by);
    expect(await jobs(`?workflow_of=${run}`)).toEqual([cell, run]);
    expect(await jobs(`?workflow_of=${cell}`)).toEqual([cell, run]);
    expect(await jobs(`?workflow_of=${namesake}`)).toEqual([namesake]);
    expect(await jobs(`?workflow_of=${run}&title=Animals`)).toEqual([run]);
    expect(await jobs(`?workflow_of=${run}&prompt_of=${cell}`)).toEqual([cell]);
    expect(await jobs('?workflow_of=nobody')).toEqual([]);
    const ids = [upload.id, ...(await list(host, '?origin=outputs')).assets.map(({ id }) => id)].join();
    expect(await jobs(`?ids=${ids}`)).toHaveLength(4);
    expect(await jobs(`?ids=${ids}&workflow_of=${run}`)).toEqual([cell, run]);
  });

  test('can be requested by id; missing, expired and foreign ones are omitted', async () => {
    const host = await JobHost.start();
    const kept = await host.addAsset(bytes('a'));
    const finished = await host.addAsset(bytes('b'), { expiresAt: host.clock.now() });
    const foreign = await host.addAsset(bytes('c'), { owner: 'other' });
    const page = await list(host, `?ids=${foreign.id},${kept.id},nobody,${finished.id}`);
    expect(page.assets.map(({ id }) => id)).toEqual([kept.id]);
    expect((await list(host, '?ids=')).assets).toEqual([]);
  });

  test.each([
    'kind=picture',
    'from=monday',
    'limit=0',
    'limit=101',
    'limit=x',
    'origin=both',
    'cursor=x',
    `q=${'x'.repeat(201)}`,
  ])('are rejected for %s', async (query) => {
    const host = await JobHost.start();
    const response = await host.fetch(`/console/assets?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_request' } });
  });

  test('require access to the gateway', async () => {
    const host = await JobHost.start({ settings: { token: 'secret' } });
    expect((await host.fetch(`${ORIGIN}/console/assets`)).status).toBe(401);
  });
});
