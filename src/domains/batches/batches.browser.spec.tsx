import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import type { JobPage } from '@contract/jobs/schemas';
import { findSurface, LOCAL_SURFACE } from '@/api/surface';
import { cacheSurfaceList } from '@/api/surfaces/surface-list';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { scripted } from '@/testing/scripted-graph';
import { LABEL_BATCH, LABEL_TITLE } from '../job-record/job-labels';
import { panelEntries, useOutboxView } from '../outbox/outbox-store';
import { openDatabase } from '../database';
import { fieldKey } from '../drafts/field-key';
import { cellCount, type BatchPlan } from './batch-plan';
import { actOnBatch, readBatchPlan, removeBatch, renameBatch, startBatch, type BatchRequest } from './batches';
import { useBatchView } from './batches-store';
import { useBatchCells } from './use-batch-cells';

let gateway: BrowserGateway;

beforeEach(async () => {
  gateway = await mountGateway();
});
afterEach(async () => {
  await Promise.all(
    Object.keys(useBatchView.getState().entries).map((id) => actOnBatch(id, { kind: 'user_stop' }).catch(() => {})),
  );
  await unmountGateway();
});

const POST_JOBS = '*/api/v2/jobs';
const workflowText = JSON.stringify({ '1': scripted('ScriptText', { text: 'done' }, { title: 'Say' }) });

function planOf(...texts: string[]): BatchPlan {
  const rows = texts.map((text) => ({ label: text, values: [text] }));
  return { axes: [{ label: 'text', inputs: [{ nodeId: '1', input: 'text', label: 'text' }], rows }] };
}

function start(plan: BatchPlan, request: Partial<BatchRequest> = {}, surface = LOCAL_SURFACE): Promise<string> {
  const defaults = { title: 'Words', workflowText, plan, limit: 2, draftId: null, needsPartnerKey: false };
  return startBatch(surface, { ...defaults, ...request });
}

const batchOf = (id: string) => useBatchView.getState().entries[id];

async function listJobs(): Promise<JobPage['jobs']> {
  const response = await gateway.app.fetch(new Request(`${location.origin}/api/v2/jobs?limit=100`));
  return ((await response.json()) as JobPage).jobs;
}

async function workflowOf(jobId: string): Promise<Record<string, { inputs: Record<string, unknown> }>> {
  const response = await gateway.app.fetch(new Request(`${location.origin}/api/v2/jobs/${jobId}/workflow`));
  const { workflow } = (await response.json()) as { workflow: Record<string, { inputs: Record<string, unknown> }> };
  return workflow;
}

