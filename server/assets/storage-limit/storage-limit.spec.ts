import { afterEach, describe, expect, it } from 'vitest';
import { NextRemovals, StorageUsage } from '@contract/console/schemas';
import type { Job } from '@contract/jobs/schemas';
import { WrittenJob } from '@contract/jobs/written-schemas';
import { JobHost } from '../../jobs/testing/job-host';
import type { Logger } from '../../log';
import { storageForecast } from '../../console/storage-usage';

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let host: JobHost;
const logged: { message: string; fields: Record<string, unknown> }[] = [];
const note = (fields: Record<string, unknown>, message: string) => void logged.push({ fields, message });
const log: Logger = { info: note, warn: note, error: note };

/** Opens a gateway with a limit, in MiB. */
async function open(mib: number | null): Promise<void> {
  logged.length = 0;
  host = await JobHost.start({ settings: { maxStorageBytes: mib === null ? null : mib * MIB }, log });
}
afterEach(() => host.restart());

/** Runs a job with one output of a MiB, unless it is given, and lets a minute pass. */
async function run(seed: number, bytes = MIB): Promise<Job> {
  const inputs = { type: 'file', name: `${seed}.bin`, bytes, seed, named: true };
  const { id } = await host.submit({ 1: { class_type: 'ScriptOutput', inputs } });
  await host.clock.advance(MINUTE_MS);
  const job = await host.job(id);
  expect(job.status).toBe('succeeded');
  return job;
}

const outputOf = (job: Job | undefined) => job?.outputs[0]?.id ?? '';
const contentStatus = async (job: Job | undefined) =>
  (await host.fetch(`/api/v2/assets/${outputOf(job)}/content`)).status;
/** Whether the content of each job's output is stored. */
const stored = async (jobs: readonly Job[]) => {
  const all = await Promise.all(jobs.map(contentStatus));
  return all.map((status) => status === 200);
};
const read = async (path: string): Promise<unknown> => (await host.fetch(path)).json();
const usage = async () => StorageUsage.parse(await read('/console/storage'));
const passAnHour = () => host.clock.advance(HOUR_MS + 2 * MINUTE_MS);

async function curate(kind: string, id: string, fields: Record<string, string | number | boolean | null>) {
  const { version } = (await (await host.fetch('/console/records')).json()) as { version: number };
  const stamped = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value, at: version + 1 }]));
  const body = JSON.stringify({ since: version, records: [{ kind, id, fields: stamped }] });
  const headers = { 'content-type': 'application/json' };
  const response = await host.fetch('/console/records', { method: 'POST', headers, body });
  expect(response.status).toBe(200);
}

