import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isApiError, type ApiError } from '@/api/api-error';
import { call, follow } from '@/api/client';
import { entryMessages } from '@/domains/outbox/entry-messages';
import type { Surface as ConsoleSurface } from '@/api/surface';
import type { HostedSurfaceOptions } from '@server/testing/hosted-options';
import { HostedSurface } from '@server/testing/hosted-surface';
import { createMemoryDeps, type MemoryDeps } from '@server/testing/memory-deps';
import type { Job, JobPage } from '../jobs/schemas';
import { assetReference, newBytes, readAsset, uploaded } from './harness/assets-on-surface';
import { EventLog } from './harness/event-log';
import { TARGET } from './harness/target';
import { asCaller } from './harness/hosted-host';
import { openInMemory } from './harness/memory-host';
import { errorCode, jobEnd, postJob, QUICK_GRAPH, readJob, submit } from './harness/jobs-on-surface';
import { log, savedImage, steps, text } from './harness/scripted-graphs';
import type { Surface } from './harness/surface';

const ACCOUNTS = {
  ada: { keys: ['ada-1', 'ada-2'], restrictedKeys: ['ada-reads'] },
  bob: { keys: ['bob-1'] },
};
const PINNED = '{"1": {"class_type": "ScriptText", "inputs": {"text": "pinned", "seed": 18446744073709551615}}}';
const KINDS = ['managed', 'serverless'] as const;
const SECRET = 'comfyui-a-secret-of-ada';

let hosted: HostedSurface;
let deps: MemoryDeps;
/** Returns the surface as the holder of an API key sees it. */
const as = (key: string | null) => asCaller(hosted, deps, key);

async function open(options: Partial<HostedSurfaceOptions> = {}): Promise<void> {
  deps = await createMemoryDeps();
  hosted = await HostedSurface.open({ kind: 'managed', accounts: ACCOUNTS, pinnedWorkflow: PINNED, ...options }, deps);
}

/** Connects the console's own client to the simulated surface and records its requests. */
function consoleWith(bearer: string): { surface: ConsoleSurface; sent: Request[] } {
  const sent: Request[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    sent.push(request);
    return hosted.fetch(request);
  });
  const { baseUrl } = hosted;
  return { surface: { id: 'hosted', name: 'Hosted', baseUrl, routerBaseUrl: null, kind: 'gateway', bearer }, sent };
}

async function rejectionOf(work: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isApiError(error)) throw new Error(`Not refused by the surface: ${String(error)}`);
  return error;
}

/** Returns the console's message for a rejected run. */
function textOf({ status, code, message, details, requestId }: ApiError): string {
  const state = { name: 'refused', refusal: { status, code, message, details, requestId } } as const;
  return entryMessages({ state } as Parameters<typeof entryMessages>[0], 'Hosted', 0)?.title ?? '';
}

async function listedIds(surface: Surface): Promise<string[]> {
  return ((await (await surface.fetch('/api/v2/jobs')).json()) as JobPage).jobs.map(({ id }) => id);
}

