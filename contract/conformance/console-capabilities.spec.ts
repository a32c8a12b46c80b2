import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Surface as ConsoleSurface } from '@/api/surface';
import type * as capabilityRecord from '@/api/surfaces/capability-record';
import type { HostedSurfaceOptions } from '@server/testing/hosted-options';
import type { HostedSurface } from '@server/testing/hosted-surface';
import { ConsoleSurfaces, entryOf, loadConsoleApi, type ConsoleApi } from './console-surfaces';
import { GIVEN_ADDRESS } from './given-address';
import { text } from './scripted-graphs';

/** What the console learns of a surface, and what it then no longer asks for. */

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

/** What is sent while `work` runs. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  world.sent.length = 0;
  await work();
  return world.sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
}

const listed = () => client.fetchQuery({ ...api.jobsQuery(surface, api.ALL_JOBS), staleTime: 0 });
const submitted = () => api.submitTo(surface, entryOf(GRAPH));
const facts = () => Object.fromEntries(record.CAPABILITY_IDS.map((id) => [id, record.factOf(surface, id)?.isOffered]));

describe.skipIf(GIVEN_ADDRESS)('the record of what a surface can do', () => {
  test('a list that is not there is asked for once, and by a check again', async () => {
    await open({ kind: 'managed' });
    expect(await sentBy(listed)).toEqual(['GET /api/v2/jobs']);
    expect((await listed()).isListed).toBe(false);
    expect(await sentBy(listed)).toEqual([]);
    const { probeQuery } = await import('@/api/surfaces/probe-capabilities');
    expect(await sentBy(() => client.fetchQuery(probeQuery(surface)))).toContain('GET /api/v2/jobs');
  });

  test('the outbox looks in the list whatever the record says', async () => {
    await open({ kind: 'serverless' });
    record.learn(surface, 'lists', false);
    const { keepSurfaceList } = await import('@/api/surfaces/surface-list');
    const listing = { id: 'far', name: 'Far', color: 'blue', kind: 'serverless', routerBaseUrl: null } as const;
    const how = { access: 'direct', routerAuth: 'bearer', dialect: 'service', hasCredential: true } as const;
    keepSurfaceList({ surfaces: [{ ...listing, ...how, baseUrl: BASE_URL }], defaultId: 'local' });
    const { lookForEntry } = await import('@/api/outbox/post-job');
    const entry = { ...entryOf(GRAPH), surfaceId: 'far' };
    expect(await sentBy(() => lookForEntry(entry))).toEqual(['GET /api/v2/jobs']);
    keepSurfaceList({ surfaces: [], defaultId: 'local' });
  });

  test('labels that are refused once are not sent a second time', async () => {
    await open({ kind: 'managed' });
    expect(await sentBy(submitted)).toEqual(['POST /api/v2/jobs', 'POST /api/v2/jobs']);
    expect(await sentBy(submitted)).toEqual(['POST /api/v2/jobs']);
  });

  test('hashes are looked up until the surface shows that it does not know them', async () => {
    await open({ kind: 'serverless', quirks: ['own-upload-path'] });
    const { findAssetByHash } = await import('@/api/assets/asset-upload');
    const body = { hash: `blake3:${'0'.repeat(64)}`, file_path: 'a.txt', content_type: 'text/plain' };
    const find = () => findAssetByHash(surface, body, new AbortController().signal);
    expect(await sentBy(find)).toHaveLength(1);
    expect(await sentBy(find)).toEqual([]);
  });

  test('a file beyond the limit is neither read nor sent after the surface told its limit', async () => {
    await open({ kind: 'serverless' });
    record.learn(surface, 'uploadLimit', true, { maxBytes: 10 });
    const { uploadAsset } = await import('@/api/assets/asset-upload');
    const { useUploads } = await import('@/api/assets/uploads-store');
    const file = new File(['eleven chars'], 'a.txt');
    const read = vi.spyOn(file, 'stream');
    expect(await sentBy(() => uploadAsset(surface, file, 'upload', new AbortController().signal))).toEqual([]);
    expect(read).not.toHaveBeenCalled();
    expect(JSON.stringify(useUploads.getState())).toMatch(/too large for this server, which accepts up to 10/);
  });

  test('where credits are bought is remembered from a 402', async () => {
    await open({ kind: 'managed' });
    hosted.setCredits('ada', 0);
    await submitted();
    expect(record.factOf(surface, 'credits')).toMatchObject({ isOffered: true, url: hosted.creditsUrl });
  });

  test('a check finds out what small requests can show, and changes nothing', async () => {
    await open({ kind: 'serverless', listing: 'jobs', contentOrigin: undefined });
    await submitted();
    await world.clock.advance(1000);
    const { probeQuery } = await import('@/api/surfaces/probe-capabilities');
    record.forgetCapabilities('far');
    await sentBy(() => client.fetchQuery(probeQuery(surface)));
    expect(new Set(world.sent.map(({ method }) => method))).toEqual(new Set(['GET', 'HEAD']));
    expect(facts()).toMatchObject({
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
