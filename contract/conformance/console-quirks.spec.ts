import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isApiError } from '@/api/api-error';
import { call } from '@/api/client';
import { fetchContent } from '@/api/fetch-content';
import type { Surface as ConsoleSurface } from '@/api/surface';
import type { Job } from '@contract/jobs/schemas';
import type { HostedSurfaceOptions } from '@server/testing/hosted-options';
import type { HostedQuirk } from '@server/testing/hosted-quirks';
import type { HostedSurface } from '@server/testing/hosted-surface';
import { ConsoleSurfaces, entryOf, loadConsoleApi, type ConsoleApi } from './harness/console-surfaces';
import { TARGET } from './harness/target';
import { output, steps, text } from './harness/scripted-graphs';
import type { Graph } from './harness/target';

/** Deviations of third-party surfaces from the contract, which the console handles through its own client and cache. */

const BASE_URL = 'https://run.example/deployment/blue';
/** Longer than the console waits before it accepts an expiry. */
const PATIENCE = { timeout: 10_000, interval: 50 };

let world: ConsoleSurfaces;
let client: QueryClient;
let api: ConsoleApi;
let surface: ConsoleSurface;
let hosted: HostedSurface;

beforeEach(async () => {
  world = new ConsoleSurfaces();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  api = await loadConsoleApi();
});
afterEach(async () => {
  client.clear();
  await world.close();
});

async function open(quirks: readonly HostedQuirk[], options: Partial<HostedSurfaceOptions> = {}): Promise<void> {
  ({ hosted, surface } = await world.hosted('blue', BASE_URL, {
    kind: 'serverless',
    listing: 'jobs',
    quirks,
    ...options,
  }));
}

async function submitted(workflow: Graph): Promise<string> {
  const outcome = await api.submitTo(surface, entryOf(workflow));
  if (outcome.kind !== 'accepted') throw new Error(`Not accepted: ${JSON.stringify(outcome)}`);
  return outcome.jobId;
}

async function read(id: string) {
  await world.clock.advance(20);
  return (await client.fetchQuery({ ...api.jobQuery(surface, id), staleTime: 0 })).job;
}

async function jobWhen(id: string, status: string) {
  return vi.waitFor(async () => {
    const job = await read(id);
    expect(job.status).toBe(status);
    return job;
  }, PATIENCE);
}

const listed = () => client.fetchQuery({ ...api.jobsQuery(surface, api.ALL_JOBS), staleTime: 0 });

async function rejection(work: Promise<unknown>) {
  const error: unknown = await work.catch((reason: unknown) => reason);
  if (!isApiError(error)) throw new Error(`Not refused: ${String(error)}`);
  return error;
}

/** Returns the delay of the query's next automatic fetch. */
function nextReadMs(id: string): unknown {
  const query = client.getQueryCache().find({ queryKey: api.jobQuery(surface, id).queryKey });
  const { refetchInterval } = api.jobQuery(surface, id);
  return query && typeof refetchInterval === 'function' ? refetchInterval(query as never) : null;
}