describe.skipIf(TARGET).each(KINDS)('a hosted surface, %s', (kind) => {
  beforeEach(() => open({ kind }));
  afterEach(async () => {
    vi.unstubAllGlobals();
    await hosted.close();
  });

  test('J-5.01 accepts a bearer API key, and nothing else', async () => {
    expect((await as('ada-1').fetch('/api/v2/jobs')).status).toBe(200);
    const withoutBearer: Record<string, string>[] = [
      {},
      { 'x-api-key': 'ada-1' },
      { authorization: 'Basic YWRhOjE=' },
      { authorization: 'Bearer ada-9' },
    ];
    for (const headers of withoutBearer) {
      const response = await as(null).fetch('/api/v2/jobs', { headers });
      expect([response.status, await errorCode(response)]).toEqual([401, 'unauthorized']);
    }
    const { surface, sent } = consoleWith('ada-1');
    expect((await call(surface, 'listJobs')).body.jobs).toEqual([]);
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer ada-1']);
  });

  test('J-5.02 J-4.63 shares jobs among the API keys of one account, and hides them from other accounts', async () => {
    const job = await submit(as('ada-1'));
    expect(await readJob(as('ada-2'), job)).toMatchObject({ id: job.id });
    expect(await listedIds(as('ada-2'))).toEqual([job.id]);
    expect(await listedIds(as('bob-1'))).toEqual([]);
    for (const link of [job.urls.self, job.urls.events, `${job.urls.self}/workflow`, job.urls.logs ?? '']) {
      const response = await as('bob-1').fetch(link);
      expect([response.status, await errorCode(response)]).toEqual([404, 'not_found']);
    }
    const cancel = await as('bob-1').fetch(job.urls.cancel, { method: 'POST' });
    expect([cancel.status, await errorCode(cancel)]).toEqual([404, 'not_found']);
    expect((await jobEnd(as('ada-1'), job)).status).toBe('succeeded');
  });

  test('J-4.25 J-5.15 treats an asset of another account as missing', async () => {
    const asset = await uploaded(as('ada-1'), { file: newBytes() });
    expect((await readAsset(as('ada-2'), asset.id)).id).toBe(asset.id);
    expect((await as('bob-1').fetch(`/api/v2/assets/${asset.id}`)).status).toBe(404);
    const rejections = [];
    for (const id of [asset.id, crypto.randomUUID()]) {
      const response = await postJob(as('bob-1'), { workflow: savedImage(assetReference({ id })) });
      expect(response.status).toBe(422);
      rejections.push((await response.text()).replaceAll(id, 'ID'));
    }
    expect(rejections[0]).toContain('"missing_asset"');
    expect(rejections[0]).toBe(rejections[1]);
    expect((await postJob(as('ada-2'), { workflow: savedImage(assetReference({ id: asset.id })) })).status).toBe(201);
  });

  test('J-4.36 J-4.52 rejects a run without credits with 402, and its idempotency key works once there are credits', async () => {
    hosted.setCredits('ada', 0);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const rejected = await postJob(as('ada-1'), { workflow: QUICK_GRAPH }, headers);
    expect([rejected.status, await errorCode(rejected)]).toEqual([402, 'insufficient_credits']);
    expect(await listedIds(as('ada-1'))).toEqual([]);

    const { surface } = consoleWith('ada-1');
    const jsonText = JSON.stringify({ workflow: QUICK_GRAPH });
    const rejection = await rejectionOf(call(surface, 'postJobs', { jsonText }));
    expect(rejection).toMatchObject({ status: 402, code: 'insufficient_credits' });
    expect(textOf(rejection)).toBe('The account has no credits left');

    hosted.setCredits('ada', 1);
    expect((await postJob(as('ada-1'), { workflow: QUICK_GRAPH }, headers)).status).toBe(201);
    expect((await postJob(as('ada-1'), { workflow: QUICK_GRAPH })).status).toBe(402);
    expect((await postJob(as('bob-1'), { workflow: QUICK_GRAPH })).status).toBe(201);
  });

  test('J-5.08 J-7.10 responds to an API key without permission with 403 forbidden, and the console shows another message than for 401', async () => {
    expect((await as('ada-reads').fetch('/api/v2/jobs')).status).toBe(200);
    const response = await postJob(as('ada-reads'), { workflow: QUICK_GRAPH });
    expect([response.status, await errorCode(response)]).toEqual([403, 'forbidden']);

    const jsonText = JSON.stringify({ workflow: QUICK_GRAPH });
    const forbidden = await rejectionOf(call(consoleWith('ada-reads').surface, 'postJobs', { jsonText }));
    const unauthorized = await rejectionOf(call(consoleWith('ada-9').surface, 'postJobs', { jsonText }));
    expect([forbidden.status, forbidden.code]).toEqual([403, 'forbidden']);
    expect([unauthorized.status, unauthorized.code]).toEqual([401, 'unauthorized']);
    expect(textOf(forbidden)).toBe('You are not allowed to run workflows here');
    expect(textOf(unauthorized)).toBe('Authentication required');
    expect(await listedIds(as('ada-1'))).toEqual([]);
  });

  test('J-2.65 links to a withheld log, which is not found', async () => {
    const shown = await jobEnd(as('ada-1'), await submit(as('ada-1'), { a: log('a line') }));
    const withheld = await jobEnd(as('ada-1'), await submit(as('ada-1'), { a: log('another line') }));
    hosted.withheldLogs.add(withheld.id);
    expect((await as('ada-1').fetch(shown.urls.logs ?? '')).status).toBe(200);
    expect(withheld.urls.logs).toMatch(/logs$/);
    const response = await as('ada-1').fetch(withheld.urls.logs ?? '');
    expect([response.status, await response.text()]).toEqual([204, '']);
    const { surface } = consoleWith('ada-1');
    const answer = await follow(surface, 'getJobLogs', withheld.urls.logs ?? '');
    expect([answer.status, answer.body]).toEqual([204, undefined]);
  });
});

