import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { NodeErrors } from '@contract/jobs/node-errors';
import { openDouble, type DoubleHost } from './testing/double-host';
import { recording, type Recording } from './testing/recordings';
import { assetOf, bytesOf, logOf, runGraph, startRun } from './testing/run-graph';

let host: DoubleHost;
afterEach(() => host.close());

async function open(...recordings: Recording[]): Promise<DoubleHost> {
  host = await openDouble(...recordings);
  return host;
}

const item = (subfolder: string) => ({ filename: 'a.png', subfolder, type: 'output' });
const bytes = (text: string) => ({ contentType: 'image/png', base64: Buffer.from(text).toString('base64') });

/** Creates a recording with a different node output. */
function reporting(output: unknown, files: Recording['files'] = {}): Recording {
  const base = recording('frames-without-metadata');
  const frames = base.frames.filter((frame) => !('binary' in frame));
  for (const frame of frames) {
    if ('json' in frame && frame.json.type === 'executed') frame.json.data['output'] = output;
  }
  const { status, meta } = base.history ?? { status: {}, meta: {} };
  return { ...base, frames, history: { status, meta, outputs: { 3: output } }, files };
}

describe('outputs', () => {
  it('get the type of their content, whichever list reports them', async () => {
    const kinds = recording('output-kinds');
    const { engine } = await open(kinds);
    const { outcome, outputs } = await runGraph(engine, kinds.graph);
    expect(outcome).toEqual({ kind: 'succeeded' });
    const reported = outputs.map(({ nodeId, type, contentType }) => `${nodeId} ${type} ${contentType}`).sort();
    expect(reported).toEqual([
      '10 latent application/octet-stream',
      '12 audio audio/flac',
      '13 text text/plain; charset=utf-8',
      '2 image image/png',
      '2 image image/png',
      '3 image image/png',
      '3 image image/png',
      '4 text text/plain; charset=utf-8',
      '6 image image/webp',
      '8 video video/mp4',
    ]);
  });

  it('have the same bytes as in ComfyUI', async () => {
    const kinds = recording('output-kinds');
    const { engine } = await open(kinds);
    const { outputs } = await runGraph(engine, kinds.graph);
    const video = outputs.find(({ nodeId }) => nodeId === '8');
    expect(video?.name).toMatch(/\.mp4$/);
    const recorded = Object.entries(kinds.files).find(([name]) => name.endsWith('.mp4'))?.[1];
    expect(video && (await bytesOf(video)).toString('base64')).toBe(recorded?.base64);
    const text = outputs.find(({ nodeId }) => nodeId === '4');
    expect(text && (await bytesOf(text)).toString()).toBe('A line of text');
  });

  it('of nodes that ComfyUI has cached are collected too', async () => {
    const cached = recording('all-cached');
    const { engine } = await open(cached);
    const { outcome, events, outputs } = await runGraph(engine, cached.graph);
    expect(outcome).toEqual({ kind: 'succeeded' });
    const states = events.flatMap((event) => (event.kind === 'node' ? [event.state] : []));
    expect(states).toEqual(Object.keys(cached.graph).map(() => 'cached'));
    expect(outputs).toHaveLength(10);
  });

  it.each([
    ['with metadata', 'steps-and-frames', 3],
    ['without metadata', 'frames-without-metadata', 2],
  ])('that a node sends only as frames %s are stored, and are not previews', async (_case, name, count) => {
    const frames = recording(name);
    const { engine } = await open(frames);
    const { outputs, events } = await runGraph(engine, frames.graph);
    const sent = outputs.filter(({ nodeId }) => nodeId === '2');
    expect(sent).toHaveLength(count);
    expect(new Set(sent.map((output) => output.name)).size).toBe(count);
    for (const output of sent) expect((await bytesOf(output)).subarray(1, 4).toString()).toBe('PNG');
    expect(events.filter(({ kind }) => kind === 'preview')).toEqual([]);
  });

  it('with the same name in two folders are both stored', async () => {
    const twice = reporting(
      { images: [item('one'), item('two')] },
      { 'output/one/a.png': bytes('1'), 'output/two/a.png': bytes('2') },
    );
    const { engine } = await open(twice);
    const { outputs } = await runGraph(engine, twice.graph);
    expect(outputs.map(({ name }) => name)).toEqual(['a.png', 'two-a.png']);
  });

  it('that are neither files nor text are stored as JSON', async () => {
    const odd = reporting(
      { width: [512], a_images: [{ filename: 'x.glb', subfolder: 'mesh', type: 'output' }] },
      {
        'output/mesh/x.glb': { contentType: 'application/octet-stream', base64: 'Z2xURg==' },
      },
    );
    const { engine } = await open(odd);
    const { outputs } = await runGraph(engine, odd.graph);
    expect(outputs).toMatchObject([
      { name: 'SaveImage_3_width.json', type: 'text', contentType: 'application/json' },
      { name: 'x.glb', type: 'file', contentType: 'model/gltf-binary' },
    ]);
  });

  it('that are mesh paths are searched for in the output and input folders', async () => {
    const mesh = reporting({ result: ['mesh/x.glb', { fov: 30 }] }, { 'input/mesh/x.glb': bytes('glTF') });
    const { engine } = await open(mesh);
    const { outputs } = await runGraph(engine, mesh.graph);
    expect(outputs).toMatchObject([{ name: 'x.glb' }, { name: 'SaveImage_3_result.json', type: 'text' }]);
  });

  it('that no longer exist fail the job and leave no file', async () => {
    const kinds = recording('output-kinds');
    const { engine, double, dir } = await open({ ...kinds, files: {} });
    const { outcome } = await runGraph(engine, kinds.graph);
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'output_unavailable' } });
    expect(double.executions).toHaveLength(1);
    expect(await readdir(join(dir, 'work'))).toEqual([]);
  });
});

