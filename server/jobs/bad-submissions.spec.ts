import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ErrorEnvelope } from '@contract/jobs/errors';
import { readNodeErrors } from '@contract/jobs/node-errors';
import { assetReference } from '@contract/workflow/asset-references';
import type { Store } from '../storage/store';
import { JobHost, type JobHostOptions } from './testing/job-host';

const good = { 1: { class_type: 'ScriptText', inputs: { text: 'hello' } } };
const output = (inputs: object) => ({
  1: { class_type: 'ScriptOutput', inputs: { type: 'file', name: 'a', bytes: 1, seed: 0, named: true, ...inputs } },
});
const load = (image: unknown) => ({
  1: { class_type: 'LoadImage', inputs: { image } },
  2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
});
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

interface Case {
  input: string;
  /** Raw text of the body, or the value of `workflow`. */
  text?: string | (() => string);
  workflow?: unknown;
  more?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Stage at which the submission is rejected. */
  stage: 'body' | 'fields' | 'graph' | 'assets' | 'key' | 'queue' | 'store';
  status: number;
  code: string;
  words: string;
  /** `[node, field, reason]` of one entry of `details.node_errors`. */
  problem?: readonly [string, string, string];
}

const deep = (levels: number) =>
  `{"workflow":{"1":{"class_type":"ScriptText","inputs":{"text":${'['.repeat(levels)}${']'.repeat(levels)}}}}}`;

