import { fc, runs } from '../testing/properties';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LosslessNumber } from '../json/lossless';
import { readNodeErrors } from '../jobs/node-errors';
import type { Job, JobPage } from '../jobs/schemas';
import { assetReference } from '../workflow/asset-references';
import { uploaded } from './harness/assets-on-surface';
import { TARGET } from './harness/target';
import { HOSTS } from './harness/harness';
import { errorCode, HANGING_GRAPH, jobEnd, jobWhen, needScripts } from './harness/jobs-on-surface';
import { postJob, postText, QUICK_GRAPH, submit } from './harness/jobs-on-surface';
import { cached, output, savedImage, text } from './harness/scripted-graphs';
import type { Surface } from './harness/surface';

/** Four pixels, as PNG. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR4nGM4oaGhcUKDAUIBAB/uBGEdvUokAAAAAElFTkSuQmCC';
const NOWHERE = '00000000-0000-4000-8000-000000000000';

/** Returns the newest job; while it stays the same, no job was created. */
async function newestJob(surface: Surface): Promise<string | undefined> {
  const page = (await (await surface.fetch('/api/v2/jobs?limit=1')).json()) as JobPage;
  return page.jobs[0]?.id;
}

/** Returns the error code and node errors, after checking that no job was created. */
async function rejected(surface: Surface, body: unknown, headers: Record<string, string> = {}) {
  const before = await newestJob(surface);
  const response = await postJob(surface, body, headers);
  const { error } = (await response.json()) as { error: { code: string; message: string; details: unknown } };
  expect(await newestJob(surface)).toBe(before);
  return { status: response.status, ...error, nodeErrors: readNodeErrors(error.details) };
}

/**
 * Returns the problems of a submission. An engine with its own files validates file names itself (decision 027); in that case the
 * created job reports them.
 */
async function validated(surface: Surface, body: unknown) {
  const response = TARGET ? await postJob(surface, body) : null;
  if (response?.status !== 201) {
    const { status, code, nodeErrors } = await rejected(surface, body);
    return { verdict: `${status} ${code}`, nodeErrors };
  }
  const { status, error } = await jobEnd(surface, (await response.json()) as Job);
  return { verdict: status, nodeErrors: readNodeErrors(error) };
}

