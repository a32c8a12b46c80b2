import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { ROUTER_OPERATIONS } from '@contract/router/operations';
import { clockAhead, parseProbeBody, type Probe } from '@contract/console/connection-test';
import type { ConnectionFinding, RelayTarget } from '@contract/console/surfaces';
import type { AppDeps } from '../../deps';
import { RelayFailure, type RelayFailureKind } from '../relay/relay-fetch';
import { surfaceHeaders } from '../relay/request-headers';
import type { StoredSurface } from '../surfaces/surface-store';

/** Includes reading the body. */
export const PROBE_MS = 5000;
/** Enough for a page with one job or model; longer responses are something else. */
const MAX_BODY_BYTES = 512 * 1024;

export type ProbeDeps = Pick<AppDeps, 'clock' | 'version'> & {
  relayFetch: NonNullable<AppDeps['relayFetch']>;
  signal: AbortSignal;
};

const FINDINGS: Readonly<Record<RelayFailureKind, ConnectionFinding>> = {
  name: 'unreachable',
  refused: 'unreachable',
  unreachable: 'unreachable',
  blocked: 'unreachable',
  private_network: 'redirect',
  redirect: 'redirect',
  timeout: 'timeout',
  tls: 'tls',
  invalid_response: 'not_this_api',
};

const LISTS = { jobs: JOB_OPERATIONS.listJobs.path, router: ROUTER_OPERATIONS.listModels.path } as const;

/** Requests the first entry of a list, with the credential of the surface. Follows no redirects. */
export async function probeSurface(
  target: RelayTarget,
  baseUrl: string,
  surface: StoredSurface,
  { clock, version = 'unknown', relayFetch, signal }: ProbeDeps,
): Promise<Probe> {
  const abort = new AbortController();
  const cancelLimit = clock.after(PROBE_MS, () => abort.abort());
  const startedAt = clock.now();
  try {
    const accept = new Headers({ accept: 'application/json' });
    const request = new Request(`${baseUrl}${LISTS[target]}?limit=1`, {
      headers: surfaceHeaders(accept, { surface, target }, version),
      signal: AbortSignal.any([signal, abort.signal]),
    });
    const limits = { headersMs: PROBE_MS, idleMs: PROBE_MS };
    const response = await Promise.race([relayFetch(request, limits), rejectOn(abort.signal)]);
    const respondedAt = clock.now();
    const text = await Promise.race([readStart(response), rejectOn(abort.signal)]);
    return {
      kind: 'response',
      status: response.status,
      body: parseProbeBody(text),
      location: response.headers.get('location'),
      roundTripMs: respondedAt - startedAt,
      clockAheadSeconds: clockAhead(response.headers.get('date'), (startedAt + respondedAt) / 2),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    const { kind, message } = abort.signal.aborted ? timedOut() : failureOf(error);
    // The console adds its own advice, so only the first sentence is used.
    const [detail = ''] = message.split('. ');
    return { kind: 'failure', finding: FINDINGS[kind], detail };
  } finally {
    cancelLimit();
  }
}

function timedOut(): RelayFailure {
  return new RelayFailure('timeout', `did not respond within ${PROBE_MS / 1000} s`);
}

/** A body that breaks off is a network error. */
function failureOf(error: unknown): RelayFailure {
  return error instanceof RelayFailure
    ? error
    : new RelayFailure('unreachable', 'closed the connection within its response', { cause: error });
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(timedOut()), { once: true }));
}

async function readStart(response: Response): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      return text;
    }
    text += decoder.decode(value, { stream: true });
  }
}
