import { createBLAKE3 } from 'hash-wasm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OUTPUT_TYPES, Progress, type Asset, type Job, type Output } from '../jobs/schemas';
import { HOSTS } from './harness/harness';
import { jobEnd, jobWhen, readJob, submit } from './harness/jobs-on-surface';
import { cached, fail, hang, log, output, steps, text } from './harness/scripted-graphs';
import type { Surface } from './harness/surface';

async function cancel(surface: Surface, job: Job): Promise<void> {
  await surface.fetch(job.urls.cancel, { method: 'POST' });
  await jobEnd(surface, job);
}

/** Polls the job until it finishes and returns all distinct copies. */
async function results(surface: Surface, job: Job): Promise<Job[]> {
  const seen: Job[] = [];
  const last = await jobWhen(surface, job, (now) => {
    if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
    return now.completed_at !== null;
  });
  expect(seen.at(-1)).toEqual(last);
  return seen;
}

describe.each(HOSTS)('progress $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ parallel: 4 });
  });
  afterAll(() => surface.close());

  test('J-1.05 J-2.20 J-2.21 J-2.23 J-2.24 J-2.25 polling alone shows complete, monotonic progress', async () => {
    const graph = { a: cached(), b: steps(8, 60, 'a'), c: text('x', 'b'), d: log('l', 1, 'c') };
    const seen = await results(surface, await submit(surface, graph));
    const snapshots = seen.flatMap(({ progress }) => progress ?? []);
    for (const snapshot of snapshots) {
      expect(Progress.safeParse(snapshot).success).toBe(true);
      expect(snapshot.nodes_total).toBe(4);
    }
    const values = snapshots.map(({ value }) => value);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(snapshots.at(-1)).toMatchObject({ value: 1, nodes_done: 4, nodes_total: 4, current_node: null });
    expect(snapshots.at(-1)?.nodes).toMatchObject({
      a: { state: 'cached' },
      b: { state: 'done' },
      c: { state: 'done' },
    });
  });

  test('J-2.26 J-2.27 J-2.28 J-2.29 J-2.30 J-4.59 includes node, class and step', async () => {
    const job = await submit(surface, { a: steps(4, 40), b: { ...steps(1000, 40, 'a') } });
    const { progress } = await jobWhen(
      surface,
      job,
      (now) => (now.progress?.step ?? 0) >= 2 && now.progress?.current_node === 'b',
    );
    expect(progress).toMatchObject({
      current_node: 'b',
      current_node_class: 'ScriptSteps',
      steps: 1000,
      nodes_done: 1,
    });
    expect(progress?.step).toSatisfy(Number.isInteger);
    // The node with four steps has finished, and some of the other's thousand steps.
    expect(progress?.value).toBeGreaterThan(4 / 1004);
    expect(progress?.value).toBeLessThan(0.5);
    expect(progress?.nodes?.['a']).toEqual({ state: 'done', ms: expect.any(Number) });
    expect(progress?.nodes?.['b']).toEqual({ state: 'running' });
    await cancel(surface, job);
  });

  test('excludes nodes that no output needs', async () => {
    const job = await submit(surface, {
      lonely: { class_type: 'LoadImage', inputs: { image: ['x', 0] } },
      x: text('x'),
    });
    const finished = await jobEnd(surface, job);
    expect(finished.progress).toMatchObject({ nodes_total: 1, nodes_done: 1 });
    expect(Object.keys(finished.progress?.nodes ?? {})).toEqual(['x']);
  });

  test('of a failed run stays at the value that it reached', async () => {
    const job = await jobEnd(surface, await submit(surface, { a: text('x'), b: fail('no', 'a'), c: text('y', 'b') }));
    expect(job.progress).toMatchObject({ nodes_done: 1, nodes_total: 3, current_node: 'b' });
    expect(job.progress?.nodes).toMatchObject({
      a: { state: 'done' },
      b: { state: 'failed' },
      c: { state: 'waiting' },
    });
    expect(job.outputs).toHaveLength(1);
  });
});