describe.skipIf(TARGET)('the console tolerates', () => {
  test('ids that are not UUIDs', async () => {
    await open(['opaque-ids']);
    const id = await submitted({ '1': text('kept') });
    expect(id).toMatch(/\.a\+b\/c=$/);
    const job = await jobWhen(id, 'succeeded');
    expect((await listed()).fetchedJobs.map(({ job }) => job.id)).toEqual([id]);
    const assetId = job.outputs[0]?.id ?? '';
    const { body } = await call(surface, 'getAsset', { params: { id: assetId } });
    expect(body.id).toBe(assetId);
    expect(await (await fetch(job.outputs[0]?.url ?? '')).text()).toBe('kept');
    const next = await submitted({
      load: { class_type: 'LoadImage', inputs: { image: { __type: 'core/ASSET', info: { id: assetId } } } },
      save: { class_type: 'SaveImage', inputs: { images: ['load', 0], filename_prefix: 'saved' } },
    });
    await jobWhen(next, 'succeeded');
    const endless = await submitted({ '1': { class_type: 'ScriptHang', inputs: {} } });
    await api.cancelJob(client, surface, { id: endless });
    await jobWhen(endless, 'canceled');
  });

  test('a surface without the content operation, through the relay, which follows the links of the job', async () => {
    await open(['no-content-operation']);
    surface = await world.relayed(surface);
    const id = await submitted({ '1': text('kept') });
    const [kept] = (await jobWhen(id, 'succeeded')).outputs;
    expect(await (await fetchContent(surface, kept?.url ?? '')).text()).toBe('kept');
    // The page asks for nothing else, and the content host for no credential.
    expect(new Set(world.sent.map(({ url }) => new URL(url).origin))).toEqual(new Set([location.origin]));
    expect(hosted.leakedCredentials).toEqual([]);
  });

  test('links that name operations of other origins, which it does not request', async () => {
    await open(['foreign-links'], { contentOrigin: undefined });
    const id = await submitted({ '1': text('kept') });
    const job = await jobWhen(id, 'succeeded');
    expect(await (await fetchContent(surface, job.outputs[0]?.url ?? '')).text()).toBe('kept');
    expect((await client.fetchQuery(api.jobLogQuery(surface, job))).kind).not.toBe('unavailable');
    const endless = await submitted({ '1': { class_type: 'ScriptHang', inputs: {} } });
    await api.cancelJob(client, surface, await read(endless));
    await jobWhen(endless, 'canceled');
    expect(new Set(world.sent.map(({ url }) => new URL(url).origin))).toEqual(new Set([new URL(BASE_URL).origin]));
  });

  test('outputs without size and hash, and videos declared as images', async () => {
    await open(['unsized-outputs', 'videos-as-images']);
    const id = await submitted({ '1': output({ type: 'video', name: 'clip.mp4' }) });
    const [clip] = (await jobWhen(id, 'succeeded')).outputs;
    expect(clip).toMatchObject({ size_bytes: 0, hash: null, type: 'image', content_type: 'video/mp4' });
    const { outputKind } = await import('@/shared/files/output-kind');
    expect(outputKind(clip as NonNullable<typeof clip>)).toBe('video');
  });

  test('no progress and no times while a job runs', async () => {
    await open(['silent-progress']);
    const id = await submitted({ '1': steps(3, 10_000) });
    const job = await jobWhen(id, 'running');
    expect([job.progress, job.started_at]).toEqual([null, null]);
    await world.clock.advance(60_000);
    expect((await jobWhen(id, 'succeeded')).completed_at).toBeNull();
  });

  test('no start times: nothing is said about whether a canceled job ran, unless it was seen running', async () => {
    const { jobStart, seenRunning } = await import('@/domains/jobs/job-start');
    const { outcomeMessage } = await import('@/features/jobs/detail/outcome-message');
    const { forgetCapabilities } = await import('@/api/surfaces/capability-record');
    const sentence = (job: Job) => outcomeMessage(job, { start: jobStart(surface, job) });
    const hang = { '1': { class_type: 'ScriptHang', inputs: {} } };
    await open(['no-started-at', 'silent-progress']);
    // Learned from the servers of other tests at this address.
    forgetCapabilities(surface.id);
    const seen = await submitted(hang);
    await jobWhen(seen, 'running');
    await api.cancelJob(client, surface, { id: seen });
    expect(sentence(await jobWhen(seen, 'canceled'))).toBe('Canceled while it ran.');
    const unseen = await submitted(hang);
    await api.cancelJob(client, surface, { id: unseen });
    expect(sentence(await jobWhen(unseen, 'canceled'))).toBe('Canceled.');
    // What was seen may be forgotten; nothing false is said then.
    seenRunning.set(new Set());
    expect(sentence(await jobWhen(seen, 'canceled'))).toBe('Canceled.');
  });

  test('start times: a server that sends them for one job is believed about the others', async () => {
    const { jobStart } = await import('@/domains/jobs/job-start');
    await open([]);
    const running = await submitted({ '1': { class_type: 'ScriptHang', inputs: {} } });
    await jobWhen(running, 'running');
    const waiting = await submitted({ '1': { class_type: 'ScriptHang', inputs: {} } });
    await api.cancelJob(client, surface, { id: waiting });
    expect(jobStart(surface, await jobWhen(waiting, 'canceled'))).toBe('never');
    await api.cancelJob(client, surface, { id: running });
    expect(jobStart(surface, await jobWhen(running, 'canceled'))).toBe('ran');
  });

  test('an end that is reported before the last output', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    await open(['late-outputs']);
    const id = await submitted({ '1': text('kept') });
    expect((await jobWhen(id, 'succeeded')).outputs).toEqual([]);
    // It continues polling until nothing has changed for a while.
    expect(nextReadMs(id)).toBe(1500);
    expect((await read(id)).outputs).toHaveLength(1);
    now.mockReturnValue(5001);
    expect(nextReadMs(id)).toBe(false);
    now.mockRestore();
  });

  test('a stream that ends before the last output', async () => {
    await open(['late-outputs', 'silent-progress']);
    const id = await submitted({ '1': steps(2, 50), '2': text('kept', '1') });
    const stream = await fetch(`${BASE_URL}/api/v2/jobs/${id}/events`, { headers: { authorization: 'Bearer ada-1' } });
    await world.clock.advance(1000);
    const { readFrame, applyEvent } = await import('@/api/live/event-table');
    const frames = [...(await stream.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm)];
    expect(frames.map(([, name]) => name).slice(-2)).toEqual(['status', 'output']);
    let overlay;
    let readJob = false;
    for (const [, name = '', data = ''] of frames) {
      const frame = readFrame(name, data);
      if (frame) ({ overlay, readJob } = applyEvent(overlay, frame.event, 0));
    }
    expect([overlay?.isFinished, overlay?.outputs.length, readJob]).toEqual([true, 1, true]);
  });

  test('`expired` that turns into `succeeded` a moment later', async () => {
    await open(['expired-at-first']);
    const id = await submitted({ '1': steps(1, 50), '2': text('kept', '1') });
    const shown = new Set<string>();
    await vi.waitFor(async () => {
      const job = await read(id);
      shown.add(job.status);
      expect(job.status).toBe('succeeded');
      expect(job.outputs).toHaveLength(1);
    }, PATIENCE);
    expect(shown).not.toContain('expired');
  });

  test('`expired` after a cancel, once it is reported twice', async () => {
    await open(['expired-after-cancel']);
    const id = await submitted({ '1': { class_type: 'ScriptHang', inputs: {} } });
    await jobWhen(id, 'running');
    await api.cancelJob(client, surface, { id });
    expect((await jobWhen(id, 'expired')).status).toBe('expired');
  });

  test('404 codes that name the missing resource', async () => {
    await open(['codes-of-404']);
    const job = await rejection(client.fetchQuery(api.jobQuery(surface, crypto.randomUUID())));
    const asset = await rejection(call(surface, 'getAsset', { params: { id: crypto.randomUUID() } }));
    expect([job.status, job.code, asset.status, asset.code]).toEqual([404, 'not_found', 404, 'not_found']);
  });

  test('`metadata` as a string, in jobs, in lists and in submissions', async () => {
    await open(['text-metadata']);
    const id = await submitted({ '1': text('kept') });
    const job = await jobWhen(id, 'succeeded');
    expect(job.metadata).toEqual({});
    const head = await listed();
    expect([head.fetchedJobs.map(({ job }) => job.id), head.unreadable]).toEqual([[id], 0]);
  });

  test('errors as plain text', async () => {
    await open(['text-errors']);
    const error = await rejection(client.fetchQuery(api.jobQuery(surface, crypto.randomUUID())));
    expect([error.kind, error.status, error.code]).toEqual(['answered', 404, 'http_404']);
    expect(error.message).toMatch(/^The server responded with 404: \w/);
    hosted.setCredits('ada', 0);
    expect(await api.submitTo(surface, entryOf({ '1': text('kept') }))).toMatchObject({
      kind: 'answered',
      refusal: { status: 402, message: 'The server responded with 402: The account has no credits left' },
    });
    hosted.state = 'starting';
    expect(await api.submitTo(surface, entryOf({ '1': text('kept') }))).toMatchObject({ retryAfterS: 2 });
  });

  test('host-relative links of content under a mount prefix', async () => {
    await open(['relative-content'], { contentOrigin: undefined });
    const id = await submitted({ '1': text('kept') });
    const [kept] = (await jobWhen(id, 'succeeded')).outputs;
    expect(kept?.url.startsWith(`${BASE_URL}/api/v2/assets/`)).toBe(true);
    expect(await (await fetch(kept?.url ?? '')).text()).toBe('kept');
  });
});
