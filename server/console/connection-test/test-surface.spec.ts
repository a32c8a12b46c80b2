import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConnectionReports, type ConnectionReport, type SurfaceConfig } from '@contract/console/surfaces';
import { createApp, type App } from '../../app';
import { HostedSurface } from '../../testing/hosted-surface';
import { createMemoryDeps, type MemoryDeps } from '../../testing/memory-deps';
import { RelayFailure, type RelayFetch } from '../relay/relay-fetch';
import { PROBE_MS } from './probe-surface';

const ORIGIN = 'http://127.0.0.1:8189';
const KEY = 'a-key-of-the-owner';

let app: App;
let deps: MemoryDeps;
let answer: RelayFetch;
let requests: Request[];
beforeEach(async () => {
  requests = [];
  deps = await createMemoryDeps({
    relayFetch: (request, options) => {
      requests.push(request);
      return answer(request, options);
    },
  });
  app = createApp(deps);
});
afterEach(() => app.close());

const studio: SurfaceConfig = {
  id: 'studio',
  name: 'Studio',
  color: 'blue',
  kind: 'serverless',
  baseUrl: 'https://jobs.example',
  routerBaseUrl: null,
  access: 'relay',
  routerAuth: 'x-api-key',
  dialect: 'service',
};

async function send(method: string, path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return app.fetch(new Request(ORIGIN + path, { method, body: JSON.stringify(body), headers }));
}

async function testAll(changes: Partial<SurfaceConfig>, credential?: string): Promise<ConnectionReport[]> {
  const response = await send('POST', '/console/surfaces/test', { surface: { ...studio, ...changes }, credential });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).not.toContain(KEY);
  return ConnectionReports.parse(JSON.parse(text)).reports;
}

async function testJobs(
  changes: Partial<SurfaceConfig> = {},
  credential?: string,
): Promise<ConnectionReport | undefined> {
  return (await testAll(changes, credential))[0];
}

const page = () => Promise.resolve(Response.json({ jobs: [], has_more: false }));

describe('a test of a hosted surface', () => {
  let hosted: HostedSurface;
  beforeEach(async () => {
    hosted = await HostedSurface.open(
      {
        kind: 'serverless',
        accounts: { owner: { keys: [KEY] } },
        origin: 'https://jobs.example',
        mount: '/deployment/blue',
      },
      await createMemoryDeps(),
    );
    answer = (request) => hosted.fetch(request);
  });
  afterEach(() => hosted.close());

  test('finds that it works', async () => {
    expect(await testJobs({ baseUrl: hosted.baseUrl }, KEY)).toMatchObject({
      target: 'jobs',
      finding: 'ok',
      detail: null,
    });
  });

  test('reports a wrong key', async () => {
    expect(await testJobs({ baseUrl: hosted.baseUrl }, 'wrong')).toMatchObject({
      finding: 'unauthorized',
      detail: 'Invalid API key',
    });
  });

  test('finds the intended base URL of a longer path', async () => {
    expect(await testJobs({ baseUrl: `${hosted.baseUrl}/v1/docs` }, KEY)).toMatchObject({
      finding: 'wrong_path',
      suggestedBaseUrl: hosted.baseUrl,
    });
  });

  test('uses the stored key for the stored origins only', async () => {
    const surface = { ...studio, baseUrl: hosted.baseUrl };
    await send('PUT', '/console/surfaces/studio', { surface, credential: KEY });
    expect(await testJobs({ baseUrl: hosted.baseUrl })).toMatchObject({ finding: 'ok' });
    await testJobs({ baseUrl: 'https://elsewhere.example' });
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      `Bearer ${KEY}`,
      ...requests.slice(1).map(() => null),
    ]);
  });
});

