import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isTerminal } from '../jobs/lifecycle';
import type { Job, JobPage } from '../jobs/schemas';
import { HOSTS } from './harness/harness';
import {
  errorCode,
  HANGING_GRAPH,
  jobEnd,
  jobWhen,
  postJob,
  QUICK_GRAPH,
  readJob,
  submit,
} from './harness/jobs-on-surface';
import type { Surface } from './harness/surface';

async function listed(surface: Surface, query: string): Promise<Job[]> {
  const page = (await (await surface.fetch(`/api/v2/jobs?limit=100&${query}`)).json()) as JobPage;
  expect(page.truncated).toBe(false);
  return page.jobs;
}

describe.each(HOSTS)('acknowledged data $name', ({ open, canRestart }) => {
  let surface: Surface;
  beforeEach(({ skip }) => {
    skip(!canRestart, 'restarts of the surface are not in our hands');
  });
  afterEach(() => surface?.close());

  test('J-1.03 a job survives the process that accepted it', async () => {
    surface = await open();
    const job = await submit(surface);
    await surface.restart();
    const read = await readJob(surface, job);
    expect(read).toMatchObject({ id: job.id, created_at: job.created_at, expires_at: job.expires_at });
    expect(await jobEnd(surface, job)).toMatchObject({ status: 'succeeded', outputs: [{ node_id: '1' }] });
  });

  test('J-3.13 a running job stays running, with its id and start time, and runs again', async () => {
    surface = await open();
    const job = await submit(surface, {
      '1': { class_type: 'ScriptSteps', inputs: { steps: 4, ms: 100, preview: false } },
    });
    const running = await jobWhen(surface, job, ({ status }) => status === 'running');
    const queued = await submit(surface);
    await surface.restart();
    expect(['running', 'succeeded']).toContain((await readJob(surface, job)).status);
    const end = await jobEnd(surface, job);
    expect(end).toMatchObject({ status: 'succeeded', started_at: running.started_at });
    const log = (await (await surface.fetch(job.urls.logs ?? '')).json()) as { text: string };
    expect(log.text).toMatch(/again/i);
    // The queued job runs next.
    const next = await jobEnd(surface, queued);
    expect(Date.parse(next.started_at ?? '')).toBeGreaterThanOrEqual(Date.parse(end.completed_at ?? ''));
  });

  test('J-3.13 a canceling job becomes canceled', async () => {
    surface = await open();
    const job = await submit(surface, { '1': { class_type: 'ScriptSlowStop', inputs: { ms: 60_000 } } });
    await jobWhen(surface, job, ({ status }) => status === 'running');
    const canceled = (await (await surface.fetch(job.urls.cancel, { method: 'POST' })).json()) as Job;
    expect(canceled.status).toBe('canceling');
    await surface.restart();
    expect((await jobEnd(surface, job)).status).toBe('canceled');
  });

  test('J-8.01 a claimed key stays claimed', async () => {
    surface = await open();
    const headers = { 'idempotency-key': 'kept-over-a-restart' };
    expect((await postJob(surface, { workflow: QUICK_GRAPH }, headers)).status).toBe(201);
    await surface.restart();
    const again = await postJob(surface, { workflow: QUICK_GRAPH }, headers);
    expect(again.status).toBe(422);
    expect(await errorCode(again)).toBe('idempotency_key_reuse');
    expect(await listed(surface, '')).toHaveLength(1);
  });

  test('J-1.03 a finished job retains its outputs, their bytes and its outcome', async () => {
    surface = await open();
    const job = await submit(surface);
    const end = await jobEnd(surface, job);
    await surface.restart();
    const read = await readJob(surface, job);
    expect(read).toEqual({ ...end, outputs: read.outputs });
    expect(read.outputs.map(({ id }) => id)).toEqual(end.outputs.map(({ id }) => id));
    const content = await surface.fetch(read.outputs[0]?.url ?? '');
    expect(await content.text()).toBe('hello');
  });

  test('J-4.50 J-3.13 a queued job that needs its extra_data requires the API key again', async () => {
    surface = await open();
    const first = await submit(surface, HANGING_GRAPH);
    const response = await postJob(surface, { workflow: QUICK_GRAPH, extra_data: { api_key_svc_org: 'sk-private' } });
    const job = (await response.json()) as Job;
    await surface.restart();
    const read = await jobWhen(surface, job, ({ status }) => isTerminal(status));
    expect(read).toMatchObject({ status: 'failed', error: { message: expect.stringMatching(/key/i) } });
    expect(JSON.stringify(read) + surface.logLines().join()).not.toContain('sk-private');
    await surface.fetch(first.urls.cancel, { method: 'POST' });
  });
});

const KILLABLE = HOSTS.filter(({ isVirtual, canRestart }) => canRestart && !isVirtual);

test.each(KILLABLE)(
  'J-3.04 J-4.28 J-1.08 $name kills at any time under load lose no acknowledged job and create none twice',
  async ({ open }) => {
    const surface = await open();
    const acknowledged = new Map<number, Job>();
    const unknown: number[] = [];
    const send = (n: number) =>
      postJob(surface, { workflow: QUICK_GRAPH, metadata: { n: String(n) } }, { 'idempotency-key': `load-${n}` });
    /** Sends a submission. A broken connection leaves open whether the job exists. */
    const sendUnderFire = async (n: number) => {
      const response = await send(n).catch(() => null);
      const job = response?.status === 201 ? ((await response.json().catch(() => null)) as Job | null) : null;
      if (job) acknowledged.set(n, job);
      else unknown.push(n);
      onResponse();
    };
    let last = 0;
    let onResponse: () => void;
    // Moments from "just received" to "half of them have responses".
    for (const responses of [0, 1, 4, 12]) {
      const enough = new Promise<void>((resolve) => {
        const before = acknowledged.size;
        onResponse = () => {
          if (acknowledged.size - before >= responses) resolve();
        };
        onResponse();
      });
      const sent = Array.from({ length: 25 }, () => sendUnderFire((last += 1)));
      // Connections broken by the last kill may fail first, which leaves too few responses to wait for.
      await Promise.race([enough, Promise.all(sent)]);
      await surface.restart();
      await Promise.all(sent);
    }
    expect(acknowledged.size).toBeGreaterThan(0);
    expect(unknown.length).toBeGreaterThan(0);
    for (const job of acknowledged.values()) expect((await readJob(surface, job)).id).toBe(job.id);
    // Sending the same idempotency key again probes an unknown outcome: the response shows whether the job exists.
    for (const n of unknown) expect([201, 422]).toContain((await send(n)).status);
    const numbers = (await listed(surface, '')).map((job) => Number(job.metadata?.['n']));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    await surface.close();
  },
  60_000,
);
