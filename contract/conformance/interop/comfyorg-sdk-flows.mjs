// Runs the flows of the README of @comfyorg/sdk in order and prints one JSON object per flow. Arguments: the folder of the
// package, a folder for files. COMFY_BASE_URL, COMFY_ROUTER_BASE_URL, COMFY_API_KEY: the surface.
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [packageFolder = '', folder = ''] = process.argv.slice(2);
/** @param {string} file */
const load = (file) => import(pathToFileURL(path.join(packageFolder, file)).href);
const sdk = await load('dist/index.js');
const { Comfy, comfy } = sdk;
const photo = path.join(folder, 'photo.png');
const apiKey = process.env['COMFY_API_KEY'];
const baseUrl = process.env['COMFY_BASE_URL'] ?? '';
const client = new Comfy({ apiKey });

/** A different image in each flow, so that no flow hits the cache entry of another. */
const graph = (/** @type {unknown} */ image, name = 'interop') => ({
  1: { class_type: 'LoadImage', inputs: { image } },
  2: { class_type: 'ImageInvert', inputs: { image: ['1', 0] } },
  3: { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: name } },
});

/** Builds a graph that runs until it is canceled, on either engine. */
function longGraph() {
  const color = Math.floor(Math.random() * 0xffffff);
  /** @type {Record<string, { class_type: string, inputs: Record<string, unknown> }>} */
  const nodes = { 0: { class_type: 'EmptyImage', inputs: { width: 1024, height: 1024, batch_size: 1, color } } };
  for (let id = 1; id <= 100; id += 1) {
    nodes[id] = { class_type: 'ImageBlur', inputs: { image: [String(id - 1), 0], blur_radius: 31, sigma: 10 } };
  }
  nodes['saved'] = { class_type: 'SaveImage', inputs: { images: ['100', 0], filename_prefix: 'interop-long' } };
  return nodes;
}

/** @param {string} name @param {Promise<unknown>} work */
async function rejected(name, work) {
  const error = await work.then(
    () => assert.fail(`${name} was expected`),
    (/** @type {unknown} */ reason) => /** @type {Error} */ (reason),
  );
  assert.equal(error.constructor.name, name, String(error));
  return /** @type {Error & { code?: string, httpStatus?: number, details?: unknown, requestId?: string }} */ (error);
}

/** @type {{ id: string, outputs: any[] } | undefined} */
let finished;
let assetId = '';

