import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Job, JobPage } from '@contract/jobs/schemas';
import { createApp, type App } from '../../app';
import { DELETE_GRACE_MS } from '../../jobs/trash-sweep';
import { createMemoryDeps, type MemoryDeps } from '../../testing/memory-deps';

const ORIGIN = 'http://127.0.0.1:8189';

let app: App;
let deps: MemoryDeps;

beforeEach(async () => {
  deps = await createMemoryDeps();
  app = createApp(deps);
  await app.start();
});
afterEach(() => app.close());

const get = (path: string) => app.fetch(new Request(ORIGIN + path));
const read = async <Body>(path: string) => (await (await get(path)).json()) as Body;

async function post(path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  const response = await app.fetch(new Request(ORIGIN + path, { method: 'POST', headers, body: JSON.stringify(body) }));
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function submit(title: string, classType = 'ScriptText'): Promise<string> {
  const inputs = classType === 'ScriptText' ? { text: title } : {};
  const workflow = { '1': { class_type: classType, inputs } };
  const { body } = await post('/api/v2/jobs', { workflow, metadata: { flowdeck_title: title } });
  await deps.clock.advance(1000);
  return body['id'] as string;
}

const listed = async () => (await read<JobPage>('/api/v2/jobs')).jobs.map(({ id }) => id);
const found = async (q: string) => (await read<JobPage>(`/console/jobs?q=${q}`)).jobs.map(({ id }) => id);
const outputsOf = async (id: string) => (await read<Job>(`/api/v2/jobs/${id}`)).outputs ?? [];
const counts = async () => (await read<{ jobs: Record<string, number> }>('/console/status')).jobs;
const files = async () => (await read<{ assets: { id: string; job_id: string | null }[] }>('/console/assets')).assets;

describe('deleting jobs', () => {
  test('hides a job and its outputs everywhere, and restores both', async () => {
    const [gone, stays] = [await submit('Coral one'), await submit('Coral two')];
    const [output] = await outputsOf(gone);
    const { body } = await post('/console/jobs/delete', { ids: [gone] });
    expect(body).toMatchObject({ deleted: [gone], skipped: [] });
    expect(await listed()).toEqual([stays]);
    expect(await found('coral')).toEqual([stays]);
    expect(await counts()).toMatchObject({ succeeded: 1 });
    expect((await get(`/api/v2/jobs/${gone}`)).status).toBe(404);
    expect((await get(`/api/v2/assets/${output?.id}`)).status).toBe(404);
    expect((await files()).map(({ job_id }) => job_id)).toEqual([stays]);

    expect((await post('/console/jobs/restore', { ids: [gone] })).body).toEqual({ restored: [gone] });
    expect(await listed()).toEqual([stays, gone]);
    expect(await outputsOf(gone)).toMatchObject([{ id: output?.id }]);
    expect(await files()).toHaveLength(2);
  });

  test('leaves an unfinished job alone, even among others', async () => {
    const [done, running] = [await submit('Done'), await submit('Long', 'ScriptHang')];
    const { body } = await post('/console/jobs/delete', { ids: [running, done, 'nothing'] });
    expect(body).toMatchObject({
      deleted: [done],
      skipped: [
        { id: running, reason: 'not_finished' },
        { id: 'nothing', reason: 'not_found' },
      ],
    });
    expect((await read<Job>(`/api/v2/jobs/${running}`)).status).toBe('running');
  });

  test('is final after the grace period: records and bytes are deleted, and nothing can be restored', async () => {
    const gone = await submit('Coral');
    const [output] = await outputsOf(gone);
    const blob = deps.store.assets.get(output?.id ?? '')?.blob ?? '';
    await post('/console/jobs/delete', { ids: [gone] });
    await deps.clock.advance(DELETE_GRACE_MS - 5000);
    expect(deps.store.jobs.get(gone)).not.toBeNull();
    await deps.clock.advance(120_000);
    await expect.poll(() => deps.store.jobs.get(gone)).toBeNull();
    await expect.poll(() => deps.store.assets.isBlobReferenced(blob)).toBe(false);
    expect((await post('/console/jobs/restore', { ids: [gone] })).body).toEqual({ restored: [] });
  });

  test('is final at once if the trash is emptied, for the account alone', async () => {
    const [gone, stays] = [await submit('Coral'), await submit('Reef')];
    const [output] = await outputsOf(gone);
    const blob = deps.store.assets.get(output?.id ?? '')?.blob ?? '';
    await post('/console/jobs/delete', { ids: [gone] });
    deps.store.trash.put({ jobId: stays, owner: 'other', deletedAt: deps.clock.now(), keepsOutputs: false });
    const { status, body } = await post('/console/storage/empty-trash', {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ trash: { files: 0, bytes: 0 }, deleted_jobs: [] });
    expect(deps.store.jobs.get(gone)).toBeNull();
    expect(await deps.blobs.has(blob)).toBe(false);
    expect(deps.store.jobs.get(stays)).not.toBeNull();
  });

  test('keeps the outputs on request, as files without a job', async () => {
    const gone = await submit('Coral');
    const [output] = await outputsOf(gone);
    await post('/console/jobs/delete', { ids: [gone], keep_outputs: true });
    expect((await get(`/api/v2/assets/${output?.id}`)).status).toBe(200);
    await deps.clock.advance(DELETE_GRACE_MS + 120_000);
    await expect.poll(() => deps.store.jobs.get(gone)).toBeNull();
    expect((await files()).map(({ id, job_id }) => [id, job_id ?? null])).toEqual([[output?.id, null]]);
  });

  test('rejects other bodies', async () => {
    for (const body of [{}, { ids: [] }, { ids: 'x' }, { ids: ['x'], all: true }]) {
      expect((await post('/console/jobs/delete', body)).status).toBe(400);
    }
  });
});

describe('renaming a job', () => {
  test('shows and finds the job by its new title', async () => {
    const id = await submit('quick.json');
    expect((await post('/console/jobs/rename', { id, title: '  Blue reef ' })).status).toBe(200);
    expect((await read<Job>(`/api/v2/jobs/${id}`)).metadata).toMatchObject({ flowdeck_title: 'Blue reef' });
    expect(await found('reef')).toEqual([id]);
    expect((await post('/console/jobs/rename', { id: 'nothing', title: 'x' })).status).toBe(404);
    expect((await post('/console/jobs/rename', { id, title: '   ' })).status).toBe(400);
  });
});

test('the storage report lists disk usage and what can be restored', async () => {
  const [gone, stays] = [await submit('One'), await submit('Two, which is longer')];
  await post('/console/jobs/delete', { ids: [gone] });
  expect(await read('/console/storage')).toMatchObject({
    uploads: { files: 0, bytes: 0 },
    outputs: { files: 1, bytes: 20 },
    trash: { files: 1, bytes: 3 },
    largest_jobs: [{ id: stays, title: 'Two, which is longer', files: 1, bytes: 20 }],
    deleted_jobs: [{ id: gone, title: 'One' }],
  });
});