describe('the storage limit', () => {
  it('removes the oldest outputs only, once they are an hour old, and no more than needed', async () => {
    await open(3);
    const jobs = [await run(1), await run(2), await run(3), await run(4), await run(5)];
    expect(await stored(jobs)).toEqual([true, true, true, true, true]);
    await passAnHour();
    expect(await stored(jobs)).toEqual([false, false, true, true, true]);
    expect(logged).toContainEqual({
      message: 'Removed the oldest outputs to keep the storage limit',
      fields: { files: 2, bytes: 2 * MIB },
    });
  });

  it('leaves the job, its output and the record of the file, which say what happened', async () => {
    await open(1);
    const [first] = [await run(1), await run(2)];
    await passAnHour();
    const job = await host.job(first?.id ?? '');
    expect(WrittenJob.safeParse(job).success).toBe(true);
    expect(job.outputs).toMatchObject([
      { name: '1.bin', size_bytes: MIB, hash: null, content_removed: 'storage_limit' },
    ]);
    const record = await host.fetch(`/api/v2/assets/${outputOf(job)}`);
    expect(record.status).toBe(200);
    expect(await record.json()).toMatchObject({ hash: null, content_removed: 'storage_limit', size_bytes: MIB });
    for (const url of [`/api/v2/assets/${outputOf(job)}/content`, job.outputs[0]?.url ?? '']) {
      const content = await host.fetch(url);
      expect(content.status).toBe(404);
      expect(await content.text()).toContain('removed this file to keep its storage limit');
    }
    const { assets } = (await (await host.fetch('/console/assets')).json()) as { assets: { file_path: string }[] };
    expect(assets.map(({ file_path }) => file_path)).toEqual(['2.bin']);
  });

  it('never removes what is starred, rated or tagged, until the mark is taken back', async () => {
    await open(1);
    const jobs = [await run(1), await run(2), await run(3), await run(4), await run(5), await run(6, 100)];
    expect(logged.filter(({ message }) => message.includes('limit'))).toEqual([]);
    await curate('annotation', jobs[0]?.id ?? '', { star: true });
    await curate('annotation', jobs[1]?.id ?? '', { rating: 1 });
    await curate('annotation', jobs[2]?.id ?? '', { 'tag:keep': true });
    await curate('file', `local/${outputOf(jobs[3])}`, { at: 1, star: true });
    await curate('file', `local/${outputOf(jobs[4])}`, { at: 1, rating: 3 });
    await passAnHour();
    // What is protected exceeds the limit on its own: not even the last output goes.
    expect(await stored(jobs)).toEqual([true, true, true, true, true, true]);
    const warnings = logged.filter(({ message }) => message.includes('exceed the storage limit on their own'));
    expect(warnings).toEqual([
      { message: expect.any(String), fields: { limitBytes: MIB, excessBytes: 4 * MIB + 100 } },
    ]);

    for (const job of jobs.slice(0, 3))
      await curate('annotation', job.id, { star: false, rating: null, 'tag:keep': false });
    await curate('file', `local/${outputOf(jobs[3])}`, { at: 1, star: null });
    await host.clock.advance(2 * MINUTE_MS);
    expect(await stored(jobs)).toEqual([false, false, false, false, true, false]);
  });

  it('never removes uploads, nor what a draft, a template or an unfinished job reads', async () => {
    await open(2);
    const upload = await host.addAsset(new Uint8Array(MIB));
    const jobs = [await run(1), await run(2), await run(3), await run(4), await run(5)];
    const read = (job: Job | undefined) => ({ __type: 'core/ASSET', info: { id: outputOf(job) } });
    await curate('draft', 'a', { text: JSON.stringify({ workflow: { 1: { inputs: { image: read(jobs[0]) } } } }) });
    await curate('template', 'b', { form: JSON.stringify({ hash: jobs[1]?.outputs[0]?.hash }) });
    await host.submit({ 1: { class_type: 'ScriptHang', inputs: { image: read(jobs[2]) } } });
    await passAnHour();
    expect(await stored(jobs)).toEqual([true, true, true, true, true]);
    expect((await host.fetch(`/api/v2/assets/${upload.id}/content`)).status).toBe(200);
    await curate('draft', 'a', { text: 'without files' });
    await curate('template', 'b', { form: '' });
    await host.clock.advance(2 * MINUTE_MS);
    expect(await stored(jobs)).toEqual([false, false, true, false, false]);
  });

  it('counts content that records share once, and removes it only with all of them', async () => {
    await open(2);
    const bytes = await (await host.fetch(`/api/v2/assets/${outputOf(await run(1))}/content`)).arrayBuffer();
    const jobs = [await run(1), await run(2)];
    await passAnHour();
    expect(await stored(jobs)).toEqual([true, true]);
    const upload = await host.addAsset(new Uint8Array(bytes));
    const later = await run(3);
    await passAnHour();
    // Without the upload's content, no byte would be freed by the older ones.
    expect(await stored([...jobs, later])).toEqual([true, false, true]);
    expect((await host.fetch(`/api/v2/assets/${upload.id}/content`)).status).toBe(200);
  });

  it('removes nothing without a limit', async () => {
    await open(null);
    const jobs = [await run(1), await run(2)];
    await passAnHour();
    expect(await stored(jobs)).toEqual([true, true]);
  });

  it('survives deletion, restoring and keeping the outputs of such a job', async () => {
    await open(1);
    const jobs = [await run(1), await run(2)];
    await passAnHour();
    const id = jobs[0]?.id ?? '';
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const response = await host.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      expect(response.status).toBe(200);
    };
    await post('/console/jobs/delete', { ids: [id] });
    await post('/console/jobs/restore', { ids: [id] });
    expect((await host.job(id)).outputs[0]).toMatchObject({ content_removed: 'storage_limit' });
    expect((await host.fetch(`/api/v2/assets/${outputOf(jobs[0])}`)).status).toBe(200);
    await post('/console/jobs/delete', { ids: [id], keep_outputs: true });
    await passAnHour();
    expect(host.deps.store.assets.get(outputOf(jobs[0]))).toBeNull();
  });

  it('announces what goes next without removing it, and what it has removed', async () => {
    await open(3);
    const jobs = [await run(1), await run(2), await run(3)];
    await passAnHour();
    await curate('annotation', jobs[1]?.id ?? '', { star: true });
    const ahead = NextRemovals.parse(await read('/console/storage/next-removals'));
    expect(ahead).toMatchObject({ is_due: false, files: 2, bytes: 2 * MIB });
    expect(ahead.assets.map(({ id }) => id)).toEqual([outputOf(jobs[0]), outputOf(jobs[2])]);
    expect([ahead.oldest, ahead.newest]).toEqual([ahead.assets[0]?.created_at, ahead.assets[1]?.created_at]);

    const upload = await host.addAsset(new Uint8Array(MIB));
    expect(NextRemovals.parse(await read('/console/storage/next-removals'))).toMatchObject({ is_due: true, files: 1 });
    expect(await usage()).toMatchObject({ limit: { bytes: 3 * MIB, used_bytes: 4 * MIB }, removed: { files: 0 } });
    await host.clock.advance(2 * MINUTE_MS);
    expect(await stored(jobs)).toEqual([false, true, true]);
    expect(await usage()).toMatchObject({
      limit: { bytes: 3 * MIB, used_bytes: 3 * MIB, is_exceeded_by_protected: false },
      removed: { files: 1, bytes: MIB },
    });
    await curate('annotation', jobs[2]?.id ?? '', { star: true });
    await host.addAsset(new Uint8Array(MIB - 1));
    await host.clock.advance(2 * MINUTE_MS);
    expect(await usage()).toMatchObject({ limit: { is_exceeded_by_protected: true } });
    expect(NextRemovals.parse(await read('/console/storage/next-removals'))).toEqual({
      is_due: false,
      files: 0,
      bytes: 0,
      oldest: null,
      newest: null,
      assets: [],
    });
    expect((await host.fetch(`/api/v2/assets/${upload.id}/content`)).status).toBe(200);
  });

  it('forecasts from the last days when the limit or the disk is full, whichever comes first', async () => {
    await open(30);
    expect(await usage()).toMatchObject({ forecast: null });
    await run(1, 2 * MIB);
    await run(2, 4 * MIB);
    // Six MiB on the only day; 24 are left.
    expect((await usage()).forecast).toEqual({ bytes_per_day: 6 * MIB, days: 1, reaches: 'limit', in_days: 4 });
    await host.clock.advance(2 * 24 * HOUR_MS);
    await run(3, 3 * MIB);
    expect((await usage()).forecast).toEqual({ bytes_per_day: 3 * MIB, days: 3, reaches: 'limit', in_days: 7 });
    await host.clock.advance(8 * 24 * HOUR_MS);
    expect((await usage()).forecast).toBeNull();
  });
});

describe('the forecast', () => {
  const limit = { limitBytes: 100 * MIB, usedBytes: 10 * MIB, isExceededByProtected: false };
  it.each([
    [
      { limit, freeBytes: 20 * MIB },
      { reaches: 'disk', in_days: 2 },
    ],
    [
      { limit, freeBytes: 200 * MIB },
      { reaches: 'limit', in_days: 9 },
    ],
    [
      { limit: null, freeBytes: 20 * MIB },
      { reaches: 'disk', in_days: 2 },
    ],
    [
      { limit: { ...limit, usedBytes: 101 * MIB }, freeBytes: 20 * MIB },
      { reaches: 'limit', in_days: 0 },
    ],
    [{ limit: null, freeBytes: null }, null],
  ])('of %j is %j', async (room, expected) => {
    await open(null);
    await run(1, 10 * MIB);
    const forecast = await storageForecast(host.deps, 'local', room);
    const found = forecast && { reaches: forecast.reaches, in_days: forecast.in_days };
    expect(found).toEqual(expected);
  });
});
