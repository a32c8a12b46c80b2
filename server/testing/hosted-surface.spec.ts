import { afterEach, describe, expect, test } from 'vitest';
import type { Job } from '@contract/jobs/schemas';
import type { HostedSurfaceOptions } from './hosted-options';
import { HostedSurface } from './hosted-surface';
import { createMemoryDeps, type MemoryDeps } from './memory-deps';

const ORIGIN = 'https://hosted.example';
const CONTENT = 'https://files.example';
const PAGE = 'https://console.example';

let surface: HostedSurface;
let deps: MemoryDeps;

async function open(options: Partial<HostedSurfaceOptions> = {}): Promise<void> {
  deps = await createMemoryDeps();
  const accounts = { ada: { keys: ['ada-1'], forbiddenKeys: ['ada-0'], credits: 5 }, bob: { keys: ['bob-1'] } };
  surface = await HostedSurface.open({ kind: 'managed', accounts, ...options }, deps);
}

function ask(path: string, { key = 'ada-1', ...init }: RequestInit & { key?: string } = {}): Promise<Response> {
  const headers = new Headers({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });
  new Headers(init.headers).forEach((value, name) => headers.set(name, value));
  return surface.fetch(new Request(ORIGIN + path, { ...init, headers }));
}

function submit(body: object = {}, key = 'ada-1'): Promise<Response> {
  const workflow = { a: { class_type: 'ScriptText', inputs: { text: 'kept' } } };
  return ask('/api/v2/jobs', { key, method: 'POST', body: JSON.stringify({ workflow, ...body }) });
}

async function finished(): Promise<Job> {
  const { id } = (await (await submit()).json()) as Job;
  for (;;) {
    await deps.clock.advance(100);
    const job = (await (await ask(`/api/v2/jobs/${id}`)).json()) as Job;
    if (job.status === 'succeeded') return job;
  }
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: { code: string } }).error.code;
}

afterEach(() => surface.close());

describe('the account of an API key', () => {
  test('that is forbidden gets 403 on every request', async () => {
    await open();
    const response = await ask('/api/v2/jobs', { key: 'ada-0' });
    expect([response.status, await codeOf(response)]).toEqual([403, 'forbidden']);
  });

  test('has its own limit of requests per window', async () => {
    await open({ requestRate: { requests: 2, windowMs: 10_000 } });
    for (const status of [200, 200, 429]) expect((await ask('/api/v2/jobs')).status).toBe(status);
    const rejected = await ask('/api/v2/jobs');
    expect([await codeOf(rejected), rejected.headers.get('retry-after')]).toEqual(['rate_limited', '10']);
    expect((await ask('/api/v2/jobs', { key: 'bob-1' })).status).toBe(200);
    await deps.clock.advance(10_000);
    expect((await ask('/api/v2/jobs')).status).toBe(200);
  });

  test('pays only for jobs that were created', async () => {
    await open();
    expect((await submit({ workflow: {} })).status).toBe(422);
    expect(surface.credits('ada')).toBe(5);
    expect((await submit()).status).toBe(201);
    expect(surface.credits('ada')).toBe(4);
  });
});

test('a starting deployment is ready after its start time', async () => {
  await open({ kind: 'serverless', startMs: 3000 });
  expect(await codeOf(await submit())).toBe('deployment_not_ready');
  await deps.clock.advance(3000);
  expect((await submit()).status).toBe(201);
});

describe('listing', () => {
  test('of records has a cursor, and neither outputs nor links', async () => {
    await open({ listing: 'records' });
    await finished();
    await finished();
    const page = (await (await ask('/api/v2/jobs?limit=1&status=nonsense')).json()) as Record<string, unknown[]>;
    expect(Object.keys(page)).toEqual(['data', 'next_cursor']);
    expect(page['data']?.[0]).not.toHaveProperty('outputs');
    expect(page['data']?.[0]).not.toHaveProperty('urls');
  });

  test('of jobs filters by status, and ends without a cursor', async () => {
    await open({ listing: 'jobs' });
    await finished();
    await finished();
    const page = (await (await ask('/api/v2/jobs?limit=1&cursor=x&metadata[a]=b')).json()) as Record<string, unknown[]>;
    expect(Object.keys(page)).toEqual(['jobs', 'truncated']);
    expect(page['truncated']).toBe(true);
    expect(page['jobs']?.[0]).toHaveProperty('outputs');
    expect(await (await ask('/api/v2/jobs?status=queued')).json()).toEqual({ jobs: [], truncated: false });
  });

  test('is not implemented on some', async () => {
    await open({ listing: 'none' });
    expect((await ask('/api/v2/jobs')).status).toBe(501);
  });
});