/** Kinds of invalid input, with the response that users get. */
const TABLE: readonly Case[] = [
  { input: 'nothing', text: '', stage: 'body', status: 422, code: 'invalid_workflow', words: 'line 1, column 1' },
  {
    input: 'broken JSON',
    text: '{"workflow": {',
    stage: 'body',
    status: 422,
    code: 'invalid_workflow',
    words: 'not JSON that can be read',
  },
  {
    input: 'JSON with a trailing comma',
    text: '{"workflow":{},}',
    stage: 'body',
    status: 422,
    code: 'invalid_workflow',
    words: 'line 1, column 16',
  },
  {
    input: 'an array',
    text: '[]',
    stage: 'body',
    status: 422,
    code: 'invalid_workflow',
    words: 'must be a JSON object',
  },
  {
    input: 'a text',
    text: '"x"',
    stage: 'body',
    status: 422,
    code: 'invalid_workflow',
    words: 'must be a JSON object',
  },
  {
    input: '10,000 levels of lists',
    text: () => deep(10_000),
    stage: 'body',
    status: 422,
    code: 'invalid_workflow',
    words: 'deeper than 1000 levels',
  },
  {
    input: '900 levels of lists in a text input',
    text: () => deep(900),
    stage: 'graph',
    status: 422,
    code: 'invalid_workflow',
    words: 'must be text',
    problem: ['1', 'text', 'wrong_type'],
  },
  {
    input: 'a JSON of 50 MB',
    text: () => `{"workflow":{"1":{"class_type":"ScriptText","inputs":{"text":"${'x'.repeat(50 * 1024 ** 2)}"}}}}`,
    stage: 'body',
    status: 422,
    code: 'invalid_workflow',
    words: 'larger than',
  },
  {
    input: 'an empty object',
    text: '{}',
    stage: 'fields',
    status: 422,
    code: 'invalid_workflow',
    words: 'workflow is missing',
  },
  {
    input: 'a workflow that is a list',
    workflow: [],
    stage: 'fields',
    status: 422,
    code: 'invalid_workflow',
    words: 'an object of nodes',
  },
  {
    input: 'a workflow that is a text',
    workflow: 'x',
    stage: 'fields',
    status: 422,
    code: 'invalid_workflow',
    words: 'an object of nodes',
  },
  {
    input: 'a workflow that is null',
    workflow: null,
    stage: 'fields',
    status: 422,
    code: 'invalid_workflow',
    words: 'an object of nodes',
  },
  {
    input: 'webhook_url',
    workflow: good,
    more: { webhook_url: 'https://a.example' },
    stage: 'fields',
    status: 422,
    code: 'invalid_workflow',
    words: 'webhook_url is reserved',
  },
  {
    input: 'webhook_url that is null',
    workflow: good,
    more: { webhook_url: null },
    stage: 'fields',
    status: 422,
    code: 'invalid_workflow',
    words: 'webhook_url is reserved',
  },
  {
    input: 'inputs',
    workflow: good,
    more: { inputs: {} },
    stage: 'fields',
    status: 422,
    code: 'invalid_workflow',
    words: 'inputs is reserved',
  },
  {
    input: 'an unknown key of extra_data',
    workflow: good,
    more: { extra_data: { foo: 1 } },
    stage: 'fields',
    status: 422,
    code: 'invalid_workflow',
    words: 'not foo',
  },
  {
    input: 'a key of extra_data that every object has',
    workflow: good,
    more: { extra_data: { constructor: 'x' } },
    stage: 'fields',
    status: 422,
    code: 'invalid_workflow',
    words: 'not constructor',
  },
  {
    input: 'an API key that is a number',
    workflow: good,
    more: { extra_data: { api_key_svc_org: 5 } },
    stage: 'fields',
    status: 422,
    code: 'invalid_workflow',
    words: 'api_key_svc_org must be text',
  },
  {
    input: 'one credential in two spellings',
    workflow: good,
    more: { extra_data: { api_key_svc_org: 'a', api_key_comfy_org: 'b' } },
    stage: 'fields',
    status: 422,
    code: 'invalid_workflow',
    words: 'two spellings',
  },
  {
    input: 'metadata that is a text',
    workflow: good,
    more: { metadata: 'x' },
    stage: 'fields',
    status: 422,
    code: 'metadata_invalid',
    words: 'metadata must be an object',
  },
  {
    input: '17 labels',
    workflow: good,
    more: { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, 'v'])) },
    stage: 'fields',
    status: 422,
    code: 'metadata_invalid',
    words: 'at most 16 labels',
  },
  {
    input: 'a label that is a number',
    workflow: good,
    more: { metadata: { a: 1 } },
    stage: 'fields',
    status: 422,
    code: 'metadata_invalid',
    words: 'metadata.a must be text',
  },
  {
    input: 'a label of 257 characters',
    workflow: good,
    more: { metadata: { a: 'x'.repeat(257) } },
    stage: 'fields',
    status: 422,
    code: 'metadata_invalid',
    words: 'more than 256',
  },
  {
    input: 'a label key of 41 characters',
    workflow: good,
    more: { metadata: { ['k'.repeat(41)]: '' } },
    stage: 'fields',
    status: 422,
    code: 'metadata_invalid',
    words: '1 to 40 letters',
  },
  {
    input: 'UI-format JSON',
    workflow: {
      last_node_id: 3,
      nodes: [{ id: 1, type: 'KSampler' }],
      links: [[1, 1, 0, 2, 0, 'IMAGE']],
      version: 0.4,
    },
    stage: 'graph',
    status: 422,
    code: 'workflow_format_ui',
    words: 'Export (API)',
  },
  { input: 'an empty graph', workflow: {}, stage: 'graph', status: 422, code: 'invalid_workflow', words: 'no nodes' },
  {
    input: 'a node that is a text',
    workflow: { 1: 'x' },
    stage: 'graph',
    status: 422,
    code: 'invalid_workflow',
    words: 'Node 1 is not a node',
    problem: ['1', '', 'invalid_node'],
  },
  {
    input: 'a node without class_type',
    workflow: { 1: { inputs: {} } },
    stage: 'graph',
    status: 422,
    code: 'invalid_workflow',
    words: 'Node 1',
    problem: ['1', 'class_type', 'missing_class_type'],
  },
  {
    input: 'a bad node called __proto__',
    text: '{"workflow":{"__proto__":{"class_type":"NoSuch"},"1":{"class_type":"ScriptText","inputs":{"text":""}}}}',
    stage: 'graph',
    status: 422,
    code: 'invalid_workflow',
    words: 'Node __proto__',
  },
  {
    input: 'a cycle',
    workflow: {
      1: { class_type: 'ScriptCached', inputs: { after: ['2', 0] } },
      2: { class_type: 'ScriptCached', inputs: { after: ['1', 0] } },
    },
    stage: 'graph',
    status: 422,
    code: 'invalid_workflow',
    words: 'depends on itself',
    problem: ['1', 'after', 'cycle'],
  },
  {
    input: 'a link to a missing node',
    workflow: { 1: { class_type: 'ScriptCached', inputs: { after: ['9', 0] } } },
    stage: 'graph',
    status: 422,
    code: 'invalid_workflow',
    words: 'node 9',
    problem: ['1', 'after', 'missing_node'],
  },
  {
    input: 'an unknown class',
    workflow: { 12: { class_type: 'NoSuchNode', inputs: {} } },
    stage: 'graph',
    status: 422,
    code: 'invalid_workflow',
    words: 'Unknown node class NoSuchNode',
    problem: ['12', 'class_type', 'unknown_class'],
  },
  {
    input: 'a missing input',
    workflow: { 1: { class_type: 'ScriptText', inputs: {} } },
    stage: 'graph',
    status: 422,
    code: 'invalid_workflow',
    words: 'text is missing',
    problem: ['1', 'text', 'missing_input'],
  },
  {
    input: 'a wrong type',
    workflow: output({ bytes: 'many' }),
    stage: 'graph',
    status: 422,
    code: 'invalid_workflow',
    words: 'bytes must be a whole number',
    problem: ['1', 'bytes', 'wrong_type'],
  },
  {
    input: 'a value below its bounds',
    workflow: output({ seed: -1 }),
    stage: 'graph',
    status: 422,
    code: 'invalid_workflow',
    words: 'At least 0',
    problem: ['1', 'seed', 'below_min'],
  },
  {
    input: 'a value above its bounds',
    text: `{"workflow":${JSON.stringify(output({ seed: 7 })).replace('"seed":7', '"seed":18446744073709551616')}}`,
    stage: 'graph',
    status: 422,
    code: 'invalid_workflow',
    words: 'At most 18446744073709551615',
    problem: ['1', 'seed', 'above_max'],
  },
  {
    input: 'a value that is not in the list',
    workflow: output({ type: 'hologram' }),
    stage: 'graph',
    status: 422,
    code: 'invalid_workflow',
    words: 'Not one of image',
    problem: ['1', 'type', 'not_in_list'],
  },
  {
    input: 'nothing that saves',
    workflow: { 1: { class_type: 'LoadImage', inputs: { image: 'a.png' } } },
    stage: 'graph',
    status: 422,
    code: 'invalid_workflow',
    words: 'Add one, such as SaveImage',
    problem: ['1', '', 'no_output_node'],
  },
  {
    input: 'a plain file name',
    workflow: load('photo.png'),
    stage: 'assets',
    status: 422,
    code: 'missing_asset',
    words: 'photo.png is only a name',
    problem: ['1', 'image', 'missing_asset'],
  },
  {
    input: 'an unknown asset',
    workflow: load(assetReference({ id: UNKNOWN_ID })),
    stage: 'assets',
    status: 422,
    code: 'missing_asset',
    words: UNKNOWN_ID,
    problem: ['1', 'image', 'missing_asset'],
  },
  {
    input: 'an asset without an id',
    workflow: load({ __type: 'core/ASSET', info: {} }),
    stage: 'assets',
    status: 422,
    code: 'missing_asset',
    words: 'no info.id',
    problem: ['1', 'image', 'malformed_asset'],
  },
  {
    input: 'an Idempotency-Key of 256 characters',
    workflow: good,
    headers: { 'idempotency-key': 'k'.repeat(256) },
    stage: 'key',
    status: 422,
    code: 'invalid_workflow',
    words: '1 to 255 characters',
  },
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'json', ''].map(
    (type): Case => ({
      input: `JSON as "${type}", which pages of other sites can send`,
      workflow: good,
      headers: { 'content-type': type },
      stage: 'body',
      status: 422,
      code: 'invalid_workflow',
      words: 'Content-Type must be application/json',
    }),
  ),
  {
    input: 'more values than are parsed in one slice',
    text: () => `{"workflow":{"1":{"class_type":"A","inputs":{"a":[${'0,'.repeat(200_000)}0]}}}}`,
    stage: 'body',
    status: 422,
    code: 'invalid_workflow',
    words: 'The body has more than 200000 values',
  },
  {
    input: 'more nodes than are validated in one slice',
    text: () => `{"workflow":{${Array.from({ length: 10_001 }, (_, id) => `"${id}":{}`).join()}}}`,
    stage: 'body',
    status: 422,
    code: 'invalid_workflow',
    words: 'A workflow has at most 10000 nodes',
  },
  {
    input: 'an empty Idempotency-Key',
    workflow: good,
    headers: { 'idempotency-key': '' },
    stage: 'key',
    status: 422,
    code: 'invalid_workflow',
    words: '1 to 255 characters',
  },
];

