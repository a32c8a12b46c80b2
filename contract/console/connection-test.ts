import type { ConnectionFinding, ConnectionReport, RelayTarget } from './surfaces';
import { isFields } from '../typed-objects';

/**
 * Evaluates the response to a request for the first list entry, and searches other paths for the API. The gateway does this for
 * relayed surfaces, the page for direct ones.
 */

/** Parts of a response that identify the server. */
export interface ProbeResponse {
  kind: 'response';
  status: number;
  /** Parsed JSON; `null` if it is not an object. */
  body: Record<string, unknown> | null;
  location: string | null;
  roundTripMs: number;
  /** Clock offset of the surface; `null` if it sent no valid date. */
  clockAheadSeconds: number | null;
}

/** No response was received. */
export interface ProbeFailure {
  kind: 'failure';
  finding: ConnectionFinding;
  detail: string | null;
}

export type Probe = ProbeResponse | ProbeFailure;

const MAX_CLOCK_DIFFERENCE_S = 60;
const MAX_DETAIL = 300;

/** Statuses of a surface that implements the API without this list. */
const NOT_LISTED = new Set([405, 501]);

/** Findings that confirm the API. */
const FOUND = new Set<ConnectionFinding>(['ok', 'clock_skew', 'unauthorized', 'forbidden']);

/**
 * Tests one target of a surface.
 * @param credential secret that a server may repeat in its error; it is removed from the report
 */
export async function testTarget(
  target: RelayTarget,
  baseUrl: string,
  credential: string | null,
  probe: (baseUrl: string) => Promise<Probe>,
): Promise<ConnectionReport> {
  const first = await probe(baseUrl);
  const finding = findingOf(target, first, baseUrl);
  const tested = { target, baseUrl, credential };
  const report = reportOf(tested, first, finding);
  if (finding !== 'wrong_path' && finding !== 'not_this_api') return report;
  for (const candidate of candidatesOf(baseUrl)) {
    // Probed in order: the nearest path that works is most likely the intended one.
    if (FOUND.has(findingOf(target, await probe(candidate), candidate))) {
      return { ...report, finding: 'wrong_path', suggestedBaseUrl: candidate };
    }
  }
  // A surface without a list may respond with a 404 in the API's envelope; a 404 of any other server has no envelope.
  const hasNoList = target === 'jobs' && first.kind === 'response' && first.status === 404 && isApiError(first.body);
  return hasNoList ? { ...reportOf(tested, first, 'ok'), hasNoList } : report;
}

function findingOf(target: RelayTarget, probe: Probe, baseUrl: string): ConnectionFinding {
  if (probe.kind === 'failure') return probe.finding;
  const { status, body, location, clockAheadSeconds } = probe;
  if (status >= 300 && status < 400 && location !== null) return redirectFinding(target, location, baseUrl);
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status >= 500 && !NOT_LISTED.has(status)) return 'server_error';
  if (status === 404) return 'wrong_path';
  if (!speaksApi(target, status, body)) return 'not_this_api';
  return Math.abs(clockAheadSeconds ?? 0) > MAX_CLOCK_DIFFERENCE_S ? 'clock_skew' : 'ok';
}

const API_PATHS: Readonly<Record<RelayTarget, string>> = { jobs: '/api/v2/', router: '/v2/models' };

/** Within the server, it may lead to the API at another path; any other page is that of its login. */
function redirectFinding(target: RelayTarget, location: string, baseUrl: string): ConnectionFinding {
  if (!URL.canParse(location, baseUrl)) return 'not_this_api';
  const { origin, pathname } = new URL(location, baseUrl);
  if (origin !== new URL(baseUrl).origin) return 'redirect';
  return pathname.includes(API_PATHS[target]) ? 'wrong_path' : 'login';
}

function speaksApi(target: RelayTarget, status: number, body: ProbeResponse['body']): boolean {
  if (status === 200) return isPage(target, body);
  return (target === 'jobs' && NOT_LISTED.has(status)) || (status === 429 && isApiError(body));
}

/** Returns true if the body is a page of the list. The name of the items differs by API. */
function isPage(target: RelayTarget, body: ProbeResponse['body']): boolean {
  const names = target === 'jobs' ? ['jobs', 'data', 'items'] : ['data', 'models', 'items'];
  return body !== null && names.some((name) => Array.isArray(body[name]));
}

/** Returns true for the envelope of the Job API or the error body of the router. */
function isApiError(body: ProbeResponse['body']): boolean {
  return body !== null && (typeof body['error'] === 'object' || typeof body['detail'] === 'string');
}

interface Tested {
  target: RelayTarget;
  baseUrl: string;
  credential: string | null;
}

function reportOf({ target, baseUrl, credential }: Tested, probe: Probe, finding: ConnectionFinding): ConnectionReport {
  const found = { target, finding, suggestedBaseUrl: null, redirectsTo: null };
  if (probe.kind === 'failure') {
    return { ...found, detail: probe.detail, clockAheadSeconds: null, roundTripMs: null };
  }
  const { clockAheadSeconds, roundTripMs, location, status } = probe;
  const origin = finding === 'redirect' && location !== null ? originIn(location, baseUrl) : null;
  const redirectsTo = origin === null ? null : withoutCredential(origin, credential);
  const message = redirectsTo === null ? messageOf(probe) : `HTTP ${status} to ${redirectsTo}`;
  const detail = finding === 'ok' || finding === 'clock_skew' ? null : withoutCredential(message, credential);
  return { ...found, redirectsTo, detail, clockAheadSeconds, roundTripMs };
}

function messageOf({ status, body }: ProbeResponse): string {
  const error = body?.['error'];
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : body?.['detail'];
  return typeof message === 'string' ? message : `HTTP ${status}`;
}

/** Origin only, since the query of a redirect may contain a secret. `null` for another scheme than http or https. */
function originIn(location: string, baseUrl: string): string | null {
  const { protocol, origin } = new URL(location, baseUrl);
  return /^https?:$/.test(protocol) ? origin : null;
}

function withoutCredential(text: string, credential: string | null): string {
  const clean = credential === null ? text : text.replaceAll(credential, '[removed]');
  return clean.slice(0, MAX_DETAIL);
}

/** Each candidate may take as long as a probe. */
const MAX_CANDIDATES = 5;

/** Returns shorter paths down to the origin, then the usual prefixes, nearest first. */
function candidatesOf(baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const parts = pathname.split('/').filter(Boolean);
  const shorter = parts.map((_, index) => [origin, ...parts.slice(0, parts.length - 1 - index)].join('/'));
  const found = new Set([...shorter, `${baseUrl}/api`, `${origin}/api`]);
  found.delete(baseUrl);
  return [...found].slice(0, MAX_CANDIDATES);
}

/** Parses the body of a probe; `null` if it is not a JSON object. */
export function parseProbeBody(text: string): ProbeResponse['body'] {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Returns how far the clock of the surface is ahead.
 * @param date value of the `Date` header, in whole seconds
 * @param atMs our time when the header was written
 */
export function clockAhead(date: string | null, atMs: number): number | null {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(theirs) ? null : Math.round((theirs - atMs) / 1000);
}
