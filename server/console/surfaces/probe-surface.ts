import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { ROUTER_OPERATIONS } from '@contract/router/operations';
import type { RelayTarget } from '@contract/console/surfaces';
import type { AppDeps } from '../../deps';
import { RelayFailure } from '../relay/relay-fetch';
import { surfaceHeaders } from '../relay/request-headers';
import type { StoredSurface } from './surface-store';

/** With all of its body. */
export const PROBE_MS = 5000;
/** A page with one job or model; what is longer is of something else. */
const MAX_BODY_BYTES = 512 * 1024;

export type ProbeDeps = Pick<AppDeps, 'clock' | 'version'> & {
  relayFetch: NonNullable<AppDeps['relayFetch']>;
  signal: AbortSignal;
};

export type Probe =
  | { kind: 'failure'; failure: RelayFailure }
  | {
      kind: 'response';
      status: number;
      /** Parsed JSON; `null` if it is not an object. */
      body: Record<string, unknown> | null;
      location: string | null;
      roundTripMs: number;
      clockAheadSeconds: number | null;
    };

const LISTS = { jobs: JOB_OPERATIONS.listJobs.path, router: ROUTER_OPERATIONS.listModels.path } as const;

/** Asks for the first entry of a list, with the credential of the surface, and follows nothing. */
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
      body: parseObject(text),
      location: response.headers.get('location'),
      roundTripMs: respondedAt - startedAt,
      clockAheadSeconds: clockAhead(response.headers.get('date'), (startedAt + respondedAt) / 2),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'failure', failure: abort.signal.aborted ? timedOut() : failureOf(error) };
  } finally {
    cancelLimit();
  }
}

function timedOut(): RelayFailure {
  return new RelayFailure('timeout', `did not respond within ${PROBE_MS / 1000} s`);
}

/** A body that breaks is an error of the network. */
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

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** `Date` has whole seconds. */
function clockAhead(date: string | null, atMs: number): number | null {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(theirs) ? null : Math.round((theirs - atMs) / 1000);
}
