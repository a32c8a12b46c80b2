import type { ConnectionFinding, ConnectionReport, SurfaceConfig } from '@contract/console/surfaces';
import { directCredential } from './direct-credentials';

/** How a surface answers this page itself. `POST /console/surfaces/test` is its twin for relayed surfaces. */

const TIMEOUT_MS = 8000;
const MAX_CLOCK_DIFFERENCE_S = 60;

type Target = ConnectionReport['target'];

export async function testFromPage(
  surface: SurfaceConfig,
  typed: string | null | undefined,
): Promise<readonly ConnectionReport[]> {
  const credential = typed === undefined ? directCredential(surface.id) : typed;
  const bearer: Record<string, string> = credential === null ? {} : { Authorization: `Bearer ${credential}` };
  const forRouter: Record<string, string> =
    credential !== null && surface.routerAuth === 'x-api-key' ? { 'X-API-Key': credential } : bearer;
  const tests = [
    surface.baseUrl === null ? null : testApi('jobs', surface.baseUrl, bearer),
    surface.routerBaseUrl === null ? null : testApi('router', surface.routerBaseUrl, forRouter),
  ];
  return Promise.all(tests.flatMap((test) => test ?? []));
}

const PATHS: Record<Target, string> = { jobs: '/api/v2/jobs?limit=1', router: '/v2/models?limit=1' };
/** Statuses of a surface that has no such list and yet speaks the API (contract facts 2.4). */
const NOT_LISTED = new Set([405, 501]);

async function testApi(target: Target, baseUrl: string, headers: Record<string, string>): Promise<ConnectionReport> {
  const { report: first, isEnvelope } = await ask(target, baseUrl, headers);
  if (first.finding !== 'wrong_path') return first;
  for (const candidate of candidatesOf(baseUrl)) {
    const { finding } = (await ask(target, candidate, headers)).report;
    if (FOUND.has(finding)) return { ...first, suggestedBaseUrl: candidate };
  }
  // A surface without a list may say so with a 404 of the API; the 404 of another server is no envelope.
  return target === 'jobs' && isEnvelope ? { ...first, finding: 'ok', detail: null } : first;
}

/** Findings that show that the API is there. */
const FOUND = new Set<ConnectionFinding>(['ok', 'clock_skew', 'unauthorized', 'forbidden']);

/** Shorter paths down to the origin. */
function candidatesOf(baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const parts = pathname.split('/').filter(Boolean);
  return parts.map((_, index) => [origin, ...parts.slice(0, parts.length - 1 - index)].join('/'));
}

async function ask(
  target: Target,
  baseUrl: string,
  headers: Record<string, string>,
): Promise<{ report: ConnectionReport; isEnvelope: boolean }> {
  const base: ConnectionReport = {
    target,
    finding: 'ok',
    detail: null,
    suggestedBaseUrl: null,
    clockAheadSeconds: null,
    roundTripMs: null,
  };
  if (location.protocol === 'https:' && isBlockedAsMixed(baseUrl)) {
    return { report: { ...base, finding: 'mixed_content' }, isEnvelope: false };
  }
  const startedAt = performance.now();
  let response: Response;
  let text: string;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    response = await fetch(baseUrl + PATHS[target], { headers, credentials: 'omit', redirect: 'error', signal });
    text = await response.text();
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return { report: { ...base, finding: isLate ? 'timeout' : 'cors_or_unreachable' }, isEnvelope: false };
  }
  const roundTripMs = Math.round(performance.now() - startedAt);
  const clockAheadSeconds = clockAhead(response.headers.get('Date'));
  const finding = findingOf(target, response.status, text);
  const isOff = clockAheadSeconds !== null && Math.abs(clockAheadSeconds) > MAX_CLOCK_DIFFERENCE_S;
  const report: ConnectionReport = {
    ...base,
    roundTripMs,
    clockAheadSeconds,
    finding: finding === 'ok' && isOff ? 'clock_skew' : finding,
    detail: finding === 'ok' ? null : saidIn(text, response.status),
  };
  return { report, isEnvelope: typeof parseObject(text)?.['error'] === 'object' };
}

function findingOf(target: Target, status: number, text: string): ConnectionFinding {
  const body = parseObject(text);
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status >= 500 && status !== 501) return 'server_error';
  if (status === 200) return isPage(target, body) ? 'ok' : 'not_this_api';
  const isEnvelope = body !== null && (typeof body['error'] === 'object' || typeof body['detail'] === 'string');
  if (target === 'jobs' && NOT_LISTED.has(status)) return 'ok';
  if (status === 404) return 'wrong_path';
  return status === 429 && isEnvelope ? 'ok' : 'not_this_api';
}

/** The wrapper of the items is not the same everywhere (contract facts 2.4). */
function isPage(target: Target, body: Record<string, unknown> | null): boolean {
  const names = target === 'jobs' ? ['jobs', 'data', 'items'] : ['data', 'models', 'items'];
  return body !== null && names.some((name) => Array.isArray(body[name]));
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function saidIn(text: string, status: number): string {
  const body = parseObject(text);
  const error = body?.['error'];
  const message =
    typeof error === 'object' && error !== null ? (error as Record<string, unknown>)['message'] : body?.['detail'];
  return typeof message === 'string' ? message.slice(0, 300) : `HTTP ${status}`;
}

/** Pages cannot read `Date` of every server. */
function clockAhead(date: string | null): number | null {
  const at = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(at) ? null : Math.round((at - Date.now()) / 1000);
}

/** Loopback counts as secure. */
function isBlockedAsMixed(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