async function post(host: JobHost, { text, workflow, more, headers = {} }: Partial<Case>): Promise<Response> {
  const body = text === undefined ? JSON.stringify({ workflow, ...more }) : typeof text === 'string' ? text : text();
  return host.fetch('/api/v2/jobs', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

async function rejection(response: Response) {
  const { error } = ErrorEnvelope.parse(await response.json());
  return { status: response.status, code: error.code, message: error.message, details: error.details };
}

describe('a bad submission', () => {
  let host: JobHost;
  beforeAll(async () => {
    host = await JobHost.start();
  });

  it.each(TABLE)('$stage: $input gets $status $code', async ({ status, code, words: text, problem, ...given }) => {
    const response = await rejection(await post(host, given));
    expect(response).toMatchObject({ status, code });
    expect(response.message).toContain(text);
    // The message is short enough to read without scrolling.
    expect(response.message.length).toBeLessThan(400);
    const nodeErrors = readNodeErrors(response.details);
    const reported = Object.entries(nodeErrors).flatMap(([id, list]) =>
      list.map(({ field, reason }) => [id, field, reason].join(' ')),
    );
    expect(reported).toEqual(expect.arrayContaining(problem ? [problem.join(' ')] : []));
    expect((await host.list()).jobs).toEqual([]);
    expect((await host.fetch('/api/v2/health')).status).toBe(200);
  });

  it('body: an endless body is read only up to the limit', async () => {
    let sent = 0;
    const flood = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1024 ** 2;
        controller.enqueue(new Uint8Array(1024 ** 2).fill(0x20));
      },
    });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: flood, duplex: 'half' } as RequestInit;
    const response = await rejection(await host.fetch('/api/v2/jobs', init));
    expect(response).toMatchObject({ status: 422, code: 'invalid_workflow' });
    expect(response.message).toContain('larger than');
    expect(sent).toBeLessThan(24 * 1024 ** 2);
  });

  it.each([
    ['entries that are not nodes', '0'],
    ['nodes of an unknown class', '{"class_type":"Nothing"}'],
    ['references without a file', '{"class_type":"ScriptText","inputs":{"text":{"__type":"core/ASSET"}}}'],
  ])('body: of thousands of %s the first are reported, with the number of others', async (_, node) => {
    const entries = Array.from({ length: 5_000 }, (__, id) => `"n${id}":${node}`);
    const { status, details } = await rejection(await post(host, { text: `{"workflow":{${entries.join()}}}` }));
    expect(status).toBe(422);
    const reported = Object.values(readNodeErrors(details)).flat().length;
    expect([reported, Number(details?.['omitted_errors']) + reported]).toEqual([500, expect.any(Number)]);
    expect(Number(details?.['omitted_errors'])).toBeGreaterThanOrEqual(4_500);
    expect(JSON.stringify(details).length).toBeLessThan(150_000);
  });

  it('case names are unique', () => {
    expect(new Set(TABLE.map(({ input }) => input)).size).toBe(TABLE.length);
  });
});

