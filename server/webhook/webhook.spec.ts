import { describe, expect, test } from 'vitest';
import { BATCH_LABEL } from '@contract/console/job-title';
import type { EndedBatch } from '@contract/console/webhook-changes';
import type { WebhookAttempt, WebhookState } from '@contract/console/webhook';
import { JobHost, type JobHostOptions } from '../jobs/testing/job-host';
import { WebhookFailure, type WebhookRequest } from './webhook-request';

const HOUR_MS = 3600 * 1000;
const WEBHOOK = { url: 'https://hooks.example/flowdeck', format: 'json', jobs: 'all', allow_private: false };
const QUICK = { '1': { class_type: 'ScriptText', inputs: { text: 'a secret prompt' } } };

/** The statuses that the receiver responds with in turn, the last one from then on. `0`: it refuses the connection. */
async function start(
  statuses: number[],
  { webhook = WEBHOOK, ...options }: JobHostOptions & { webhook?: object } = {},
) {
  const sent: WebhookRequest[] = [];
  const host = await JobHost.start({
    ...options,
    sendWebhook: async (request) => {
      sent.push(request);
      const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
      if (status === 0) throw new WebhookFailure('refused the connection');
      return status;
    },
  });
  const call = (method: string, path: string, body?: object) =>
    host.fetch(`/console/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
  if (webhook) await call('PUT', 'webhook', { webhook });
  return {
    host,
    sent,
    call,
    bodies: () => sent.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    state: async () => (await (await call('GET', 'webhook')).json()) as WebhookState,
  };
}

async function runJob(host: JobHost, more: Record<string, unknown> = {}) {
  const job = await host.submit(QUICK, { more });
  await host.clock.advance(1000);
  return job;
}

describe('the webhook', () => {
  test('reports an ended job with its links, without prompts', async () => {
    const { host, sent, bodies, state } = await start([204], { settings: { publicUrl: 'https://flowdeck.example' } });
    const job = await runJob(host, { metadata: { flowdeck_title: 'Fox' } });
    expect(bodies()).toEqual([
      {
        id: `job_${job.id}`,
        type: 'job.ended',
        time: (await host.job(job.id)).completed_at,
        job_id: job.id,
        status: 'succeeded',
        title: 'Fox',
        outputs: 1,
        text: 'Fox: succeeded, 1 output',
        links: {
          page: `https://flowdeck.example/local/jobs/${job.id}`,
          api: `https://flowdeck.example/api/v2/jobs/${job.id}`,
        },
      },
    ]);
    expect(sent[0]?.body).not.toContain('prompt');
    expect(sent[0]?.headers).not.toHaveProperty('webhook-signature');
    expect(await state()).toMatchObject({ waiting: 0, given_up: 0, last_attempt: { status: 204, problem: null } });
  });

  test('retries with growing pauses until the receiver takes it, with the same id', async () => {
    const { host, sent, state } = await start([500, 0, 404, 200]);
    const at: number[] = [];
    await runJob(host);
    at.push(sent.length);
    expect(await state()).toMatchObject({
      waiting: 1,
      last_attempt: { status: 500, problem: 'hooks.example responded with 500.' },
    });
    for (const ms of [3999, 1, 9999, 1, 19_999, 1, HOUR_MS]) {
      await host.clock.advance(ms);
      at.push(sent.length);
    }
    expect(at).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await state()).toMatchObject({ waiting: 0, next_attempt_at: null });
  });

  test('delivers after a kill, what was stored with the end of the job', async () => {
    const { host, bodies } = await start([0, 0, 200]);
    const { id } = await runJob(host);
    await host.kill();
    await host.clock.advance(HOUR_MS);
    expect(bodies().map((body) => body['id'])).toEqual([`job_${id}`, `job_${id}`, `job_${id}`]);
    await host.kill();
    await host.clock.advance(HOUR_MS);
    expect(bodies()).toHaveLength(3);
  });

  test('gives up after a day, and counts it', async () => {
    const { host, sent, state } = await start([503]);
    await runJob(host);
    await host.clock.advance(25 * HOUR_MS);
    const attempts = sent.length;
    expect(attempts).toBeGreaterThan(20);
    expect(await state()).toMatchObject({ waiting: 0, given_up: 1 });
    await host.clock.advance(HOUR_MS);
    expect(sent).toHaveLength(attempts);
  });

  test('keeps the newest events of too many', async () => {
    const { host, call, state } = await start([0]);
    const batch: EndedBatch = {
      id: 'b',
      title: 'Words',
      status: 'finished',
      ended_at: 1,
      jobs: { succeeded: 1, failed: 0, canceled: 0, unknown: 0 },
    };
    const now = host.clock.now();
    const { webhook } = host.deps.store;
    for (let index = 0; index < 1000; index += 1) {
      webhook.put({ id: `old-${index}`, event: '{}', createdAt: now, attempts: 1, nextAt: now + HOUR_MS });
    }
    for (let at = 1; at <= 3; at += 1) await call('POST', 'batches/end', { ...batch, ended_at: at });
    await host.clock.advance(1);
    expect(await state()).toMatchObject({ waiting: 1000, given_up: 3 });
  });

  test('reports a batch once, however often browsers report it', async () => {
    const { host, bodies, call } = await start([200]);
    const jobs = { succeeded: 2, failed: 1, canceled: 0, unknown: 0 };
    const batch = { id: 'b', title: 'Words', status: 'finished', ended_at: 5, jobs };
    await call('POST', 'batches/end', batch);
    await call('POST', 'batches/end', batch);
    await host.clock.advance(1);
    expect(bodies()).toMatchObject([
      { type: 'batch.ended', batch_id: 'b', jobs, text: 'Words: finished, 2 jobs succeeded, 1 failed' },
    ]);
    expect((await call('POST', 'batches/end', { ...batch, title: 5 })).status).toBe(400);
  });

  test('reports jobs of batches only if it is set to', async () => {
    const { host, sent, call } = await start([200], { webhook: { ...WEBHOOK, jobs: 'outside_batches' } });
    const inBatch = { metadata: { [BATCH_LABEL]: 'b/1' } };
    await runJob(host, inBatch);
    expect(sent).toEqual([]);
    await runJob(host);
    await call('PUT', 'webhook', { webhook: WEBHOOK });
    await runJob(host, inBatch);
    expect(sent).toHaveLength(2);
  });

  test('sends text that ntfy shows, with a title, a tag and a link', async () => {
    const { host, sent } = await start([200], { webhook: { ...WEBHOOK, format: 'text' } });
    await host.submit({
      '1': { class_type: 'ScriptFail', inputs: { message: 'No such colour', ms: 0, traceback: '' } },
    });
    await host.clock.advance(1000);
    expect(sent[0]?.body).toMatch(/: failed$/);
    expect(sent[0]?.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      title: 'Job failed',
      tags: 'x',
    });
    expect(sent[0]?.headers['click']).toContain('/local/jobs/');
  });

  test('never returns its secret, and keeps it unless another one is given', async () => {
    const { call, host, sent, state } = await start([200], { webhook: { ...WEBHOOK, secret: 'not-for-reading' } });
    const response = await call('PUT', 'webhook', { webhook: { ...WEBHOOK, url: 'https://other.example/' } });
    expect(await response.text()).not.toContain('not-for-reading');
    expect((await state()).webhook).toEqual({ ...WEBHOOK, url: 'https://other.example/', has_secret: true });
    await runJob(host);
    // Its signature is made outside of the event loop, which the clock of the test does not wait for.
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]?.headers['webhook-signature']).toMatch(/^v1,/);
    await call('PUT', 'webhook', { webhook: { ...WEBHOOK, secret: null } });
    expect((await state()).webhook?.['has_secret']).toBe(false);
  });

  test('that is turned off forgets what waits', async () => {
    const { host, call, sent, state } = await start([0]);
    await runJob(host);
    await call('PUT', 'webhook', { webhook: null });
    await runJob(host);
    await host.clock.advance(HOUR_MS);
    expect(sent).toHaveLength(1);
    expect(await state()).toMatchObject({ webhook: null, waiting: 0, last_attempt: null });
  });

  test('delivers a test at once, and reports a redirect', async () => {
    const { call, sent } = await start([302]);
    const attempt = (await (await call('POST', 'webhook/test', {})).json()) as WebhookAttempt;
    expect(attempt).toMatchObject({ type: 'test', status: 302 });
    expect(attempt.problem).toContain('not followed');
    expect(sent).toHaveLength(1);
  });

  test.each(['ftp://hooks.example', 'https://me:secret@hooks.example', 'hooks.example', ''])(
    'rejects the URL %j',
    async (url) => {
      const { call } = await start([200]);
      expect((await call('PUT', 'webhook', { webhook: { ...WEBHOOK, url } })).status).toBe(400);
    },
  );
});