describe('a test of a connection', () => {
  test.each([
    ['refused', 'unreachable'],
    ['name', 'unreachable'],
    ['timeout', 'timeout'],
    ['tls', 'tls'],
    ['invalid_response', 'not_this_api'],
  ] as const)('reports %s as %s', async (kind, finding) => {
    answer = () => Promise.reject(new RelayFailure(kind, 'has a problem. Check the cable'));
    expect(await testJobs()).toMatchObject({ finding, detail: 'has a problem', roundTripMs: null });
  });

  test.each([
    [401, {}, 'unauthorized'],
    [403, {}, 'forbidden'],
    [405, {}, 'ok'],
    [501, {}, 'ok'],
    [500, {}, 'server_error'],
    [502, {}, 'server_error'],
    [404, {}, 'wrong_path'],
    [404, { error: { code: 'not_found', message: 'Not found' } }, 'ok'],
    [429, { error: { code: 'rate_limited', message: 'Slow' } }, 'ok'],
    [200, {}, 'not_this_api'],
    [200, { data: [] }, 'ok'],
    [418, {}, 'not_this_api'],
  ])('reports status %i with %j as %s', async (status, body, finding) => {
    answer = () => Promise.resolve(Response.json(body, { status }));
    expect(await testJobs({}, KEY)).toMatchObject({ finding });
  });

  test('reports a web page as another API, and finds the API at another path', async () => {
    const html = () => Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    answer = html;
    expect(await testJobs()).toMatchObject({ finding: 'not_this_api', suggestedBaseUrl: null });
    answer = ({ url }) => (new URL(url).pathname.startsWith('/api/api/v2/') ? page() : html());
    expect(await testJobs()).toMatchObject({ finding: 'wrong_path', suggestedBaseUrl: 'https://jobs.example/api' });
  });

  test('follows no redirect, and never shows the query of one', async () => {
    const location = 'https://login.example/?state=secret-state';
    answer = () => Promise.resolve(new Response(null, { status: 302, headers: { location } }));
    expect(await testJobs({}, KEY)).toMatchObject({ finding: 'redirect', detail: 'HTTP 302 to https://login.example' });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['/login?next=secret-state', 'login', null],
    ['https://jobs.example/', 'login', null],
    ['//login.example/?state=secret-state', 'redirect', 'https://login.example'],
    ['http://jobs.example/api/v2/jobs', 'redirect', 'http://jobs.example'],
    ['file:///etc/passwd', 'redirect', null],
    ['https://', 'not_this_api', null],
  ])('tells a redirect to %s: %s', async (location, finding, redirectsTo) => {
    answer = () => Promise.resolve(new Response(null, { status: 302, headers: { location } }));
    const report = await testJobs({}, KEY);
    expect(report).toMatchObject({ finding, redirectsTo, suggestedBaseUrl: null });
    expect(JSON.stringify(report)).not.toContain('secret-state');
  });

  test('finds the API to which a server redirects within itself', async () => {
    answer = ({ url }) =>
      new URL(url).pathname.startsWith('/api/api/v2/')
        ? page()
        : Promise.resolve(new Response(null, { status: 308, headers: { location: '/api/api/v2/jobs' } }));
    expect(await testJobs()).toMatchObject({ finding: 'wrong_path', suggestedBaseUrl: 'https://jobs.example/api' });
  });

  test('measures the clock of the surface', async () => {
    const aheadBy = (ms: number) => () =>
      page().then(
        ({ body }) => new Response(body, { headers: { date: new Date(deps.clock.now() + ms).toUTCString() } }),
      );
    answer = aheadBy(30_000);
    expect(await testJobs()).toMatchObject({ finding: 'ok' });
    answer = aheadBy(-600_000);
    const late = await testJobs();
    expect(late?.finding).toBe('clock_skew');
    expect(Math.abs((late?.clockAheadSeconds ?? 0) + 600)).toBeLessThan(2);
  });

  test('stops at its time limit, for the head and for the body', async () => {
    for (const silent of [
      new Promise<Response>(() => {}),
      Promise.resolve(new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) }))),
    ]) {
      answer = () => silent;
      const report = testJobs();
      await deps.clock.advance(PROBE_MS);
      expect(await report).toMatchObject({ finding: 'timeout' });
    }
  });

  test('removes the credential from the messages of a server', async () => {
    answer = () => Promise.resolve(Response.json({ error: { message: `No key ${KEY}` } }, { status: 401 }));
    expect(await testJobs({}, KEY)).toMatchObject({ detail: 'No key [removed]' });
  });

  test('probes both APIs, each with its own header', async () => {
    answer = () => Promise.resolve(Response.json({ data: [] }));
    const reports = await testAll({ routerBaseUrl: 'https://router.example' }, KEY);
    expect(reports.map(({ target, finding }) => [target, finding])).toEqual([
      ['jobs', 'ok'],
      ['router', 'ok'],
    ]);
    const router = requests.find(({ url }) => url.startsWith('https://router.example/v2/models?'));
    expect(router?.headers.get('x-api-key')).toBe(KEY);
    expect(router?.headers.get('authorization')).toBeNull();
  });

  test('does not probe this gateway', async () => {
    const response = await send('POST', '/console/surfaces/test', { surface: { ...studio, baseUrl: ORIGIN } });
    expect(response.status).toBe(400);
    expect(requests).toEqual([]);
  });
});