describe('progress', () => {
  it('is monotonic: each node starts once and finishes once, and steps increase', async () => {
    const steps = recording('steps-and-frames');
    const { engine } = await open(steps);
    const { events } = await runGraph(engine, steps.graph);
    for (const id of Object.keys(steps.graph)) {
      const own = events.flatMap((event) => (event.kind === 'node' && event.nodeId === id ? [event.state] : []));
      expect(own).toEqual(['running', 'done']);
    }
    const reported = events.flatMap((event) => (event.kind === 'step' ? [event.step] : []));
    expect(reported.length).toBeGreaterThan(2);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  });

  it('requests preview frames that name their node', async () => {
    const steps = recording('steps-and-frames');
    const { engine, double } = await open(steps);
    double.holdBefore('binary');
    const run = startRun(engine, steps.graph);
    await double.until(() => double.isRunning(run.jobId) && double.hasClient(run.jobId));
    await double.until(() => double.flagsOf(run.jobId)['supports_preview_metadata'] === true);
    double.release();
    expect((await run.ended).outcome).toEqual({ kind: 'succeeded' });
  });
});

describe('failures', () => {
  it('of a node become the job error with the traceback, and earlier outputs are stored', async () => {
    const fails = recording('node-fails');
    const { engine } = await open(fails);
    const { outcome, outputs, events } = await runGraph(engine, fails.graph);
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'node_execution_error', node_id: '7', class_type: 'ImageBatch' },
    });
    const { message, traceback } = outcome.kind === 'failed' ? outcome.error : {};
    expect(message).toMatch(/^Sizes of tensors must match/);
    expect(traceback).toMatch(/^Traceback \(most recent call last\):\n {2}File "\/ComfyUI\/execution\.py", line \d+/);
    expect(traceback).toMatch(/\nRuntimeError: Sizes of tensors must match.*$/);
    expect(outputs.map(({ nodeId }) => nodeId)).toEqual(['2']);
    expect(events).toContainEqual({ kind: 'node', nodeId: '7', state: 'failed' });
  });

  it('of the validation before a run name the node and its error', async () => {
    const rejected = recording('refused');
    const { engine } = await open(rejected);
    const { outcome } = await runGraph(engine, rejected.graph);
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'workflow_refused' } });
    const error = outcome.kind === 'failed' ? outcome.error : null;
    expect(rejected.graph[error?.node_id ?? '']).toMatchObject({ class_type: error?.class_type });
    expect(error?.message).toMatch(/^ComfyUI rejected this workflow: .+: .+/);
  });

  it('name the missing class', async () => {
    const unknown = recording('unknown-class');
    const { engine } = await open(unknown);
    const { outcome } = await runGraph(engine, unknown.graph);
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringContaining('NoSuchClass does not exist') as string },
    });
  });

  it('report a ComfyUI version that is too old to resume jobs', async () => {
    const frames = recording('one-save');
    const old = { ...frames, answer: { status: 200, body: { prompt_id: 'an-id-of-its-own', number: 1 } } };
    const { engine } = await open(old);
    const { outcome } = await runGraph(engine, frames.graph);
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'engine_too_old' } });
  });

  it('of a part of the graph do not discard the other outputs, and ComfyUI decides the outcome', async () => {
    const partly = recording('partly-refused');
    const { engine } = await open(partly);
    const { outcome, events } = await runGraph(engine, partly.graph);
    expect(outcome).toEqual({ kind: 'succeeded' });
    const outputs = events.flatMap((event) =>
      event.kind === 'output' ? [[event.output.nodeId, event.output.name]] : [],
    );
    expect(outputs).toEqual([['2', 'partly_00002_.png']]);
    expect(logOf(events)).toContainEqual(expect.stringContaining('is-not-there.png'));
  });

  it('list every problem in the format of the contract', async () => {
    const rejected = recording('refused');
    const { engine } = await open(rejected);
    const { outcome } = await runGraph(engine, rejected.graph);
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'workflow_refused', node_errors: expect.any(Object) as object },
    });
    const { error } = outcome as Extract<typeof outcome, { kind: 'failed' }>;
    const errors = error['node_errors'] as NodeErrors;
    expect(Object.keys(errors)).not.toEqual([]);
    for (const problem of Object.values(errors).flat()) {
      expect(problem).toEqual({
        field: expect.any(String) as string,
        reason: expect.stringMatching(/^[a-z_]+$/) as string,
        message: expect.any(String) as string,
      });
    }
  });
});

