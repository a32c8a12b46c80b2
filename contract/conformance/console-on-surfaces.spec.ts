import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Surface as ConsoleSurface } from '@/api/surface';
import { normalizeBaseUrl, SurfaceConfig } from '../console/surfaces';
import { ConsoleSurfaces, entryOf, loadConsoleApi, PINNED_TEXT, type ConsoleApi } from './harness/console-surfaces';
import { TARGET } from './harness/target';

/** How the console uses a surface, through its own client and cache. */

let world: ConsoleSurfaces;
let client: QueryClient;
let api: ConsoleApi;

beforeEach(async () => {
  world = new ConsoleSurfaces();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  api = await loadConsoleApi();
});
afterEach(async () => {
  client.clear();
  await world.close();
});

const QUICK = { '1': { class_type: 'ScriptText', inputs: { text: 'kept' } } };
const ENDLESS = { '1': { class_type: 'ScriptHang', inputs: {} } };

async function submitted(surface: ConsoleSurface, workflow: object): Promise<string> {
  const outcome = await api.submitTo(surface, entryOf(workflow));
  if (outcome.kind !== 'accepted') throw new Error(`Not accepted: ${JSON.stringify(outcome)}`);
  return outcome.jobId;
}

/** Polls as the console does, including its cache. */
async function jobWhen(surface: ConsoleSurface, id: string, status: string) {
  return vi.waitFor(
    async () => {
      await world.clock.advance(10);
      const { job } = await client.fetchQuery({ ...api.jobQuery(surface, id), staleTime: 0 });
      expect(job.status).toBe(status);
      return job;
    },
    { timeout: 15_000 },
  );
}

const listed = (surface: ConsoleSurface) =>
  client.fetchQuery({ ...api.jobsQuery(surface, api.ALL_JOBS), staleTime: 0 });

