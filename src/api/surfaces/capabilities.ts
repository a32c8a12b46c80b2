import { queryOptions } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { isApiError } from '../api-error';
import { fetchText, jobApiUrl } from '../ask-surface';
import { credentialOf } from '../credentials';
import { listedJobs } from '../jobs/listed-jobs';
import { isNotOffered } from '../jobs/list-page';
import { askRouter } from '../models/router-client';
import { offersQueue } from '../runs/queue-offer';
import { operationKey, type Surface } from '../surface';
import { markFlowdeck } from './surface-list';

/** `unknown`: cannot be told yet, for example because the surface lists no job to look at. */
export type Capability = 'yes' | 'no' | 'unknown';

/** In the order of the table that shows them. */
export const CAPABILITY_NAMES = [
  ['list', 'Job list'],
  ['events', 'Live progress'],
  ['workflow', 'Workflow of a job'],
  ['logs', 'Logs'],
  ['uploads', 'Uploads that skip known files'],
  ['health', 'Health check'],
  ['flowdeck', 'Search, rename and delete (Flowdeck gateway)'],
  ['models', 'Models'],
  ['queuedModels', 'Queued model calls'],
] as const;

export type Capabilities = Readonly<Record<(typeof CAPABILITY_NAMES)[number][0], Capability>>;

const HOUR_MS = 60 * 60_000;

/**
 * What a surface can do, found out by a few small requests that change nothing (product list, row 3). @throws ApiError if
 * it does not answer at all
 */
export function capabilitiesQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'derived.capabilities'),
    queryFn: ({ signal }) => probe(surface, signal),
    staleTime: HOUR_MS,
    gcTime: HOUR_MS,
    retry: false,
  });
}

async function probe(surface: Surface, signal: AbortSignal): Promise<Capabilities> {
  const [jobs, models] = await Promise.all([probeJobs(surface, signal), probeModels(surface, signal)]);
  if (surface.kind === 'self-hosted') markFlowdeck(surface.id, jobs.flowdeck === 'yes');
  return { ...jobs, ...models };
}

type JobCapabilities = Omit<Capabilities, 'models' | 'queuedModels'>;

const NO_JOBS: JobCapabilities = {
  list: 'no',
  events: 'no',
  workflow: 'no',
  logs: 'no',
  uploads: 'no',
  health: 'no',
  flowdeck: 'no',
};

/** No file has it, so nothing is found; the answer tells whether the surface looks. */
const NO_HASH = `blake3:${'0'.repeat(64)}`;

async function probeJobs(surface: Surface, signal: AbortSignal): Promise<JobCapabilities> {
  if (surface.baseUrl === null) return NO_JOBS;
  const newest = await newestJob(surface, signal);
  const job = newest === 'not listed' ? undefined : newest;
  const get = (url: string, method = 'GET') => statusOf(surface, url, method, signal);
  const base = jobApiUrl(surface);
  const [health, flowdeck, uploads, workflow, events] = await Promise.all([
    get(`${base}/api/v2/health`),
    surface.kind === 'self-hosted' || surface.kind === 'gateway' ? get(`${base}/console/status`) : 404,
    get(`${base}/api/v2/assets/by-hash/${encodeURIComponent(NO_HASH)}`, 'HEAD'),
    job?.urls ? get(`${job.urls.self}/workflow`) : null,
    job?.urls ? streamStatus(surface, job.urls.events, signal) : null,
  ]);
  return {
    list: newest === 'not listed' ? 'no' : 'yes',
    health: health === 200 ? 'yes' : 'no',
    flowdeck: flowdeck === 200 ? 'yes' : 'no',
    // Here 404 is the right answer, with the meaning that the file is not there.
    uploads: uploads === 404 || uploads === 200 ? 'yes' : isNotOffered(uploads) ? 'no' : 'unknown',
    workflow: capabilityOf(workflow),
    events: capabilityOf(events),
    logs: job?.urls ? (job.urls.logs ? 'yes' : 'no') : 'unknown',
  };
}

async function probeModels(
  surface: Surface,
  signal: AbortSignal,
): Promise<Pick<Capabilities, 'models' | 'queuedModels'>> {
  if (surface.routerBaseUrl === null) return { models: 'no', queuedModels: 'no' };
  try {
    await askRouter(surface, '/v2/models?limit=1', { signal });
  } catch (error) {
    if (isApiError(error) && isNotOffered(error.status)) return { models: 'no', queuedModels: 'no' };
    throw error;
  }
  return { models: 'yes', queuedModels: (await offersQueue(surface)) ? 'yes' : 'no' };
}

async function newestJob(surface: Surface, signal: AbortSignal): Promise<ListedJob | undefined | 'not listed'> {
  try {
    return (await listedJobs(surface, { limit: '1' }, signal))[0];
  } catch (error) {
    if (isApiError(error) && isNotOffered(error.status)) return 'not listed';
    throw error;
  }
}

function capabilityOf(status: number | null): Capability {
  if (status === null) return 'unknown';
  if (status >= 200 && status < 300) return 'yes';
  return isNotOffered(status) ? 'no' : 'unknown';
}

/** 0: no answer. */
async function statusOf(surface: Surface, url: string, method: string, signal: AbortSignal): Promise<number> {
  try {
    return (await fetchText(surface, url, { method, signal })).response.status;
  } catch {
    return 0;
  }
}

/** Only the head of the stream is waited for. */
async function streamStatus(surface: Surface, url: string, signal: AbortSignal): Promise<number> {
  const { mode, headers } = credentialOf(surface, url);
  const ending = new AbortController();
  try {
    const both = AbortSignal.any([signal, ending.signal]);
    return (await fetch(url, { credentials: mode, headers, signal: both })).status;
  } catch {
    return 0;
  } finally {
    ending.abort();
  }
}