/** @type {Record<string, () => Promise<void>>} */
const FLOWS = {
  async 'workflows.fromFile, assets.fromFile, run, getOutputs, toFile'() {
    const file = path.join(folder, 'workflow_api.json');
    await writeFile(file, JSON.stringify(graph('photo.png')));
    const workflow = await client.workflows.fromFile(file);
    const asset = client.assets.fromFile(photo);
    workflow.setInput('1', 'image', asset);
    const job = await client.run(workflow);
    const saved = path.join(folder, 'out.png');
    await job.getOutputs('3')[0].toFile(saved);
    assert.deepEqual([...(await readFile(saved)).subarray(1, 4)], [...Buffer.from('PNG')]);
    assert.equal(asset.createdNew, true);
    finished = job;
    assetId = asset.id;
  },
  async 'workflows.fromJson and fromString, submit, wait, refresh'() {
    const text = JSON.stringify(graph('photo.png', 'interop-text'));
    for (const workflow of [client.workflows.fromJson(JSON.parse(text)), client.workflows.fromString(text)]) {
      workflow.setInput('1', 'image', client.assets.fromFile(photo));
      const job = await client.submit(workflow);
      await job.wait();
      await job.refresh();
      assert.equal(job.status, 'succeeded');
      assert.equal(job.outputs.length, 1);
    }
  },
  async 'assets: the same bytes are not uploaded again'() {
    const asset = client.assets.fromFile(photo);
    assert.ok(await asset.commit());
    assert.equal(asset.createdNew, false);
    assert.equal(asset.jobId, undefined);
  },
  async 'assets.fromBytes, fromStream and fromUrl'() {
    const bytes = client.assets.fromBytes(new TextEncoder().encode(`some text ${Date.now()}`), {
      filename: 'note.txt',
      contentType: 'text/plain',
    });
    const stream = await client.assets.fromStream(createReadStream(photo), { filename: 'again.png' });
    const url = await client.assets.fromUrl(`${baseUrl}/api/v2/assets/${assetId}/content`);
    const ids = [await bytes.commit(), await stream.commit(), await url.commit()];
    assert.ok(ids.every(Boolean));
    assert.equal(await stream.hash(), await url.hash());
  },
  async 'assets.get, delete'() {
    const made = client.assets.fromBytes(new TextEncoder().encode(`short-lived ${Date.now()}`), { filename: 'a.txt' });
    const id = await made.commit();
    assert.equal((await client.assets.get(id)).id, id);
    await made.delete();
    await rejected('NotFound', client.assets.get(id));
    await rejected('NotFound', client.assets.delete(id));
  },
  async 'job.events to the end'() {
    const workflow = client.workflows.fromJson(graph(client.assets.fromFile(photo), `interop-events-${Date.now()}`));
    const job = await client.submit(workflow);
    /** @type {string[]} */
    const kinds = [];
    let last = '';
    for await (const event of job.events()) {
      kinds.push(event.kind);
      if (event.kind === 'outputReady') assert.ok((await event.output.toBytes()).length > 100);
      if (event.kind === 'statusChange') last = event.status;
    }
    assert.equal(last, 'succeeded');
    assert.ok(kinds.includes('outputReady'), kinds.join());
    await job.result();
  },
  async 'job.events of a job that has ended'() {
    const job = await client.jobs.get(finished?.id);
    /** @type {string[]} */
    const statuses = [];
    for await (const event of job.events()) if (event.kind === 'statusChange') statuses.push(event.status);
    assert.equal(statuses.at(-1), 'succeeded');
  },
  async 'outputs: type, name, size, job, toBytes with a range'() {
    const [output] = finished?.outputs ?? [];
    assert.equal(output.type, 'image');
    assert.equal(output.contentType, 'image/png');
    assert.equal(output.jobId, finished?.id);
    const all = await output.toBytes();
    assert.equal(all.length, output.sizeBytes);
    assert.deepEqual(await output.toBytes({ range: [0, 15] }), all.slice(0, 16));
  },
  async 'outputs.getDownloadUrl'() {
    const [output] = finished?.outputs ?? [];
    const { url } = await output.getDownloadUrl();
    const response = await fetch(url, apiKey ? { headers: { authorization: `Bearer ${apiKey}` } } : {});
    assert.equal(response.status, 200);
    assert.ok((await response.arrayBuffer()).byteLength > 100);
  },
  async 'an output as the input of the next job'() {
    const output = await client.assets.get(finished?.outputs[0].id);
    const job = await client.run(client.workflows.fromJson(graph(output, 'interop-next')));
    assert.equal(job.status, 'succeeded');
  },
  async 'jobs.get, getWorkflow'() {
    const job = await client.jobs.get(finished?.id);
    const { workflow, format } = await job.getWorkflow();
    assert.equal(format, 'api');
    assert.equal(workflow['2'].class_type, 'ImageInvert');
  },
  async 'cancel of a running job'() {
    const job = await client.submit(client.workflows.fromJson(longGraph()));
    while (job.status === 'queued') await job.refresh();
    await job.cancel();
    await job.wait(60_000);
    assert.equal(job.status, 'canceled');
    await job.cancel();
    await rejected('JobFailed', job.result());
  },
  async 'submit and wait with an AbortSignal, run with timeoutMs'() {
    const controller = new AbortController();
    const job = await client.submit(client.workflows.fromJson(longGraph()), { signal: controller.signal });
    const waiting = job.wait(undefined, controller.signal);
    controller.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    await job.cancel();
    await job.wait(60_000);
    const late = await rejected('Error', client.run(client.workflows.fromJson(longGraph()), { timeoutMs: 500 }));
    const [, id] = /^job (\S+) not terminal/.exec(late.message) ?? [];
    await (await client.jobs.get(id)).cancel();
  },
  async 'submit with an apiKey for partner nodes'() {
    const job = await client.run(client.workflows.fromJson(graph(client.assets.fromFile(photo), 'interop-key')), {
      apiKey: 'a-key-of-partner-nodes',
    });
    assert.equal(JSON.stringify(await job.getWorkflow()).includes('a-key-of-partner-nodes'), false);
  },
  async 'errors: WorkflowFormatUi, InvalidWorkflow, MissingAsset, NotFound'() {
    await rejected('WorkflowFormatUi', client.submit(client.workflows.fromJson({ nodes: [], links: [] })));
    const unknown = { 1: { class_type: 'NoSuchClassAnywhere', inputs: {} } };
    await rejected('InvalidWorkflow', client.submit(client.workflows.fromJson(unknown)));
    const missing = { __type: 'core/ASSET', info: { id: '00000000-0000-4000-8000-000000000000' } };
    await rejected('MissingAsset', client.submit(client.workflows.fromJson(graph(missing))));
    await rejected('NotFound', client.jobs.get('00000000-0000-4000-8000-000000000000'));
  },
  async 'errors: IdempotencyKeyReuse, Unauthorized'() {
    const workflow = client.workflows.fromJson(graph(client.assets.fromFile(photo)));
    const idempotencyKey = crypto.randomUUID();
    await client.submit(workflow, { idempotencyKey });
    await rejected('IdempotencyKeyReuse', client.submit(workflow, { idempotencyKey }));
    await rejected('Unauthorized', new Comfy({ apiKey: 'wrong' }).jobs.get(finished?.id));
  },
  async 'errors: HashMismatch, BlobNotFound'() {
    const { ComfyLow } = await load('dist/low/index.js');
    const low = new ComfyLow(baseUrl, apiKey);
    const wrong = `blake3:${'0'.repeat(64)}`;
    const upload = low.postAssets(new Blob(['x']), 'text/plain', 'x.txt', { expectedHash: wrong });
    assert.equal((await rejected('HashMismatch', upload)).code, 'hash_mismatch');
    assert.equal((await rejected('BlobNotFound', low.assetFromHash(wrong))).code, 'blob_not_found');
    assert.equal(await low.headAssetByHash(wrong), false);
  },
  async 'comfy.models.run, with a key that is used again'() {
    const input = { messages: [{ role: 'user', content: 'The tide is low. The harbour is quiet.' }] };
    const idempotencyKey = crypto.randomUUID();
    const first = await comfy.models.run('flowdeck/digest', input, { idempotencyKey });
    const second = await comfy.models.run('flowdeck/digest', input, { idempotencyKey });
    assert.ok(first.requestId);
    assert.deepEqual(second.data, first.data);
  },
  async 'comfy.models.run: errors, deadline, abort'() {
    const unknown = await rejected('NotFound', comfy.models.run('flowdeck/no-such-model', {}));
    assert.equal(unknown.code, 'model_not_found');
    const invalid = await comfy.models
      .run('flowdeck/digest', { messages: 7 })
      .catch((/** @type {any} */ error) => error);
    assert.equal(invalid.code, 'invalid_input');
    assert.ok(invalid.requestId);
    assert.ok(Array.isArray(invalid.details.detail));
    const controller = new AbortController();
    const call = comfy.models.run('flowdeck/erosion', {}, { signal: controller.signal, retry: false });
    setTimeout(() => controller.abort(), 100);
    await assert.rejects(call, { name: 'AbortError' });
    const late = await comfy.models
      .run('flowdeck/erosion', { seed: 5 }, { timeoutMs: 50 })
      .catch((/** @type {any} */ e) => e);
    assert.equal(late.code, 'request_timeout');
  },
};

for (const [flow, work] of Object.entries(FLOWS)) {
  const error = await work().then(
    () => null,
    (/** @type {unknown} */ reason) => (reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason)),
  );
  process.stdout.write(`${JSON.stringify({ flow, error })}\n`);
}
// Open streams must not keep the process alive.
process.exit(0);
