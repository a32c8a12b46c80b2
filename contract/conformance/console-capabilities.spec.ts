import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Surface as ConsoleSurface } from '@/api/surface';
import type * as capabilityRecord from '@/api/surfaces/capability-record';
import type { HostedSurfaceOptions } from '@server/testing/hosted-options';
import type { HostedSurface } from '@server/testing/hosted-surface';
import { ConsoleSurfaces, entryOf, loadConsoleApi, type ConsoleApi } from './harness/console-surfaces';
import { TARGET } from './harness/target';
import { text } from './harness/scripted-graphs';

/** Capabilities that the console records for a surface, and the requests that it then omits. */

const BASE_URL = 'https://run.example';
const GRAPH = { '1': text('kept') };

let world: ConsoleSurfaces;
let client: QueryClient;
let api: ConsoleApi;
let record: typeof capabilityRecord;
let surface: ConsoleSurface;
let hosted: HostedSurface;

beforeEach(async () => {
  world = new ConsoleSurfaces();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  api = await loadConsoleApi();
  record = await import('@/api/surfaces/capability-record');
  record.forgetCapabilities('far');
});
afterEach(async () => {
  client.clear();
  await world.close();
});

async function open(options: Partial<HostedSurfaceOptions> & Pick<HostedSurfaceOptions, 'kind'>): Promise<void> {
  ({ hosted, surface } = await world.hosted('far', BASE_URL, options));
}

/** Returns the requests sent while `work` runs. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  world.sent.length = 0;
  await work();
  return world.sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
}

const listed = () => client.fetchQuery({ ...api.jobsQuery(surface, api.ALL_JOBS), staleTime: 0 });
const submitted = () => api.submitTo(surface, entryOf(GRAPH));
const details = () =>
  Object.fromEntries(record.CAPABILITY_IDS.map((id) => [id, record.findCapability(surface, id)?.isOffered]));

describe.skipIf(TARGET)('the capability record of a surface', () => {
  test('requests a missing list once, and again on a check', async () => {
    await open({ kind: 'managed' });
    expect(await sentBy(listed)).toEqual(['GET /api/v2/jobs']);
    expect((await listed()).isListed).toBe(false);
    expect(await sentBy(listed)).toEqual([]);
    const { probeQuery } = await import('@/api/surfaces/probe-capabilities');
    expect(await sentBy(() => client.fetchQuery(probeQuery(surface)))).toContain('GET /api/v2/jobs');
  });

  test('the outbox searches the list regardless of the record', async () => {
    await open({ kind: 'serverless' });
    record.learn(surface, 'lists', false);
    const { cacheSurfaceList } = await import('@/api/surfaces/surface-list');
    const listing = { id: 'far', name: 'Far', color: 'blue', kind: 'serverless', routerBaseUrl: null } as const;
    const how = { access: 'direct', routerAuth: 'bearer', dialect: 'service', hasCredential: true } as const;
    cacheSurfaceList({ surfaces: [{ ...listing, ...how, baseUrl: BASE_URL }], defaultId: 'local' });
    const { checkEntry } = await import('@/domains/outbox/post-job');
    const entry = { ...entryOf(GRAPH), surfaceId: 'far' };
    expect(await sentBy(() => checkEntry(entry))).toEqual(['GET /api/v2/jobs']);
    cacheSurfaceList({ surfaces: [], defaultId: 'local' });
  });

  test('does not send labels again after a rejection', async () => {
    await open({ kind: 'managed' });
    expect(await sentBy(submitted)).toEqual(['POST /api/v2/jobs', 'POST /api/v2/jobs']);
    expect(await sentBy(submitted)).toEqual(['POST /api/v2/jobs']);
  });

  test('hashes are looked up until the surface shows that it does not support them', async () => {
    await open({ kind: 'serverless', quirks: ['own-upload-path'] });
    const { findAssetByHash } = await import('@/domains/assets/asset-upload');
    const body = { hash: `blake3:${'0'.repeat(64)}`, file_path: 'a.txt', content_type: 'text/plain' };
    const find = () => findAssetByHash(surface, body, new AbortController().signal);
    expect(await sentBy(find)).toHaveLength(1);
    expect(await sentBy(find)).toEqual([]);
  });

  test('a file above the reported size limit is neither read nor sent', async () => {
    await open({ kind: 'serverless' });
    record.learn(surface, 'uploadLimit', true, { maxBytes: 10 });
    const { uploadAsset } = await import('@/domains/assets/asset-upload');
    const { useUploads } = await import('@/domains/assets/uploads-store');
    const file = new File(['eleven chars'], 'a.txt');
    const read = vi.spyOn(file, 'stream');
    expect(await sentBy(() => uploadAsset(surface, file, 'upload', new AbortController().signal))).toEqual([]);
    expect(read).not.toHaveBeenCalled();
    expect(JSON.stringify(useUploads.getState())).toMatch(/too large for this server, which accepts up to 10/);
  });

  test('the URL to buy credits is remembered from a 402', async () => {
    await open({ kind: 'managed' });
    hosted.setCredits('ada', 0);
    await submitted();
    expect(record.findCapability(surface, 'credits')).toMatchObject({ isOffered: true, url: hosted.creditsUrl });
  });

  test('a check detects capabilities with small requests, and changes nothing', async () => {
    await open({ kind: 'serverless', listing: 'jobs', contentOrigin: undefined });
    await submitted();
    await world.clock.advance(1000);
    const { probeQuery } = await import('@/api/surfaces/probe-capabilities');
    record.forgetCapabilities('far');
    await sentBy(() => client.fetchQuery(probeQuery(surface)));
    expect(new Set(world.sent.map(({ method }) => method))).toEqual(new Set(['GET', 'HEAD']));
    expect(details()).toMatchObject({
      lists: true,
      labels: true,
      events: true,
      logs: true,
      workflow: true,
      hashes: true,
      ranges: true,
      health: false,
    });
  });
});