async function full(options: JobHostOptions = {}): Promise<JobHost> {
  const host = await JobHost.start({ settings: { queueDepth: 1 }, ...options });
  await host.submit({ 1: { class_type: 'ScriptHang', inputs: {} } });
  await host.clock.advance(10);
  await host.submit(good);
  return host;
}

describe('a valid submission that cannot be accepted', () => {
  it('key: a used one gets 422 idempotency_key_reuse, whatever the body', async () => {
    const host = await JobHost.start();
    await host.submit(good, { key: 'k' });
    for (const body of [{ workflow: good }, { workflow: load('gone.png') }, []]) {
      const response = await rejection(await host.post(body, { key: 'k' }));
      expect(response).toMatchObject({ status: 422, code: 'idempotency_key_reuse' });
      expect(response.message).toContain('may already be a job');
    }
    expect((await host.list()).jobs).toHaveLength(1);
  });

  it('queue: a job above the limit gets 429 queue_full with Retry-After, and its key is not claimed', async () => {
    const host = await full();
    const response = await host.post({ workflow: good }, { key: 'k' });
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await rejection(response)).toMatchObject({ status: 429, code: 'queue_full' });
    const [waiting] = (await host.list('?status=queued')).jobs;
    await host.cancel(waiting?.id ?? '');
    await host.submit(good, { key: 'k' });
  });

  it('assets: foreign, expired and lost files get the same error', async () => {
    const host = await JobHost.start();
    const bytes = new Uint8Array([1, 2, 3]);
    const foreign = await host.addAsset(bytes, { owner: 'somebody' });
    const expired = await host.addAsset(bytes, { expiresAt: host.clock.now() + 1000 });
    const lost = await host.addAsset(new Uint8Array([4]));
    await host.clock.advance(1000);
    await host.deps.blobs.remove(host.deps.store.assets.get(lost.id)?.blob ?? '');
    for (const { id } of [foreign, expired, lost, { id: UNKNOWN_ID }]) {
      const response = await rejection(await host.post({ workflow: load(assetReference({ id })) }));
      expect(response).toMatchObject({ status: 422, code: 'missing_asset', details: { missing_ids: [id] } });
      expect(response.message.replace(id, '…')).toBe('Node 1, image: Asset … not found or expired');
    }
    const own = await host.addAsset(bytes);
    await host.submit(load(assetReference({ id: own.id })));
  });

  it('store: a full disk leads to 500 upstream_error without details, and the key is not claimed', async () => {
    let isFull = false;
    const host = await JobHost.start({ wrapStore: (store) => failing(store, () => isFull) });
    isFull = true;
    const response = await rejection(await host.post({ workflow: good }, { key: 'k' }));
    expect(response).toMatchObject({ status: 500, code: 'upstream_error' });
    expect(response.message).not.toMatch(/SQLITE|disk|full/i);
    isFull = false;
    expect((await host.list()).jobs).toEqual([]);
    await host.submit(good, { key: 'k' });
  });

  it('store: a commit that was reported as failed but succeeded creates the only job of its key (J-4.39)', async () => {
    let isLying = false;
    const host = await JobHost.start({ wrapStore: (store) => lying(store, () => isLying) });
    isLying = true;
    const response = await rejection(await host.post({ workflow: good }, { key: 'k' }));
    expect(response).toMatchObject({ status: 500, code: 'upstream_error' });
    isLying = false;
    expect(await rejection(await host.post({ workflow: good }, { key: 'k' }))).toMatchObject({
      code: 'idempotency_key_reuse',
    });
    // The start of the run was reported as failed too, and is retried.
    await host.clock.advance(6000);
    expect((await host.list()).jobs.map((job) => job.status)).toEqual(['succeeded']);
  });

  it('response: a lost one leaves the key claimed, and the job is in the list (J-4.38, J-4.62)', async () => {
    const host = await JobHost.start();
    const body = { workflow: good, metadata: { outbox: '7' } };
    // The caller disconnects once everything is sent.
    await (await host.post(body, { key: 'k' })).body?.cancel();
    expect(await rejection(await host.post(body, { key: 'k' }))).toMatchObject({ code: 'idempotency_key_reuse' });
    expect((await host.list('?metadata[outbox]=7')).jobs).toHaveLength(1);
  });

  it('engine: unavailable definitions lead to 500 upstream_error', async () => {
    const host = await JobHost.start();
    host.engine.breakDefinitions(new Error('/home/somebody/secret.py line 3'));
    const response = await rejection(await host.post({ workflow: good }, { key: 'k' }));
    expect(response).toMatchObject({ status: 500, code: 'upstream_error' });
    expect(JSON.stringify(response)).not.toContain('secret.py');
    host.engine.breakDefinitions(null);
    await host.submit(good, { key: 'k' });
  });
});

