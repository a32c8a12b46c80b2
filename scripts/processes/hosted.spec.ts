import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '@contract/jobs/schemas';
import { spawnHosted, type HostedAddresses } from './hosted-process.mjs';

let hosted: Awaited<ReturnType<typeof spawnHosted>>;
beforeAll(async () => {
  hosted = await spawnHosted([
    { kind: 'managed', engine: 'scripted' },
    { kind: 'serverless', engine: 'scripted', mount: '/deployment/blue', clockSkewMs: 3_600_000 },
    { kind: 'router', engine: 'scripted' },
  ]);
}, 60_000);
afterAll(() => hosted?.end());

const surface = (kind: HostedAddresses['kind']) =>
  hosted.surfaces.find((each) => each.kind === kind) as HostedAddresses;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function submit({ baseUrl, keys }: HostedAddresses): Promise<Response> {
  const workflow = { a: { class_type: 'ScriptText', inputs: { text: 'kept' } } };
  return fetch(`${baseUrl}/api/v2/jobs`, {
    method: 'POST',
    headers: { ...bearer(keys.valid), 'content-type': 'application/json' },
    body: JSON.stringify({ workflow }),
  });
}

async function patch({ controlUrl }: HostedAddresses, change: object): Promise<unknown> {
  const response = await fetch(controlUrl, { method: 'PATCH', body: JSON.stringify(change) });
  return response.json();
}

async function finished({ baseUrl, keys }: HostedAddresses, link: string): Promise<Job> {
  for (;;) {
    const response = await fetch(new URL(link, baseUrl), { headers: bearer(keys.valid) });
    const job = (await response.json()) as Job;
    if (job.status === 'succeeded') return job;
  }
}

test('several kinds of surfaces start at once, each on its own port', () => {
  expect(hosted.surfaces.map(({ kind }) => kind)).toEqual(['managed', 'serverless', 'router']);
  expect(new Set(hosted.surfaces.map(({ baseUrl }) => new URL(baseUrl).origin)).size).toBe(3);
  expect(surface('serverless').baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/deployment\/blue$/);
});

test.each([
  ['valid', 501],
  ['readOnly', 501],
  ['forbidden', 403],
  ['invalid', 401],
] as const)('the %s key lists the jobs of a managed surface with %d', async (key, status) => {
  const { baseUrl, keys } = surface('managed');
  expect((await fetch(`${baseUrl}/api/v2/jobs`, { headers: bearer(keys[key]) })).status).toBe(status);
});

test('content is redirected to a signed URL on another host, which accepts no credential', async () => {
  const served = surface('managed');
  const { urls } = (await (await submit(served)).json()) as Job;
  const job = await finished(served, urls.self);
  const id = job.outputs[0]?.id ?? '';
  const link = `${served.baseUrl}/api/v2/assets/${id}/content`;
  const redirect = await fetch(link, { headers: bearer(served.keys.valid), redirect: 'manual' });
  expect(redirect.status).toBe(302);
  const signed = redirect.headers.get('location') ?? '';
  expect(new URL(signed).origin).toBe(served.contentOrigin);
  expect(await (await fetch(signed)).text()).toBe('kept');
  expect(job.outputs[0]?.url).toBe(signed);
  expect((await fetch(signed, { headers: bearer(served.keys.valid) })).status).toBe(400);
  expect(await patch(served, {})).toMatchObject({ leakedCredentials: ['authorization'] });
});

test('each job costs credits, and without any the rejection links to where they are bought', async () => {
  const served = surface('managed');
  await patch(served, { credits: 1 });
  expect((await submit(served)).status).toBe(201);
  expect(await patch(served, {})).toMatchObject({ credits: 0 });
  const rejected = await submit(served);
  expect(rejected.status).toBe(402);
  expect(await rejected.json()).toMatchObject({
    error: { code: 'insufficient_credits', details: { credits_url: served.creditsUrl } },
  });
  expect((await fetch(served.creditsUrl)).status).toBe(200);
});

test('a deployment under a mount prefix can be stopped and started, and its clock is ahead', async () => {
  const served = surface('serverless');
  await patch(served, { state: 'stopped' });
  expect((await submit(served)).status).toBe(422);
  await patch(served, { startMs: 86_400_000 });
  const starting = await submit(served);
  expect([starting.status, starting.headers.get('retry-after')]).toEqual([429, '2']);
  await patch(served, { state: 'ready' });
  const response = await submit(served);
  expect(response.status).toBe(201);
  const { urls } = (await response.json()) as Job;
  expect(urls.self).toMatch(/^\/deployment\/blue\/api\/v2\/jobs\//);
  expect(Date.parse(response.headers.get('date') ?? '') - Date.now()).toBeGreaterThan(3_000_000);
});

test('a router accepts its key in either header', async () => {
  const { baseUrl, keys } = surface('router');
  for (const headers of [bearer(keys.valid), { 'x-api-key': keys.valid }]) {
    expect((await fetch(`${baseUrl}/v2/models`, { headers })).status).toBe(200);
  }
  expect((await fetch(`${baseUrl}/v2/models`)).status).toBe(401);
  expect((await fetch(`${baseUrl}/api/v2/jobs`, { headers: bearer(keys.valid) })).status).toBe(404);
});
