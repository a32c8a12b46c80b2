import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { isApiError } from '../api-error';
import { fetchText, jobApiUrl, type PlainInit } from '../fetch-from-surface';
import { consolePath } from '../call-console';
import { holdsKeyFor } from '../fetch-content';
import { credentialOf, type Credential } from '../credentials';
import { listedJobs } from './listed-jobs';
import { fetchRouter } from '../router-client';
import { offersQueue } from './queue-offer';
import { findSurface, operationKey, type Surface } from '../surface';
import { learn, markProbed, type CapabilityId } from './capability-record';
import { isUnsupported } from './offered-operations';

/**
 * Probes a surface with small requests that change nothing, and records the result. If one of its APIs responds, the next probe is
 * due as after a whole one: with each page load, it would repeat requests whose results are known.
 * @throws ApiError if one of its APIs does not respond
 */
export function probeQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'derived.capabilities'),
    queryFn: async ({ signal }): Promise<number> => {
      const probes = [
        ...(surface.baseUrl === null ? [] : [probeJobs(surface, signal)]),
        ...(surface.routerBaseUrl === null ? [] : [probeModels(surface, signal)]),
      ];
      const results = await Promise.allSettled(probes);
      signal.throwIfAborted();
      if (results.some(({ status }) => status === 'fulfilled')) markProbed(surface);
      await Promise.all(probes);
      return Date.now();
    },
    staleTime: Infinity,
    retry: false,
  });
}

/** Called after a connection test: the record may be outdated. */
export function renewCapabilities(client: QueryClient, surfaceId: string): void {
  const surface = findSurface(surfaceId);
  if (surface) void client.prefetchQuery({ ...probeQuery(surface), staleTime: 0 });
}

/** Hash of no file: the response shows whether the surface supports the lookup. */
const NO_HASH = `blake3:${'0'.repeat(64)}`;

const ONE_BYTE = { Range: 'bytes=0-0' };
const NO_CREDENTIAL: Credential = { mode: 'omit', headers: {} };

async function probeJobs(surface: Surface, signal: AbortSignal): Promise<void> {
  const { job, isListed } = await newestJob(surface, signal);
  found(surface, 'lists', isListed);
  const get = (url: string, init: PlainInit = {}) => statusOf(surface, url, { ...init, signal });
  const base = jobApiUrl(surface);
  const content = job?.outputs?.[0]?.url;
  const [health, flowdeck, hashes, workflow, events, range, plain] = await Promise.all([
    get(`${base}/api/v2/health`),
    surface.kind === 'self-hosted' || surface.kind === 'gateway' ? get(base + consolePath('getStatus')) : null,
    get(`${base}/api/v2/assets/by-hash/${encodeURIComponent(NO_HASH)}`, { method: 'HEAD' }),
    job?.urls ? get(`${job.urls.self}/workflow`) : null,
    job?.urls ? headOnly(job.urls.events, credentialOf(surface, job.urls.events), {}, signal) : null,
    content === undefined ? null : headOnly(content, credentialOf(surface, content), ONE_BYTE, signal),
    content === undefined || !holdsKeyFor(surface, content) ? null : headOnly(content, NO_CREDENTIAL, ONE_BYTE, signal),
  ]);
  foundByStatus(surface, 'health', health);
  foundByStatus(surface, 'flowdeck', flowdeck);
  // 404 is the expected response here: the file does not exist.
  foundByStatus(surface, 'hashes', hashes === 404 ? 200 : hashes);
  foundByStatus(surface, 'workflow', workflow);
  foundByStatus(surface, 'events', events);
  if (range === 206 || range === 200) found(surface, 'ranges', range === 206);
  if (plain === 206 || plain === 200) found(surface, 'openContent', true);
  else if ((plain === 401 || plain === 403) && (range === 206 || range === 200)) found(surface, 'openContent', false);
  if (job?.urls) found(surface, 'logs', job.urls.logs !== undefined);
  if (Object.keys(job?.metadata ?? {}).length > 0) found(surface, 'labels', true);
}

async function probeModels(surface: Surface, signal: AbortSignal): Promise<void> {
  try {
    await fetchRouter(surface, '/v2/models?limit=1', { signal });
  } catch (error) {
    if (!isApiError(error) || !isUnsupported(error.status)) throw error;
    found(surface, 'models', false);
    found(surface, 'queuedModels', false);
    return;
  }
  found(surface, 'models', true);
  found(surface, 'queuedModels', await offersQueue(surface));
}

async function newestJob(
  surface: Surface,
  signal: AbortSignal,
): Promise<{ job: ListedJob | undefined; isListed: boolean }> {
  try {
    const [job] = await listedJobs(surface, { limit: '1' }, signal, { isAlwaysSent: true });
    return { job, isListed: true };
  } catch (error) {
    if (isApiError(error) && isUnsupported(error.status)) return { job: undefined, isListed: false };
    throw error;
  }
}

function found(surface: Surface, id: CapabilityId, isOffered: boolean): void {
  learn(surface, id, isOffered, { source: 'probe' });
}

/** Ignores other statuses: a rejection, a limit, no response. */
function foundByStatus(surface: Surface, id: CapabilityId, status: number | null): void {
  if (status === null) return;
  if (status >= 200 && status < 300) found(surface, id, true);
  else if (isUnsupported(status)) found(surface, id, false);
}

/** 0: no response. */
async function statusOf(surface: Surface, url: string, init: PlainInit): Promise<number> {
  try {
    return (await fetchText(surface, url, init)).response.status;
  } catch {
    return 0;
  }
}

/** Status of a stream or a file; does not wait for the body. */
async function headOnly(
  url: string,
  credential: Credential,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const ending = new AbortController();
  try {
    const both = AbortSignal.any([signal, ending.signal]);
    const init = { credentials: credential.mode, headers: { ...credential.headers, ...headers }, signal: both };
    return (await fetch(url, init)).status;
  } catch {
    return 0;
  } finally {
    ending.abort();
  }
}
