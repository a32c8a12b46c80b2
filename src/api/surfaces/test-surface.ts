import { clockAhead, parseProbeBody, testTarget, type Probe } from '@contract/console/connection-test';
import type { ConnectionReport, SurfaceConfig } from '@contract/console/surfaces';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { ROUTER_OPERATIONS } from '@contract/router/operations';
import { keyLockedError } from '../api-error';
import { callConsole } from '../call-console';
import { LOCAL_SURFACE } from '../surface';
import { isBlockedByPage } from './blocked-origins';
import { heldCredential } from './direct-credentials';
import { hasGateway } from './has-gateway';

const TIMEOUT_MS = 8000;

/** Returns one report per API of the surface. @throws ApiError if the gateway itself does not respond */
export async function testSurface(
  surface: SurfaceConfig,
  credential: string | null | undefined,
): Promise<readonly ConnectionReport[]> {
  if (surface.access === 'direct' || !hasGateway()) return testFromPage(surface, credential);
  return (await callConsole(LOCAL_SURFACE, 'testSurface', { body: { surface, credential } })).reports;
}

/** Tests how the APIs of a surface respond to this page. @param typed `undefined`: uses the stored credential */
async function testFromPage(
  surface: SurfaceConfig,
  typed: string | null | undefined,
): Promise<readonly ConnectionReport[]> {
  const held = heldCredential(surface);
  if (typed === undefined && held.isLocked) throw keyLockedError();
  const credential = typed === undefined ? (held.bearer ?? null) : typed;
  const bearer: Record<string, string> = credential === null ? {} : { Authorization: `Bearer ${credential}` };
  const forRouter: Record<string, string> =
    credential !== null && surface.routerAuth === 'x-api-key' ? { 'X-API-Key': credential } : bearer;
  const { baseUrl, routerBaseUrl } = surface;
  const listJobs = (url: string) => probe(url + JOB_OPERATIONS.listJobs.path, bearer);
  const listModels = (url: string) => probe(url + ROUTER_OPERATIONS.listModels.path, forRouter);
  const tests = [
    baseUrl === null ? [] : testTarget('jobs', baseUrl, credential, listJobs),
    routerBaseUrl === null ? [] : testTarget('router', routerBaseUrl, credential, listModels),
  ];
  return Promise.all(tests.flat());
}

async function probe(url: string, headers: Record<string, string>): Promise<Probe> {
  if (location.protocol === 'https:' && isBlockedAsMixed(url)) {
    return { kind: 'failure', finding: 'mixed_content', detail: null };
  }
  const startedAt = performance.now();
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${url}?limit=1`, { headers, credentials: 'omit', redirect: 'error', signal });
    const text = await response.text();
    return {
      kind: 'response',
      status: response.status,
      body: parseProbeBody(text),
      location: null,
      roundTripMs: performance.now() - startedAt,
      clockAheadSeconds: clockAhead(response.headers.get('Date'), Date.now()),
    };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    const finding = isLate ? 'timeout' : (await isBlockedByPage(url)) ? 'page_policy' : 'cors_or_unreachable';
    return { kind: 'failure', finding, detail: null };
  }
}

/** Loopback counts as secure. */
function isBlockedAsMixed(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
