import { afterEach, beforeEach, expect, test } from 'vitest';
import { RELAY_HEADER, relayPath } from '@contract/console/surfaces';
import { systemClock } from '@server/clock';
import { HostedSurface } from '@server/testing/hosted-surface';
import { createMemoryDeps } from '@server/testing/memory-deps';
import { mountGateway, unmountGateway } from './gateway';

let hosted: HostedSurface;
beforeEach(async () => {
  hosted = await HostedSurface.open(
    { kind: 'serverless', accounts: { owner: { keys: ['key-1'] } }, mount: '/deployment/blue' },
    await createMemoryDeps({}, systemClock),
  );
  await mountGateway({ relayFetch: (request) => hosted.fetch(request) });
});
afterEach(async () => {
  await unmountGateway();
  await hosted.close();
});

async function send(method: string, path: string, body: unknown): Promise<Response> {
  return fetch(path, { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
}

test('the gateway in a browser relays to a hosted surface', async () => {
  const surface = {
    id: 'blue',
    name: 'Blue',
    color: 'blue',
    kind: 'serverless',
    baseUrl: hosted.baseUrl,
    routerBaseUrl: null,
    access: 'relay',
    routerAuth: 'bearer',
    dialect: 'service',
  };
  await send('PUT', '/console/surfaces/blue', { surface, credential: 'key-1' });
  const jobs = relayPath('blue', 'jobs', `${hosted.baseUrl}/api/v2/jobs`);
  const workflow = { '1': { class_type: 'ScriptText', inputs: { text: 'x' } } };
  const submitted = await send('POST', jobs, { workflow });
  expect(submitted.status).toBe(201);
  expect(submitted.headers.get(RELAY_HEADER)).toBe('surface');
  const { id } = (await submitted.json()) as { id: string };
  const listed = (await (await fetch(jobs)).json()) as { jobs: { id: string }[] };
  expect(listed.jobs.map((job) => job.id)).toEqual([id]);
});