describe.skipIf(TARGET)('the console on any surface', () => {
  const surfaces: Record<string, () => Promise<ConsoleSurface>> = {
    'a self-hosted gateway': () => world.gateway('http://127.0.0.1:9189'),
    'the managed service': async () =>
      (await world.hosted('cloud', 'https://cloud.example', { kind: 'managed' })).surface,
    'a deployment': async () =>
      (await world.hosted('blue', 'https://blue.run.example', { kind: 'serverless' })).surface,
    'a deployment under a mount prefix': async () =>
      (await world.hosted('green', 'https://run.example/deployment/green', { kind: 'serverless' })).surface,
  };

  test.each(Object.keys(surfaces))(
    'J-1.18 runs, reads and cancels jobs on %s, given only base URL and credential',
    async (name) => {
      const surface = (await surfaces[name]?.()) as ConsoleSurface;
      const id = await submitted(surface, QUICK);
      const job = await jobWhen(surface, id, 'succeeded');
      expect(await (await fetch(job.outputs[0]?.url ?? '')).text()).toBe('kept');
      const canceled = await submitted(surface, ENDLESS);
      await jobWhen(surface, canceled, 'running');
      await api.cancelJob(client, surface, { id: canceled });
      await jobWhen(surface, canceled, 'canceled');

      const head = await listed(surface);
      expect(head.fetchedJobs.map(({ job }) => job.id)).toEqual(head.isListed ? [canceled, id] : []);
      expect(head.isListed).toBe(name !== 'the managed service');
      const log = job.urls.logs === undefined ? null : await client.fetchQuery(api.jobLogQuery(surface, job));
      expect(log?.kind).toBe(name === 'the managed service' ? undefined : 'text');
      for (const { url, headers } of world.sent) {
        const isOwn = url.startsWith(`${surface.baseUrl}/`);
        expect(headers.get('authorization')).toBe(isOwn && surface.bearer ? `Bearer ${surface.bearer}` : null);
      }
    },
  );

  test.each([
    'https://blue.run.example',
    'https://blue.stg.run.example:8443',
    'https://gpu.internal',
    'http://10.0.0.7:9000/deployment/blue',
  ])('J-1.22 accepts %s as the base URL of a deployment, unchanged', async (baseUrl) => {
    expect(normalizeBaseUrl(baseUrl)).toBe(baseUrl);
    const { surface } = await world.hosted('blue', baseUrl, { kind: 'serverless' });
    expect(await client.fetchQuery(api.pinnedWorkflowQuery(surface))).toBe(PINNED_TEXT);
    const { job } = await client.fetchQuery(api.jobQuery(surface, await submitted(surface, QUICK)));
    expect(job.urls.self.startsWith(`${baseUrl}/api/v2/jobs/`)).toBe(true);
    expect(world.sent.map(({ url }) => url.startsWith(`${baseUrl}/`))).toEqual([true, true, true]);
    // One host name may be of any kind: only the user knows which.
    const managed = { ...surface, id: 'other', kind: 'managed' } as const;
    expect(api.pinnedWorkflowQuery(managed).queryFn).not.toBeInstanceOf(Function);
  });

  test('J-1.23 accepts only a DNS-safe label as the id of a deployment', () => {
    const config = {
      name: 'Blue',
      color: 'blue',
      kind: 'serverless',
      baseUrl: 'https://blue.run.example',
      routerBaseUrl: null,
      access: 'relay',
      routerAuth: 'bearer',
      dialect: 'service',
    };
    const isAccepted = (id: string) => SurfaceConfig.safeParse({ ...config, id }).success;
    expect(['blue', 'a', 'blue-2', '7', 'a'.repeat(63)].map(isAccepted)).toEqual([true, true, true, true, true]);
    const bad = ['', 'two words', 'under_score', '-edge', 'edge-', 'Upper', 'dot.ted', 'ä', 'a'.repeat(64)];
    expect(bad.filter(isAccepted)).toEqual([]);
  });

  test('filters jobs by status even if the surface ignores that filter', async () => {
    const { surface } = await world.hosted('blue', 'https://blue.run.example', { kind: 'serverless' });
    const running = await submitted(surface, ENDLESS);
    await submitted(surface, QUICK);
    await jobWhen(surface, running, 'running');
    const head = await client.fetchQuery(api.jobsQuery(surface, { ...api.ALL_JOBS, statuses: 'running,failed' }));
    expect(head.fetchedJobs.map(({ job }) => job.id)).toEqual([running]);
  });

  test.each([
    ['a self-hosted gateway', 'gateway', 3],
    ['a server that lists whole jobs', 'managed', 2],
  ] as const)('reads the cells of a grid of %s together', async (_, kind, expected) => {
    const gateway = await world.gateway('http://127.0.0.1:9189');
    const surface = { ...gateway, id: `cells-${kind}`, kind };
    const ids: string[] = [];
    for (let cell = 0; cell < 120; cell += 1) ids.push(await submitted(surface, QUICK));
    await jobWhen(surface, ids.at(-1) ?? '', 'succeeded');
    world.sent.length = 0;
    // What the screen shows, from the oldest jobs on.
    for (const shown of [ids.slice(0, 40), ids.slice(40, 80), ids.slice(80)]) {
      const cells = await Promise.all(shown.map((id) => client.fetchQuery(api.cellJobQuery(surface, id))));
      expect(cells.map(({ job }) => job.id)).toEqual(shown);
    }
    expect(world.sent).toHaveLength(expected);
    const alone = await submitted(surface, QUICK);
    world.sent.length = 0;
    await client.fetchQuery(api.cellJobQuery(surface, alone));
    expect(world.sent.map(({ url }) => new URL(url).pathname)).toEqual([`/api/v2/jobs/${alone}`]);
  });

  test.each([
    ['the managed service, which has no list', 'managed', 0],
    ['a deployment, whose list has no outputs', 'serverless', 1],
  ] as const)('reads the cells of a grid of %s one by one', async (_, kind, lists) => {
    const { surface } = await world.hosted(`cells-${kind}`, `https://cells-${kind}.example`, { kind });
    const ids: string[] = [];
    for (let cell = 0; cell < 8; cell += 1) ids.push(await submitted(surface, QUICK));
    if (lists === 0) await listed(surface);
    world.sent.length = 0;
    for (const shown of [ids, ids]) {
      const cells = await Promise.all(
        shown.map((id) => client.fetchQuery({ ...api.cellJobQuery(surface, id), staleTime: 0 })),
      );
      expect(cells.map(({ job }) => job.id)).toEqual(ids);
    }
    expect(world.sent).toHaveLength(2 * ids.length + lists);
  });

  test('J-1.25 separates readiness, queue and jobs of two deployments', async () => {
    const blue = await world.hosted('blue', 'https://blue.run.example', { kind: 'serverless', state: 'starting' });
    const green = await world.hosted('green', 'https://green.run.example', { kind: 'serverless' });
    expect(await api.submitTo(blue.surface, entryOf(QUICK))).toMatchObject({
      kind: 'answered',
      refusal: { code: 'deployment_not_ready' },
      retryAfterS: 2,
    });
    const ofGreen = await submitted(green.surface, QUICK);
    expect((await listed(blue.surface)).fetchedJobs).toEqual([]);
    expect((await listed(green.surface)).fetchedJobs.map(({ job }) => job.id)).toEqual([ofGreen]);

    blue.hosted.state = 'ready';
    const first = await submitted(blue.surface, ENDLESS);
    const second = await submitted(blue.surface, QUICK);
    await jobWhen(blue.surface, first, 'running');
    expect((await jobWhen(blue.surface, second, 'queued')).queue_position).toBe(1);
    await jobWhen(green.surface, ofGreen, 'succeeded');
    expect((await listed(blue.surface)).fetchedJobs.map(({ job }) => job.id)).toEqual([second, first]);
    await expect(client.fetchQuery(api.jobQuery(green.surface, first))).rejects.toMatchObject({ status: 404 });
  });
});