test('an unsupported feature of a surface has no route, no link and no property in a submission', async () => {
  await open({ hasLogs: false, hasWorkflows: false, takesLabels: false });
  const job = await finished();
  expect(Object.keys(job.urls)).toEqual(['self', 'events', 'cancel']);
  expect((await ask(`/api/v2/jobs/${job.id}/logs`)).status).toBe(204);
  expect((await ask(`/api/v2/jobs/${job.id}/workflow`)).status).toBe(404);
  expect((await ask('/api/v2/health')).status).toBe(404);
  const rejected = await submit({ metadata: { a: 'b' } });
  expect([rejected.status, await codeOf(rejected)]).toEqual([422, 'metadata_not_supported']);
});

describe('a content host', () => {
  test('serves the redirects of the surface, in responses and in events', async () => {
    await open({ contentOrigin: CONTENT, mount: '/deployment/blue' });
    const submitted = await surface.fetch(
      new Request(`${ORIGIN}/deployment/blue/api/v2/jobs`, {
        method: 'POST',
        headers: { authorization: 'Bearer ada-1', 'content-type': 'application/json' },
        body: JSON.stringify({
          workflow: {
            a: { class_type: 'ScriptSteps', inputs: { steps: 2, ms: 50, preview: false } },
            b: { class_type: 'ScriptText', inputs: { text: 'kept', after: ['a', 0] } },
          },
        }),
      }),
    );
    const { urls } = (await submitted.json()) as Job;
    const stream = await ask(urls.events);
    await deps.clock.advance(1000);
    const signed = /"url":"([^"]+)"/.exec(await stream.text())?.[1] ?? '';
    expect(new URL(signed).origin).toBe(CONTENT);
    const id = new URL(signed).pathname.split('/').at(-1) ?? '';
    const redirect = await ask(`/deployment/blue/api/v2/assets/${id}/content`);
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, signed]);
    expect(await (await surface.fetchContent(new Request(signed))).text()).toBe('kept');
  });

  test('accepts signed URLs only, and no credential', async () => {
    await open({ contentOrigin: CONTENT });
    const signed = (await finished()).outputs[0]?.url ?? '';
    const headers = { authorization: 'Bearer ada-1' };
    for (const request of [
      new Request(signed, { headers }),
      new Request(signed.replace(/&signature=.*/, '')),
      new Request(`${CONTENT}/`),
    ]) {
      expect((await surface.fetchContent(request)).status).toBe(400);
    }
    expect(surface.leakedCredentials).toEqual(['authorization']);
    expect((await ask('/api/v2/assets/none/content')).status).toBe(404);
  });
});

describe('CORS', () => {
  const preflight = { method: 'OPTIONS', headers: { origin: PAGE, 'access-control-request-method': 'POST' } };

  test('allows pages of the listed origins to read every response, including rejections', async () => {
    await open({ allowedOrigins: [PAGE] });
    expect((await ask('/api/v2/jobs', preflight)).status).toBe(204);
    for (const key of ['ada-1', 'nobody-1']) {
      const response = await ask('/api/v2/jobs', { key, headers: { origin: PAGE } });
      expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
    }
    const other = await ask('/api/v2/jobs', { headers: { origin: 'https://other.example' } });
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });

  test('is absent if no origin is listed', async () => {
    await open();
    expect((await ask('/api/v2/jobs', preflight)).status).toBe(404);
    const response = await ask('/api/v2/jobs', { headers: { origin: PAGE } });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});

describe('the dialect', () => {
  test.each([
    ['comfy', 'x-comfy-request-id', 'x-service-request-id', 'api_key_comfy_org'],
    ['service', 'x-service-request-id', 'x-comfy-request-id', 'api_key_svc_org'],
  ] as const)('%s spells headers and extra_data', async (dialect, own, other, key) => {
    await open({ dialect });
    const response = await submit({ extra_data: { [key]: 'partner' } });
    expect(response.status).toBe(201);
    expect([response.headers.has(own), response.headers.has(other)]).toEqual([true, false]);
    await deps.clock.advance(10);
    expect(deps.engine.requests[0]?.extraData).toEqual({ api_key_svc_org: 'partner' });
  });
});

test('a router charges runs, and rejects runs without credits in its own error format', async () => {
  await open({ kind: 'router', dialect: 'comfy', mount: '/router' });
  const run = () => ask('/router/v2/models/scripted/echo', { method: 'POST', body: '{"prompt":"a"}' });
  expect((await run()).status).toBe(200);
  expect(surface.credits('ada')).toBe(4);
  surface.setCredits('ada', 0);
  const rejected = await run();
  expect([rejected.status, rejected.headers.get('x-comfy-error-type')]).toEqual([402, 'insufficient_credits']);
  expect(((await rejected.json()) as { detail: string }).detail).toContain(surface.creditsUrl);
  expect((await ask('/router/v2/models/scripted/echo')).status).toBe(200);
});