describe('the submitted prompt', () => {
  const frames = recording('frames-without-metadata');

  it('is the original text of the workflow, so that 64-bit seeds and 1.0 are preserved', async () => {
    const { engine, double } = await open(frames);
    const text = JSON.stringify(frames.graph).replace('"width":16', '"width":18446744073709551615,"scale":1.0');
    await runGraph(engine, text);
    expect(double.submissions[0]?.body).toContain('"width":18446744073709551615,"scale":1.0');
  });

  it('contains file names in place of asset references, each uploaded once per content', async () => {
    const { engine, double } = await open(frames);
    const reference = { __type: 'core/ASSET', info: { id: 'asset-1' } };
    const graph = structuredClone(frames.graph) as Record<string, { inputs: Record<string, unknown> }>;
    Object.assign(graph['1']?.inputs ?? {}, { picture: reference });
    Object.assign(graph['3']?.inputs ?? {}, { list: { __value__: [1, reference] } });
    const image = assetOf('asset-1', Buffer.from('a picture'), 'image/png', 'photos/me at sea.png');
    await runGraph(engine, graph, { assets: [image] });
    await runGraph(engine, graph, { assets: [{ ...image, filePath: 'other.png' }] });
    const name = `${image.blob}.png`;
    expect([...double.inputs.keys()]).toEqual([name]);
    expect(double.inputs.get(name)?.toString()).toBe('a picture');
    expect(double.requests.filter((line) => line.startsWith('POST /upload'))).toHaveLength(1);
    for (const { body } of double.submissions) {
      const { prompt } = JSON.parse(body) as { prompt: typeof graph };
      expect(prompt['1']?.inputs['picture']).toBe(`flowdeck/${name}`);
      expect(prompt['3']?.inputs['list']).toEqual({ __value__: [1, `flowdeck/${name}`] });
    }
  });

  it('contains the API keys of the caller under the names that ComfyUI knows, and they appear nowhere else', async () => {
    const { engine, double } = await open(frames);
    const extraData = { api_key_svc_org: 'secret-key', auth_token_svc_org: 'secret-token' };
    const { events } = await runGraph(engine, frames.graph, { extraData });
    expect(JSON.parse(double.submissions[0]?.body ?? '')).toMatchObject({
      extra_data: { api_key_comfy_org: 'secret-key', auth_token_comfy_org: 'secret-token' },
    });
    expect(JSON.stringify(events)).not.toContain('secret');
  });
});

describe('cancel', () => {
  it('interrupts a running prompt by its id', async () => {
    const long = recording('interrupted');
    const { engine, double } = await open(long);
    double.holdBefore('progress');
    const run = startRun(engine, long.graph);
    await double.until(() => double.isRunning(run.jobId));
    run.abort();
    expect((await run.ended).outcome).toEqual({ kind: 'canceled' });
    expect(double.requests).toContain('POST /interrupt');
    expect(double.isRunning(run.jobId)).toBe(false);
  });

  it('deletes a waiting prompt from the queue, and does not interrupt the running one', async () => {
    const long = recording('interrupted');
    const frames = recording('frames-without-metadata');
    const { engine, double } = await open(frames);
    double.holdBefore('progress');
    double.queueForeign(long, 'somebody-else');
    await double.until(() => double.isRunning('somebody-else'));
    const run = startRun(engine, frames.graph);
    await double.until(() => double.isPending(run.jobId));
    run.abort();
    expect((await run.ended).outcome).toEqual({ kind: 'canceled' });
    expect(double.isPending(run.jobId)).toBe(false);
    expect(double.isRunning('somebody-else')).toBe(true);
    expect(double.requests).not.toContain('POST /interrupt');
  });

  it('from another ComfyUI client is reported as such', async () => {
    const long = recording('interrupted');
    const { engine, double } = await open(long);
    double.holdBefore('progress');
    const run = startRun(engine, long.graph);
    await double.until(() => double.isRunning(run.jobId));
    double.interruptFromOutside();
    expect((await run.ended).outcome).toMatchObject({ kind: 'failed', error: { code: 'engine_interrupted' } });
  });
});