describe.each(HOSTS)('outputs $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ parallel: 4 });
  });
  afterAll(() => surface.close());

  async function bytesOf({ url }: Pick<Output, 'url'>): Promise<Uint8Array> {
    const response = await surface.fetch(url);
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  }

  test('J-2.01 J-2.31 J-4.60 are available as soon as they are committed, while the job runs', async () => {
    const job = await submit(surface, { a: output({ bytes: 1234 }), b: hang('a') });
    const running = await jobWhen(surface, job, ({ outputs }) => outputs.length > 0);
    expect(running).toMatchObject({ status: 'running', outputs: [{ node_id: 'a', size_bytes: 1234 }] });
    expect(await bytesOf(running.outputs[0] as Output)).toHaveLength(1234);
    await cancel(surface, job);
    expect((await readJob(surface, job)).outputs).toHaveLength(1);
  });

  test('J-2.37 J-2.39 J-2.40 J-2.41 J-2.42 J-2.43 J-2.44 J-2.45 have one of six kinds, according to their bytes', async () => {
    const graph = Object.fromEntries(
      OUTPUT_TYPES.map((type, index) => [
        type,
        output({ type, name: `${type}.bin`, bytes: 20_000 + index, seed: index }),
      ]),
    );
    const job = await jobEnd(surface, await submit(surface, graph));
    expect(job.outputs.map(({ type }) => type).sort()).toEqual([...OUTPUT_TYPES].sort());
    const hasher = await createBLAKE3();
    for (const one of job.outputs) {
      const response = await surface.fetch(one.url);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(one).toMatchObject({
        node_id: one.type,
        name: `${one.type}.bin`,
        job_id: job.id,
        size_bytes: bytes.length,
      });
      expect(one.hash).toBe(`blake3:${hasher.init().update(bytes).digest('hex')}`);
      expect(response.headers.get('content-type')?.split(';')[0]).toBe(one.content_type.split(';')[0]);
      expect(new URL(one.url).href).toBe(one.url);
      expect(Date.parse(one.url_expires_at)).toBeGreaterThan(surface.clock?.now() ?? Date.now());
    }
  });

  test('J-1.09 J-2.32 J-2.33 J-2.34 are assets with the same id', async () => {
    const job = await jobEnd(surface, await submit(surface, { 'a:1': output() }));
    const [one] = job.outputs;
    expect(one?.node_id).toBe('a:1');
    const response = await surface.fetch(`/api/v2/assets/${one?.id}`);
    const asset = (await response.json()) as Asset;
    expect(asset).toMatchObject({ id: one?.id, hash: one?.hash, job_id: job.id, size_bytes: one?.size_bytes });
    expect(await bytesOf(asset)).toHaveLength(one?.size_bytes ?? -1);
  });

  test('J-2.35 without a node name none', async () => {
    const job = await jobEnd(surface, await submit(surface, { a: output({ named: false }) }));
    expect(job.outputs).toMatchObject([{ node_id: '', name: 'out.bin' }]);
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['a\\b\\c.png', 'c.png'],
    ['folder/', 'output'],
    ['..', 'output'],
    ['Größe 語.png', 'Größe 語.png'],
  ])('J-2.36 have the name %s replaced by %s', async (name, reported) => {
    const job = await jobEnd(surface, await submit(surface, { a: output({ name }) }));
    expect(job.outputs.map((one) => one.name)).toEqual([reported]);
    expect(await bytesOf(job.outputs[0] as Output)).toHaveLength(10);
  });

  test('are in commit order', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `${index}.bin`);
    const graph = Object.fromEntries(
      names.map((name, index) => [`n${index}`, output({ name }, index === 0 ? undefined : `n${index - 1}`)]),
    );
    const job = await jobEnd(surface, await submit(surface, graph));
    expect(job.outputs.map(({ name }) => name)).toEqual(names);
  });

  test('J-2.13 J-2.14 are an empty list for a job without outputs, which is not an error', async () => {
    const job = await jobEnd(surface, await submit(surface, { a: log('x') }));
    expect(job).toMatchObject({ status: 'succeeded', outputs: [], error: null });
  });

  test('can be inputs of the next job by id', async () => {
    const first = await jobEnd(surface, await submit(surface, { a: output({ type: 'image', name: 'a.png' }) }));
    const reference = { __type: 'core/ASSET', info: { id: first.outputs[0]?.id } };
    const graph = {
      load: { class_type: 'LoadImage', inputs: { image: reference } },
      save: { class_type: 'SaveImage', inputs: { images: ['load', 0], filename_prefix: 'again' } },
    };
    const second = await jobEnd(surface, await submit(surface, graph));
    expect(second.outputs[0]?.hash).toBe(first.outputs[0]?.hash);
  });
});