describe('a batch on the gateway', () => {
  it('runs one labeled job per cell with its values, and keeps record of each', async () => {
    const plan = planOf('one', 'two', 'three');
    const id = await start(plan);
    const { result } = await renderHook(() => useBatchCells(id));
    await expect.poll(() => batchOf(id)?.tally.succeeded).toBe(cellCount(plan));
    await expect.poll(() => batchOf(id)?.finishedAt).toEqual(expect.any(Number));

    const jobs = await listJobs();
    expect(jobs.map(({ metadata }) => metadata?.[LABEL_BATCH]).sort()).toEqual([`${id}/0`, `${id}/1`, `${id}/2`]);
    expect(jobs.map(({ metadata }) => metadata?.[LABEL_TITLE])).toContain('Words (text two)');
    await expect.poll(() => result.current.map(({ outcome }) => outcome)).toEqual(Array(3).fill('succeeded'));
    expect(result.current.map(({ jobId }) => jobId).sort()).toEqual(jobs.map((job) => job.id).sort());
    expect(await readBatchPlan(id)).toMatchObject({ workflowText, plan });
  });

  it('fills in each cell when it starts, as a single run does', async () => {
    const text = JSON.stringify({
      '1': scripted('ScriptText', { text: 'x' }, { title: 'Say' }),
      '2': scripted('ScriptText', { text: '%date:yyyy%/%Say.text%' }),
    });
    const id = await start(planOf('one', 'two'), {
      workflowText: text,
      fillIns: { [fieldKey('2', 'text')]: 'file_name' },
    });
    await expect.poll(() => batchOf(id)?.tally.succeeded).toBe(2);
    const jobs = await listJobs();
    const sent = await Promise.all(jobs.map(async ({ id: jobId }) => (await workflowOf(jobId))['2']?.inputs['text']));
    const year = new Date().getFullYear();
    expect(sent.sort()).toEqual([`${year}/one`, `${year}/two`]);
    // The plan keeps what was written, for the next batch of it.
    expect((await readBatchPlan(id))?.workflowText).toBe(text);
  });

  it('leaves neither notices nor workflows of its cells in the outbox', async () => {
    const id = await start(planOf('one', 'two'));
    await expect.poll(() => batchOf(id)?.tally.succeeded).toBe(2);
    await expect.poll(() => Object.values(useOutboxView.getState().entries).filter(({ cell }) => cell)).toEqual([]);
    const stored = async () =>
      (await (await openDatabase()).getAll('outbox')).filter(({ cell }) => cell?.batchId === id);
    await expect.poll(async () => (await stored()).map((entry) => entry.workflowText)).toEqual(['', '']);
  });

  it('waits for a full queue with one submission, and lists nothing of it in the outbox', async () => {
    let requests = 0;
    gateway.worker.use(
      http.post(POST_JOBS, () => {
        requests += 1;
        const error = { code: 'queue_full', message: 'Full', details: null };
        return HttpResponse.json({ error }, { status: 429, headers: { 'Retry-After': '600' } });
      }),
    );
    const id = await start(planOf('one', 'two', 'three'), { limit: 3 });
    await expect.poll(() => waitingOf(id)).toEqual(['waiting']);
    expect(requests).toBe(1);
    expect(panelEntries(useOutboxView.getState().entries, LOCAL_SURFACE.id)).toEqual([]);

    await actOnBatch(id, { kind: 'user_stop' });
    await expect.poll(() => batchOf(id)?.finishedAt).not.toBeNull();
    expect(batchOf(id)?.tally.canceled).toBe(1);
    expect(await listJobs()).toEqual([]);
  });

  it('holds what waits for a full queue while it is paused, and sends it again with a new key once resumed', async () => {
    const keys: (string | null)[] = [];
    let isFull = true;
    gateway.worker.use(
      http.post(POST_JOBS, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        if (!isFull) return undefined;
        const error = { code: 'queue_full', message: 'Full', details: null };
        return HttpResponse.json({ error }, { status: 429, headers: { 'Retry-After': '600' } });
      }),
    );
    const id = await start(planOf('one'));
    await expect.poll(() => waitingOf(id)).toEqual(['waiting']);
    await actOnBatch(id, { kind: 'user_pause' });
    await expect.poll(() => batchOf(id)?.inFlight).toEqual([]);
    expect(batchOf(id)).toMatchObject({ isPaused: true, finishedAt: null, tally: { canceled: 0 } });
    isFull = false;
    await actOnBatch(id, { kind: 'user_resume' });
    await expect.poll(() => batchOf(id)?.tally.succeeded).toBe(1);
    expect(new Set(keys).size).toBe(2);
    expect(await listJobs()).toHaveLength(1);
  });

  it('pauses itself when the server rejects a cell, and runs it again on a retry', async () => {
    const error = { code: 'insufficient_credits', message: 'No credits', details: null };
    gateway.worker.use(http.post(POST_JOBS, () => HttpResponse.json({ error }, { status: 402 }), { once: true }));
    const id = await start(planOf('one', 'two', 'three'));
    const { result } = await renderHook(() => useBatchCells(id));
    await expect.poll(() => batchOf(id)?.pauseReason).toBe('refused');
    await expect.poll(() => result.current).toMatchObject([{ cell: 0, attempt: 1, outcome: 'refused', jobId: null }]);
    expect(await listJobs()).toEqual([]);

    await actOnBatch(id, { kind: 'user_retry', cells: [0, 0, 1] });
    await actOnBatch(id, { kind: 'user_resume' });
    await expect.poll(() => batchOf(id)?.tally).toMatchObject({ succeeded: 3, refused: 0 });
    expect(await listJobs()).toHaveLength(3);
    await expect.poll(() => result.current[0]).toMatchObject({ attempt: 2, outcome: 'succeeded' });
  });

  it('can be renamed, and deleted once nothing is in progress', async () => {
    const id = await start(planOf('one', 'two'));
    await expect(removeBatch(id)).rejects.toThrow('Stop the batch');
    await renameBatch(id, 'Other words');
    await expect.poll(() => batchOf(id)?.tally.succeeded).toBe(2);
    expect(batchOf(id)?.title).toBe('Other words');
    await removeBatch(id);
    expect(batchOf(id)).toBeUndefined();
    const database = await openDatabase();
    expect(await database.get('batches', id)).toBeUndefined();
    expect(await database.get('batchWorkflows', id)).toBeUndefined();
    expect((await database.getAll('batchCells')).filter(({ batchId }) => batchId === id)).toEqual([]);
  });

  it('can be deleted while a job runs on a server that was removed, and nothing of it is sent later', async () => {
    const far = 'https://far.example';
    let posts = 0;
    gateway.worker.use(
      http.post(`${far}/api/v2/jobs`, () => {
        posts += 1;
        const error = { code: 'queue_full', message: 'Full', details: null };
        return HttpResponse.json({ error }, { status: 429, headers: { 'Retry-After': '600' } });
      }),
    );
    cacheSurfaceList({ surfaces: [farServer(far)], defaultId: 'local' });
    const surface = findSurface('far');
    if (!surface) throw new Error('The server is missing');
    const id = await start(planOf('one', 'two'), {}, surface);
    await expect.poll(() => waitingOf(id)).toEqual(['waiting']);
    await expect(removeBatch(id)).rejects.toThrow('Stop the batch');
    cacheSurfaceList({ surfaces: [], defaultId: 'local' });
    await removeBatch(id);
    expect(batchOf(id)).toBeUndefined();
    const database = await openDatabase();
    expect(await database.get('batches', id)).toBeUndefined();
    const left = async () => (await database.getAll('outbox')).filter(({ cell }) => cell?.batchId === id);
    await expect.poll(left).toMatchObject([{ state: { name: 'canceled' }, isDismissed: true }]);
    expect(posts).toBe(1);
  });

  it('is rejected before anything is stored if the workflow lacks an input node', async () => {
    const missing = { nodeId: '9', input: 'text', label: 'text' };
    const plan = { axes: [{ label: 'text', inputs: [missing], rows: [{ label: 'a', values: ['a'] }] }] };
    const before = await (await openDatabase()).count('batches');
    await expect(start(plan)).rejects.toThrow('No object at 9.inputs');
    expect(await (await openDatabase()).count('batches')).toBe(before);
  });
});

function farServer(address: string) {
  return {
    id: 'far',
    name: 'Far',
    color: 'blue' as const,
    kind: 'managed' as const,
    baseUrl: address,
    routerBaseUrl: null,
    access: 'direct' as const,
    routerAuth: 'bearer' as const,
    dialect: 'service' as const,
    hasCredential: false,
  };
}

/** States of the submissions of a batch in the outbox. */
function waitingOf(batchId: string): string[] {
  return Object.values(useOutboxView.getState().entries)
    .filter(({ cell }) => cell?.batchId === batchId)
    .map(({ state }) => state.name);
}