describe.each(HOSTS)('submitting $name', ({ open, isVirtual }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ parallel: 4 });
  });
  afterAll(() => surface.close());

  test('J-4.01 J-4.02 J-4.16 J-3.03 a valid graph gets 201 with a queued job, even without a key', async () => {
    const response = await postJob(surface, { workflow: QUICK_GRAPH });
    expect(response.status).toBe(201);
    const job = (await response.json()) as Job;
    expect(job).toMatchObject({ status: 'queued', started_at: null, completed_at: null, progress: null, error: null });
    expect((await jobEnd(surface, job)).status).toBe('succeeded');
  });

  test('J-1.02 two submissions with the same body create two jobs', async () => {
    const [one, two] = [await submit(surface), await submit(surface)];
    expect(one.id).not.toBe(two.id);
  });

  test('J-1.16 J-2.19 J-2.53 J-2.58 the response contains the links of the job', async () => {
    const job = await submit(surface);
    for (const link of Object.values(job.urls)) {
      expect(link).toMatch(/^(https?:\/\/|\/[^/])/);
    }
    expect(((await (await surface.fetch(job.urls.self)).json()) as Job).id).toBe(job.id);
  });

  test('J-1.01 J-4.66 J-4.108 the graph reads an uploaded image and outputs its bytes', async () => {
    needScripts(surface, 'LoadImage that takes any bytes');
    const file = `bytes of a picture ${crypto.randomUUID()}`;
    const asset = await uploaded(surface, { file, parts: { content_type: 'image/png', file_path: 'in.png' } });
    const job = await jobEnd(surface, await submit(surface, savedImage(assetReference({ id: asset.id }))));
    expect(job).toMatchObject({ status: 'succeeded', outputs: [{ node_id: 'save', type: 'image', hash: asset.hash }] });
    const content = await surface.fetch(job.outputs[0]?.url ?? '');
    expect(await content.text()).toBe(file);
  });

  test('J-1.01 J-4.66 an image input produces an image output', async () => {
    const file = Buffer.from(PICTURE, 'base64');
    const asset = await uploaded(surface, { file, parts: { content_type: 'image/png', file_path: 'in.png' } });
    const job = await jobEnd(surface, await submit(surface, savedImage(assetReference({ id: asset.id }))));
    expect(job).toMatchObject({ status: 'succeeded', outputs: [{ node_id: 'save', type: 'image' }] });
    const content = await surface.fetch(job.outputs[0]?.url ?? '');
    expect(content.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await content.arrayBuffer()).subarray(0, 8)).toEqual(file.subarray(0, 8));
  });

  test.each([
    ['broken JSON', '{"workflow":'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['nothing', ''],
  ])('J-4.05 %s is rejected', async (_, body) => {
    expect(await rejected(surface, body)).toMatchObject({ status: 422, code: 'invalid_workflow' });
  });

  test('J-4.06 workflow is required', async () => {
    expect(await rejected(surface, {})).toMatchObject({ status: 422, code: 'invalid_workflow' });
  });

  test.each([[[]], ['x'], [null], [5], [true]])('J-4.07 workflow must be an object, not %j', async (workflow) => {
    expect(await rejected(surface, { workflow })).toMatchObject({ status: 422, code: 'invalid_workflow' });
  });

  test.each(['foo', 'api_key', 'constructor'])('J-4.10 extra_data does not accept %s', async (key) => {
    expect((await rejected(surface, { workflow: QUICK_GRAPH, extra_data: { [key]: 'x' } })).status).toBe(422);
  });

  test.each(['api_key_svc_org', 'auth_token_svc_org'])('J-4.11 J-4.12 %s must be text', async (key) => {
    for (const value of [5, null, {}, ['x']]) {
      expect((await rejected(surface, { workflow: QUICK_GRAPH, extra_data: { [key]: value } })).status).toBe(422);
    }
    const response = await postJob(surface, { workflow: QUICK_GRAPH, extra_data: { [key]: 'secret' } });
    expect(response.status).toBe(201);
  });

  test.each(['webhook_url', 'inputs'])('J-4.13 J-4.14 J-4.112 J-4.113 J-6.09 %s is reserved', async (field) => {
    for (const value of [null, {}, 'http://127.0.0.1:1/hook']) {
      const response = await rejected(surface, { workflow: QUICK_GRAPH, [field]: value });
      expect(response).toMatchObject({ status: 422, code: 'invalid_workflow' });
      expect(response.message).toContain(field);
    }
  });

  test('J-4.20 J-4.21 J-7.02 the structure of the graph is validated before a job is created', async () => {
    const graphs = [
      {},
      { a: { inputs: {} } },
      { a: { class_type: 'ScriptCached', inputs: { after: ['nobody', 0] } } },
      { a: cached('b'), b: cached('a') },
      { a: 'x' },
    ];
    for (const workflow of graphs) {
      expect(await rejected(surface, { workflow })).toMatchObject({ status: 422, code: 'invalid_workflow' });
    }
  });

  test('J-4.22 an unknown class is reported at its node', async () => {
    const { nodeErrors, code } = await rejected(surface, {
      workflow: { 12: { class_type: 'NoSuchNode', inputs: {} } },
    });
    expect(code).toBe('invalid_workflow');
    expect(nodeErrors).toMatchObject({ 12: [{ field: 'class_type', reason: 'unknown_class' }] });
  });

  test('J-2.73 J-2.74 J-7.23 every invalid node is reported, each problem with field and reason', async () => {
    const workflow = {
      3: { class_type: 'ScriptText', inputs: {} },
      '30:6': output({ bytes: -1, seed: 'x' }),
    };
    const { nodeErrors } = await rejected(surface, { workflow });
    expect(nodeErrors).toEqual({
      3: [expect.objectContaining({ field: 'text', reason: 'missing_input' })],
      '30:6': [
        expect.objectContaining({ field: 'bytes', reason: 'below_min' }),
        expect.objectContaining({ field: 'seed', reason: 'wrong_type' }),
      ],
    });
  });

  test('J-4.23 J-7.04 an unknown asset is missing', async () => {
    const response = await rejected(surface, { workflow: savedImage(assetReference({ id: NOWHERE })) });
    expect(response).toMatchObject({ status: 422, code: 'missing_asset' });
    expect(response.nodeErrors).toMatchObject({ load: [{ field: 'image', reason: 'missing_asset' }] });
  });

  test('J-4.24 an unknown asset is reported at any depth', async () => {
    const known = await uploaded(surface, { file: 'x' });
    const workflow = {
      ...savedImage(assetReference({ id: known.id })),
      more: { class_type: 'ScriptCached', inputs: { list: [1, { deep: [assetReference({ id: NOWHERE })] }] } },
    };
    expect(await rejected(surface, { workflow })).toMatchObject({ status: 422, code: 'missing_asset' });
  });

  test('J-4.110 a malformed reference counts as missing', async () => {
    for (const info of [undefined, null, 'x', {}, { id: 5 }, { id: '' }]) {
      const workflow = savedImage({ __type: 'core/ASSET', info });
      expect(await rejected(surface, { workflow })).toMatchObject({ status: 422, code: 'missing_asset' });
    }
  });

  test('an image input with a plain file name is rejected at its field', async () => {
    const { verdict: result, nodeErrors } = await validated(surface, { workflow: savedImage('no-such-picture.png') });
    expect(TARGET ? ['422 missing_asset', 'failed'] : ['422 missing_asset']).toContain(result);
    expect(nodeErrors).toMatchObject({ load: [{ field: 'image' }] });
  });

  test('J-4.26 J-7.03 a UI export is distinguished from an invalid graph', async () => {
    const workflow = { last_node_id: 1, nodes: [{ id: 1, type: 'KSampler' }], links: [], version: 0.4 };
    expect(await rejected(surface, { workflow })).toMatchObject({ status: 422, code: 'workflow_format_ui' });
  });

  test('J-4.17 J-4.54 J-4.53 J-4.56 any body gets a response of the contract', { timeout: 60_000 }, async () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const inputs = fc.dictionary(fc.constantFrom('text', 'type', 'bytes', 'after', 'image', '__proto__'), value);
    const class_type = fc.oneof(fc.constantFrom('ScriptText', 'ScriptOutput', 'SaveImage', 'LoadImage'), value);
    const graph = fc.dictionary(fc.string(), fc.oneof(value, fc.record({ class_type, inputs })), { maxKeys: 3 });
    const body = fc.oneof(
      fc.string(),
      fc
        .record(
          { workflow: fc.oneof(graph, value), extra_data: value, metadata: value, inputs: value },
          { requiredKeys: ['workflow'] },
        )
        .map((fields) => JSON.stringify(fields)),
    );
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const response = await postText(surface, sent);
        expect([201, 422]).toContain(response.status);
        const codes = ['invalid_workflow', 'workflow_format_ui', 'missing_asset', 'metadata_invalid'];
        expect(response.status === 201 || codes.includes(await errorCode(response))).toBe(true);
      }),
      { numRuns: runs(isVirtual ? 300 : 40) },
    );
  });

  test.runIf(isVirtual)('J-4.08 the engine gets the graph as written, including all digits', async () => {
    const workflow =
      '{"1":{"class_type":"ScriptOutput","inputs":{"type":"file","name":"a","bytes":1.0,"named":true,"seed":18446744073709551615,"more":{"kept":[1e400]}},"_meta":{"title":"T"},"extra":1}}';
    const job = (await (await postJob(surface, `{ "workflow" : ${workflow} }`)).json()) as Job;
    await jobEnd(surface, job);
    const request = surface.engine?.requests.find(({ jobId }) => jobId === job.id);
    expect(request?.workflowText).toBe(workflow);
    expect(request?.graph.get('1')?.inputs).toMatchObject({
      seed: new LosslessNumber('18446744073709551615'),
      bytes: new LosslessNumber('1.0'),
      more: { kept: [new LosslessNumber('1e400')] },
    });
  });

  test.runIf(isVirtual)(
    'J-4.09 J-4.48 J-5.10 J-5.11 credentials are sent only to the worker of their job',
    async () => {
      const extras = [
        { api_key_svc_org: 'key-1' },
        { auth_token_svc_org: 'token-2' },
        undefined,
        { api_key_svc_org: 'key-4', auth_token_svc_org: 'token-4' },
      ];
      for (const extra_data of extras) {
        const body = { workflow: QUICK_GRAPH, ...(extra_data ? { extra_data } : {}) };
        const job = (await (await postJob(surface, body)).json()) as Job;
        await jobEnd(surface, job);
        const request = surface.engine?.requests.find(({ jobId }) => jobId === job.id);
        expect(request?.extraData).toEqual(extra_data ?? null);
      }
      expect(surface.logLines().join('\n')).not.toMatch(/key-1|token-2|key-4|token-4/);
    },
  );

  test.runIf(isVirtual)('both dialects of a credential are equivalent', async () => {
    const extra_data = { api_key_comfy_org: 'key', auth_token_comfy_org: 'token' };
    const job = (await (await postJob(surface, { workflow: QUICK_GRAPH, extra_data })).json()) as Job;
    await jobEnd(surface, job);
    expect(surface.engine?.requests.find(({ jobId }) => jobId === job.id)?.extraData).toEqual({
      api_key_svc_org: 'key',
      auth_token_svc_org: 'token',
    });
  });

  test('labels are returned with the job', async () => {
    const metadata = { title: 'Größe', batch: '1', __proto__x: '', 'a.b-c': 'c', ['x'.repeat(40)]: 'd' };
    const response = await postJob(surface, { workflow: QUICK_GRAPH, metadata });
    expect(((await response.json()) as Job).metadata).toEqual(metadata);
  });

  test.each([
    ['a number as value', { a: 1 }],
    ['an empty key', { '': 'x' }],
    ['a key of 41 characters', { ['x'.repeat(41)]: 'x' }],
    ['a key with other characters', { 'a[b]': 'x' }],
    ['a key beyond ASCII', { 語: 'x' }],
    ['a long value', { a: 'x'.repeat(257) }],
    ['too many', Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 'x']))],
    ['a list', ['x']],
    ['a text', 'x'],
  ])('labels with %s get 422 metadata_invalid', async (_, metadata) => {
    const response = await rejected(surface, { workflow: QUICK_GRAPH, metadata });
    expect(response).toMatchObject({ status: 422, code: 'metadata_invalid' });
  });

  test('J-4.09 extra_data that is null counts as absent', async () => {
    expect((await postJob(surface, { workflow: QUICK_GRAPH, extra_data: null })).status).toBe(201);
  });

  test('a graph of 10,000 nodes and a JSON of 10,000 levels both get a response', { timeout: 60_000 }, async () => {
    const workflow: Record<string, object> = { n0: cached() };
    for (let id = 1; id < 10_000; id += 1) workflow[`n${id}`] = cached(`n${id - 1}`);
    const job = (await (await postJob(surface, { workflow })).json()) as Job;
    expect(job.status).toBe('queued');
    expect((await jobEnd(surface, job)).progress).toMatchObject({ nodes_done: 10_000, nodes_total: 10_000 });
    const deep = `{"workflow":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    expect(await rejected(surface, deep)).toMatchObject({ status: 422, code: 'invalid_workflow' });
  });
});

describe.each(HOSTS)('a full queue $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ queueDepth: 2 });
  });
  afterAll(() => surface.close());

  test('J-8.02 J-8.03 J-4.18 J-4.19 J-4.55 J-7.12 accepts jobs up to the queue limit, and then responds with Retry-After', async () => {
    const running = await submit(surface, HANGING_GRAPH);
    await jobWhen(surface, running, ({ status }) => status === 'running');
    const waiting = [await submit(surface, { 1: text('a') }), await submit(surface)];
    expect(waiting.map(({ queue_position }) => queue_position)).toEqual([1, 2]);
    const before = await newestJob(surface);
    const response = await postJob(surface, { workflow: QUICK_GRAPH });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await errorCode(response)).toBe('queue_full');
    expect(await newestJob(surface)).toBe(before);
    await surface.fetch(running.urls.cancel, { method: 'POST' });
    for (const job of waiting) expect((await jobEnd(surface, job)).status).toBe('succeeded');
    expect((await postJob(surface, { workflow: QUICK_GRAPH })).status).toBe(201);
  });
});
