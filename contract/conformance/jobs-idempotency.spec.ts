import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job, JobPage } from '../jobs/schemas';
import { TEST_TOKEN } from './harness/target';
import { HOSTS } from './harness/harness';
import { errorCode, HANGING_GRAPH, jobEnd, jobWhen, postJob, QUICK_GRAPH, submit } from './harness/jobs-on-surface';
import { text } from './harness/scripted-graphs';
import type { Surface } from './harness/surface';

const HOUR_MS = 3600 * 1000;
/** Unique per run, since an external surface still has the jobs of earlier runs. */
const RUN = crypto.randomUUID();

/** Returns the jobs with this label; each test has a unique one. */
async function labelled(surface: Surface, label: string): Promise<Job[]> {
  const response = await surface.fetch(`/api/v2/jobs?limit=100&metadata[test]=${label}-${RUN}`);
  return ((await response.json()) as JobPage).jobs;
}

describe.each(HOSTS)('idempotency $name', ({ open, isVirtual }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ parallel: 4 });
  });
  afterAll(() => surface.close());

  const send = (key: string, label: string, more: Record<string, unknown> = {}) =>
    postJob(
      surface,
      { workflow: QUICK_GRAPH, metadata: { test: `${label}-${RUN}` }, ...more },
      { 'idempotency-key': key },
    );

  test('J-4.03 J-4.29 the first request with a key is processed, and the key can be any text', async () => {
    expect((await send(`order-17 of ${RUN}`, 'first')).status).toBe(201);
  });

  test('J-4.30 J-4.32 J-4.33 J-4.49 J-7.05 every later request is rejected, whatever its body, and nothing runs', async () => {
    const key = crypto.randomUUID();
    const first = (await (await send(key, 'later')).json()) as Job;
    await jobEnd(surface, first);
    for (const more of [{}, { workflow: { 1: text('other') } }, { extra_data: { api_key_svc_org: 'x' } }]) {
      const response = await send(key, 'later', more);
      expect(response.status).toBe(422);
      expect(await errorCode(response)).toBe('idempotency_key_reuse');
    }
    expect((await labelled(surface, 'later')).map(({ id }) => id)).toEqual([first.id]);
    expect(surface.engine?.requests.filter(({ jobId }) => jobId === first.id) ?? [1]).toHaveLength(1);
  });

  test('J-1.08 J-4.31 exactly one of fifty concurrent requests creates a job', async () => {
    const key = crypto.randomUUID();
    const responses = await Promise.all(Array.from({ length: 50 }, () => send(key, 'fifty')));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 49 }, () => 422)]);
    const rejections = responses.filter(({ status }) => status === 422);
    const codes = await Promise.all(rejections.map(errorCode));
    expect(new Set(codes)).toEqual(new Set(['idempotency_key_reuse']));
    expect(await labelled(surface, 'fifty')).toHaveLength(1);
  });

  test('J-4.34 J-4.35 a request that is rejected for its body releases the key', async () => {
    const key = crypto.randomUUID();
    const bad: unknown[] = ['{"workflow":', [], { workflow: {} }, { workflow: { 1: { class_type: 'NoSuch' } } }];
    for (const body of bad) {
      const response = await postJob(surface, body, { 'idempotency-key': key });
      expect(await errorCode(response)).toBe('invalid_workflow');
    }
    expect((await send(key, 'freed')).status).toBe(201);
  });

  test('J-4.46 J-4.47 a duplicate gets nothing of the first response', async () => {
    const key = crypto.randomUUID();
    const first = (await (await send(key, 'replay')).json()) as Job;
    const body = await (await send(key, 'replay')).text();
    expect(body).not.toContain(first.id);
    expect(Object.keys(JSON.parse(body) as object)).toEqual(['error']);
  });

  test('one key on two operations counts as two keys', async () => {
    const key = crypto.randomUUID();
    const form = new FormData();
    form.set('content_type', 'text/plain');
    form.set('file_path', 'a.txt');
    form.set('file', new Blob(['bytes']), 'a.txt');
    const headers = { 'idempotency-key': key };
    const upload = await surface.fetch('/api/v2/assets', { method: 'POST', body: form, headers });
    expect(upload.ok).toBe(true);
    expect((await send(key, 'apart')).status).toBe(201);
  });

  test.runIf(isVirtual)('J-4.45 a key expires after 24 hours', async () => {
    const key = crypto.randomUUID();
    expect((await send(key, 'day')).status).toBe(201);
    await surface.pass(24 * HOUR_MS - 1000);
    expect(await errorCode(await send(key, 'day'))).toBe('idempotency_key_reuse');
    await surface.pass(2000);
    expect((await send(key, 'day')).status).toBe(201);
  });
});

describe.each(HOSTS)('keys and rejections $name', ({ open }) => {
  test('J-4.37 a full queue releases the key', async () => {
    const surface = await open({ queueDepth: 1 });
    const running = await submit(surface, HANGING_GRAPH);
    await jobWhen(surface, running, ({ status }) => status === 'running');
    const waiting = await submit(surface);
    const headers = { 'idempotency-key': 'one' };
    const refusedOnce = await postJob(surface, { workflow: QUICK_GRAPH }, headers);
    expect(await errorCode(refusedOnce)).toBe('queue_full');
    await surface.fetch(waiting.urls.cancel, { method: 'POST' });
    expect((await postJob(surface, { workflow: QUICK_GRAPH }, headers)).status).toBe(201);
    await surface.close();
  });

  test('J-4.34 a wrong token does not claim the key', async () => {
    const surface = await open({ token: TEST_TOKEN });
    const attempt = (token: string) =>
      postJob(
        surface,
        { workflow: QUICK_GRAPH },
        { 'idempotency-key': `one of ${RUN}`, authorization: `Bearer ${token}` },
      );
    expect((await attempt('wrong')).status).toBe(401);
    expect((await attempt(TEST_TOKEN)).status).toBe(201);
    await surface.close();
  });
});
