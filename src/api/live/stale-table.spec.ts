import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { markStale, type Change } from './stale-table';

/** Queries of two surfaces and of none, as "surface name part". */
const JOB_PARTS = ['listJobs head', 'listJobs older', 'listJobs active', 'getJob one', 'getJob two'];
const NAMES = [
  ...JOB_PARTS,
  'getJobWorkflow one',
  'getModel m',
  'console.status',
  'console.summary all',
  'console.storage',
  'console.assets all',
  'console.definitions',
  'console.lastSeenClasses',
  'console.modelFiles',
  'console.templates',
  'console.webhook',
  'console.models',
  'console.providerKeys',
  'derived.reachable',
  'derived.previousRuns title',
  'device.drafts 30',
  'device.history job',
  'device.batch a',
  'device.counterparts one',
  'device.schemas',
];
const ALL = [
  ...NAMES.map((name) => `here ${name}`),
  ...NAMES.map((name) => `there ${name}`),
  'device.templates',
  'device.snippets',
  'device.wildcards',
  'device.views',
  'device.fileMarks',
  'device.data',
  'console.surfaces',
];
const FAILED = ['here getJobWorkflow broken', 'there getJobWorkflow broken', 'here getJob broken'];

const here = (...names: string[]) => names.map((name) => `here ${name}`);
const DEVICE = ALL.filter((name) => name.includes('device.'));
const QUEUE = here('console.status', 'listJobs head', 'getJob one', 'getJob two', 'getJob broken');
const STORED_JOBS = here(
  'listJobs head',
  'console.status',
  'console.summary all',
  'console.assets all',
  'console.storage',
);

const CLASSES = ['console.definitions', 'console.lastSeenClasses', 'console.modelFiles', 'console.templates'];

const EXPECTED: Record<Change, readonly string[]> = {
  submitJob: here('listJobs head', 'listJobs older', 'listJobs active'),
  cancelJob: here('getJob one', 'listJobs head', 'console.status', 'derived.reachable'),
  cancelJobs: here('listJobs head', 'console.status', 'derived.reachable'),
  deleteJobs: STORED_JOBS,
  restoreJobs: STORED_JOBS,
  renameJob: here('getJob one', 'listJobs head', 'console.assets all', 'console.storage'),
  pauseQueue: QUEUE,
  moveQueuedJob: QUEUE,
  drainEngine: here('console.status'),
  removeEngine: here('console.status', ...CLASSES),
  testWebhook: here('console.webhook'),
  changeProviderKey: here('console.models', 'console.providerKeys'),
  createAsset: here('console.assets all', 'console.storage'),
  deleteAsset: here('console.assets all', 'console.storage', ...JOB_PARTS, 'getJob broken'),
  settleUnlistedFiles: here('console.status', 'console.assets all'),
  signIn: [...ALL, ...FAILED],
  signOut: [...ALL, ...FAILED],
  saveSurface: here(...NAMES, 'getJobWorkflow broken', 'getJob broken'),
  changeDrafts: ['here device.drafts 30', 'there device.drafts 30'],
  changeTemplates: ['device.templates'],
  changeSnippets: ['device.snippets'],
  changeBatches: ['here device.batch a', 'there device.batch a'],
  changeWildcards: ['device.wildcards'],
  changeViews: ['device.views'],
  changeFileMarks: ['device.fileMarks'],
  changeStoredData: DEVICE,
  recordJob: ['here device.history job', 'here device.counterparts one', 'there device.counterparts one'],
  recordWorkflow: here('getJobWorkflow broken'),
  readModelSchema: here('device.schemas'),
  engineChanged: here(...CLASSES),
  jobChanged: here('getJob one'),
  listChanged: here('listJobs head', 'listJobs active'),
  countsChanged: here('console.status'),
  streamOpened: here('listJobs head', 'listJobs active', 'getJob one', 'getJob two', 'getJob broken'),
};

async function clientWithAll(): Promise<QueryClient> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (const name of ALL) client.setQueryData(name.split(' '), name);
  const reads = FAILED.map((name) =>
    client.prefetchQuery({ queryKey: name.split(' '), queryFn: () => Promise.reject(new Error(name)) }),
  );
  await Promise.all(reads);
  // A failed read is stale by itself.
  for (const query of client.getQueryCache().getAll()) query.setState({ isInvalidated: false });
  return client;
}

const staleOf = (client: QueryClient) =>
  client
    .getQueryCache()
    .findAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey.join(' '))
    .toSorted();

const changes = Object.keys(EXPECTED).filter((name): name is Change => name in EXPECTED);

describe('the table of stale queries', () => {
  it.each(changes)('marks exactly the queries that %s makes stale', async (change) => {
    const client = await clientWithAll();
    await markStale(client, { id: 'here' }, change, 'one');
    expect(staleOf(client)).toEqual([...EXPECTED[change]].toSorted());
  });

  it('marks every subject if none is named', async () => {
    const client = await clientWithAll();
    await markStale(client, { id: 'here' }, 'jobChanged');
    expect(staleOf(client)).toEqual(here('getJob broken', 'getJob one', 'getJob two'));
  });
});