describe('a large graph', () => {
  it('of 10,000 nodes in a chain is accepted, run and returned', { timeout: 20_000 }, async () => {
    const host = await JobHost.start();
    const workflow: Record<string, object> = { 0: { class_type: 'ScriptCached', inputs: {} } };
    for (let id = 1; id < 10_000; id += 1) {
      workflow[id] = { class_type: 'ScriptCached', inputs: { after: [String(id - 1), 0] } };
    }
    const submitted = host.submit(workflow);
    const other = { answered: 0, isOver: false };
    const asking = (async () => {
      while (!other.isOver) {
        await host.job('nobody').catch(() => {});
        other.answered += 1;
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    })();
    const job = await submitted;
    other.isOver = true;
    await asking;
    // Other requests do not wait until all of it is read and validated.
    expect(other.answered).toBeGreaterThan(10);
    // Its work yields regularly, in real time.
    await vi.waitFor(async () => {
      await host.clock.advance(1000);
      expect(await host.job(job.id)).toMatchObject({ status: 'succeeded', progress: { nodes_done: 10_000, value: 1 } });
    }, 15_000);
  });
});

/** Lets every transaction fail, like a write to a full disk. */
function failing(store: Store, isFull: () => boolean): Store {
  return {
    ...store,
    transaction: (work) =>
      store.transaction(() => {
        const result = work();
        if (isFull()) throw new Error('SQLITE_FULL: database or disk is full');
        return result;
      }),
  };
}

/** Transactions succeed but are reported as failed. */
function lying(store: Store, isLying: () => boolean): Store {
  return {
    ...store,
    transaction: (work) => {
      const result = store.transaction(work);
      if (isLying()) throw new Error('SQLITE_IOERR_FSYNC');
      return result;
    },
  };
}