describe.skipIf(TARGET)('differences between hosted surfaces', () => {
  afterEach(async () => {
    vi.unstubAllGlobals();
    await hosted.close();
  });

  test('J-1.24 J-4.69 only a deployment serves its pinned workflow', async () => {
    await open({ kind: 'serverless' });
    const pinned = await as('ada-1').fetch('/workflow');
    expect(pinned.status).toBe(200);
    expect(await pinned.text()).toBe(PINNED);
    expect((await as(null).fetch('/workflow')).status).toBe(401);
    await hosted.close();
    await open({ kind: 'managed' });
    expect((await as('ada-1').fetch('/workflow')).status).toBe(404);
    const plain = await openInMemory();
    expect((await plain.fetch('/workflow')).status).toBe(404);
    await plain.close();
  });

  test('J-7.13 J-7.14 a deployment that is not ready reports it, and the idempotency key works once it is', async () => {
    await open({ kind: 'serverless' });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = () => postJob(as('ada-1'), { workflow: QUICK_GRAPH }, headers);
    for (const [state, status, code] of [
      ['starting', 429, 'deployment_not_ready'],
      ['stopped', 422, 'deployment_stopped'],
    ] as const) {
      hosted.state = state;
      const response = await send();
      expect([response.status, await errorCode(response)]).toEqual([status, code]);
    }
    hosted.state = 'ready';
    expect((await send()).status).toBe(201);
  });

  test.each(['/deployment/blue', '/a/deep/mount'])(
    'J-2.54 under %s host-relative links contain the prefix, and resolve against the origin',
    async (mount) => {
      await open({ kind: 'serverless', mount });
      const { origin } = new URL(hosted.baseUrl);
      const job = await submit(as('ada-1'), { a: steps(2, 50), b: text('kept', 'a') });
      for (const link of Object.values(job.urls)) expect(link).toMatch(new RegExp(`^${mount}/api/v2/jobs/`));
      const request = new Request(origin + job.urls.self, { headers: { authorization: 'Bearer ada-1' } });
      expect((await hosted.fetch(request)).status).toBe(200);
      const bare = new Request(`${origin}/api/v2/jobs`, { headers: { authorization: 'Bearer ada-1' } });
      expect((await hosted.fetch(bare)).status).toBe(404);

      const stream = await as('ada-1').fetch(job.urls.events);
      const events = new EventLog(stream.body as ReadableStream<Uint8Array>);
      const finished = await jobEnd(as('ada-1'), job);
      await events.ended;
      expect(events.fault).toBeNull();
      expect(events.named('output').map(({ url }) => url)).toEqual(finished.outputs.map(({ url }) => url));

      // The console resolves every link, in single responses and in pages, and can open it.
      const { surface, sent } = consoleWith('ada-1');
      const { body } = await call(surface, 'listJobs');
      const listed = body.jobs[0] as Job;
      expect(listed.urls.self).toBe(origin + job.urls.self);
      expect((await follow(surface, 'getJob', listed.urls.self)).body.status).toBe('succeeded');
      expect((await follow(surface, 'cancelJob', listed.urls.cancel)).status).toBe(200);
      expect(sent.map(({ url }) => new URL(url).pathname.startsWith(`${mount}/api/v2/`))).toEqual([true, true, true]);
      const content = await hosted.fetch(new Request(listed.outputs[0]?.url ?? ''));
      expect(await content.text()).toBe('kept');
    },
  );

  test('J-4.51 the managed service stores extra_data with the prompt and never returns it', async () => {
    await open({ kind: 'managed' });
    const ada = as('ada-1');
    const response = await postJob(ada, { workflow: { a: text('x') }, extra_data: { api_key_svc_org: SECRET } });
    expect(response.status).toBe(201);
    const job = (await response.clone().json()) as Job;
    const events = await ada.fetch(job.urls.events);
    const reported = [await response.text()];
    await jobEnd(ada, job);
    expect(JSON.stringify([...hosted.keptExtraData.values()])).toContain(SECRET);
    expect(deps.engine.requests[0]?.extraData).toEqual({ api_key_svc_org: SECRET });
    reported.push(await events.text());
    for (const link of [job.urls.self, '/api/v2/jobs', `${job.urls.self}/workflow`, job.urls.logs ?? '']) {
      reported.push(await (await ada.fetch(link)).text());
    }
    for (const response of reported) expect(response).not.toContain(SECRET);
    expect(reported[4]).toContain('"extra_data":{"api_key_svc_org":"redacted"}');
    const { surface } = consoleWith('ada-1');
    const { body } = await follow(surface, 'getJobWorkflow', `${job.urls.self}/workflow`);
    expect(body).toMatchObject({ format: 'api', workflow: { a: { class_type: 'ScriptText' } } });
  });
});
