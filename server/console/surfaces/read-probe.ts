import type { ConnectionFinding, ConnectionReport, RelayTarget } from '@contract/console/surfaces';
import type { RelayFailureKind } from '../relay/relay-fetch';
import type { Probe } from './probe-surface';

const MAX_CLOCK_DIFFERENCE_S = 60;
const MAX_DETAIL = 300;

const FAILURES: Readonly<Record<RelayFailureKind, ConnectionFinding>> = {
  name: 'unreachable',
  refused: 'unreachable',
  unreachable: 'unreachable',
  private_network: 'redirect',
  redirect: 'redirect',
  timeout: 'timeout',
  tls: 'tls',
  invalid_response: 'not_this_api',
};

/** Of a surface that has no such list and yet speaks the API. */
const NOT_LISTED = new Set([405, 501]);

export function findingOf(target: RelayTarget, probe: Probe): ConnectionFinding {
  if (probe.kind === 'failure') return FAILURES[probe.failure.kind];
  const { status, body, location, clockAheadSeconds } = probe;
  if (status >= 300 && status < 400 && location !== null) return 'redirect';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status >= 500 && !NOT_LISTED.has(status)) return 'server_error';
  if (status === 404) return 'wrong_path';
  if (!speaksApi(target, probe.status, body)) return 'not_this_api';
  return Math.abs(clockAheadSeconds ?? 0) > MAX_CLOCK_DIFFERENCE_S ? 'clock_skew' : 'ok';
}

function speaksApi(target: RelayTarget, status: number, body: Record<string, unknown> | null): boolean {
  if (status === 200) return isPage(target, body);
  return (target === 'jobs' && NOT_LISTED.has(status)) || (status === 429 && isApiError(body));
}

/** The name of the items is not the same everywhere. */
function isPage(target: RelayTarget, body: Record<string, unknown> | null): boolean {
  const names = target === 'jobs' ? ['jobs', 'data', 'items'] : ['data', 'models', 'items'];
  return body !== null && names.some((name) => Array.isArray(body[name]));
}

/** The envelope of the Job API, or the error body of the router. */
export function isApiError(body: Record<string, unknown> | null): boolean {
  return body !== null && (typeof body['error'] === 'object' || typeof body['detail'] === 'string');
}

/** @param credential which a server may repeat in its error, and which the report must not hold */
export function reportOf(
  target: RelayTarget,
  probe: Probe,
  finding: ConnectionFinding,
  credential: string | null,
): ConnectionReport {
  const found = { target, finding, suggestedBaseUrl: null };
  if (probe.kind === 'failure') {
    // The advice after the first sentence is that of the console.
    const [detail = ''] = probe.failure.message.split('. ');
    return { ...found, detail, clockAheadSeconds: null, roundTripMs: null };
  }
  const { clockAheadSeconds, roundTripMs, location } = probe;
  const said =
    finding === 'redirect' && location !== null ? `HTTP ${probe.status} to ${originIn(location)}` : saidIn(probe);
  const detail = finding === 'ok' || finding === 'clock_skew' ? null : withoutCredential(said, credential);
  return { ...found, detail, clockAheadSeconds, roundTripMs };
}

function saidIn({ status, body }: Extract<Probe, { kind: 'response' }>): string {
  const error = body?.['error'];
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : body?.['detail'];
  return typeof message === 'string' ? message : `HTTP ${status}`;
}

/** The query of a redirect may hold a secret. */
function originIn(location: string): string {
  return URL.canParse(location) ? new URL(location).origin : 'another path';
}

function withoutCredential(text: string, credential: string | null): string {
  const clean = credential === null ? text : text.replaceAll(credential, '[removed]');
  return clean.slice(0, MAX_DETAIL);
}

/** Shorter paths down to the origin, then the usual prefixes. The nearest comes first. */
export function candidatesOf(baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const parts = pathname.split('/').filter(Boolean);
  const shorter = parts.map((_, index) => [origin, ...parts.slice(0, parts.length - 1 - index)].join('/'));
  const found = new Set([...shorter, `${baseUrl}/api`, `${origin}/api`]);
  found.delete(baseUrl);
  return [...found].slice(0, MAX_CANDIDATES);
}

/** Each may take as long as a probe. */
const MAX_CANDIDATES = 5;
