import { describe, expect, it } from 'vitest';
import { JobHost } from './testing/job-host';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const RETENTION_MS = HOUR_MS;
const QUICK = {
  1: { class_type: 'ScriptOutput', inputs: { type: 'file', name: 'a.bin', bytes: 3, seed: 1, named: true } },
};

const start = () => JobHost.start({ settings: { retentionMs: RETENTION_MS } });
const leftOf = async (host: JobHost, id: string) => Date.parse((await host.job(id)).expires_at) - host.clock.now();

describe('a clock correction with a retention of one hour', () => {
  it.each([
    ['days', 40 * DAY_MS],
    ['less than that hour', 50 * 60_000],
  ])('forward by %s: jobs and their files retain their remaining time', async (_, byMs) => {
    const host = await start();
    const job = await host.submit(QUICK);
    await host.clock.advance(20 * 60_000);
    host.clock.set(host.clock.now() + byMs);
    expect((await host.list()).jobs.map(({ id }) => id)).toEqual([job.id]);
    expect(await leftOf(host, job.id)).toBe(40 * 60_000);
    await host.clock.advance(40 * 60_000 - 1);
    const kept = await host.job(job.id);
    expect(kept.status).toBe('succeeded');
    expect((await host.fetch(`/api/v2/assets/${kept.outputs[0]?.id}/content`)).status).toBe(200);
    await host.clock.advance(3 * HOUR_MS);
    expect((await host.fetch(`/api/v2/jobs/${job.id}`)).status).toBe(404);
  });

  it('forward: the next sweep removes nothing', async () => {
    const host = await start();
    const job = await host.submit(QUICK);
    host.clock.set(host.clock.now() + DAY_MS);
    await host.clock.advance(59 * 60_000);
    expect((await host.job(job.id)).status).toBe('succeeded');
  });

  it('forward: uploads retain their remaining time, whichever sweep runs first', async () => {
    const host = await start();
    const upload = await host.addAsset(new Uint8Array([1]), { expiresAt: host.clock.now() + HOUR_MS });
    host.clock.set(host.clock.now() + DAY_MS);
    await host.clock.advance(59 * 60_000);
    const content = () => host.fetch(`/api/v2/assets/${upload.id}/content`);
    expect((await content()).status).toBe(200);
    await host.clock.advance(2 * 60_000);
    expect((await content()).status).toBe(404);
  });

  it('forward: waiting and running jobs do not expire early', async () => {
    const host = await start();
    const running = await host.submit({ 1: { class_type: 'ScriptHang', inputs: {} } });
    const waiting = await host.submit(QUICK);
    await host.clock.advance(1000);
    host.clock.set(host.clock.now() + DAY_MS);
    await host.clock.advance(HOUR_MS - 2000);
    expect((await host.job(running.id)).status).toBe('running');
    expect((await host.job(waiting.id)).status).toBe('queued');
    await host.clock.advance(2000);
    expect((await host.job(running.id)).status).toBe('expired');
    expect((await host.job(waiting.id)).status).toBe('expired');
  });

  it('forward: expired jobs stay expired', async () => {
    const host = await start();
    const job = await host.submit(QUICK);
    await host.clock.advance(HOUR_MS + 60_000);
    host.clock.set(host.clock.now() + DAY_MS);
    expect((await host.fetch(`/api/v2/jobs/${job.id}`)).status).toBe(404);
  });

  it('back: jobs submitted in the future stay, run, and are listed in order', async () => {
    const host = await start();
    const early = await host.submit(QUICK);
    await host.clock.advance(1000);
    host.clock.set(host.clock.now() - 40 * DAY_MS);
    const late = await host.submit(QUICK);
    await host.clock.advance(1000);
    expect((await host.list()).jobs.map(({ id, status }) => [id, status])).toEqual([
      [late.id, 'succeeded'],
      [early.id, 'succeeded'],
    ]);
    await host.clock.advance(RETENTION_MS - 2000);
    expect((await host.list()).jobs).toHaveLength(2);
    // Stored until its own deadline, since the time at which it was set is unknown.
    await host.clock.advance(40 * DAY_MS - 60_000);
    expect((await host.list()).jobs.map(({ id }) => id)).toEqual([early.id]);
  });

  it('after a restart: jobs of the previous process retain their remaining time', async () => {
    const host = await start();
    const job = await host.submit(QUICK);
    await host.clock.advance(1000);
    await host.restart();
    host.clock.set(host.clock.now() + 400 * DAY_MS);
    expect((await host.job(job.id)).status).toBe('succeeded');
    expect(await leftOf(host, job.id)).toBe(HOUR_MS - 1000);
  });
});
