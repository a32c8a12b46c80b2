import { readCallOutcome, type CallOutcome } from './call-outcome';

/**
 * Headers of the Model Router: section 4, "Response headers", and newer ones (docs/api-notes.md, Response headers of the router).
 * The document names those of the service `X-Service-*`, the public service `X-Comfy-*`: both are written and read.
 */

/** Request header sent by clients. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const API_KEY = 'X-API-Key';
/**
 * Sent by our own console: `only` fetches the outcome of an earlier request with the same idempotency key, and never runs the
 * model.
 */
export const COLLECT = 'X-Flowdeck-Collect';

/** Names as in the document. Those that begin with `X-Service-` also have a public spelling: `publicSpelling`. */
export const ROUTER_HEADERS = {
  requestId: 'X-Service-Request-Id',
  errorType: 'X-Service-Error-Type',
  creditsUsed: 'X-Service-Credits-Used',
  upstreamStatus: 'X-Service-Upstream-Status',
  upstreamDetail: 'X-Service-Upstream-Detail',
  refusalSubject: 'X-Service-Refusal-Subject',
  fallbackProvider: 'X-Service-Router-Fallback-Provider',
  droppedParams: 'X-Service-Router-Dropped-Params',
  replayed: 'Idempotent-Replayed',
  retryAfter: 'Retry-After',
  spendLimit: 'X-Committed-Spend-Limit',
  spendCurrent: 'X-Committed-Spend-Current',
  spendRemaining: 'X-Committed-Spend-Remaining',
  concurrencyLimit: 'X-Concurrency-Limit',
  concurrencyCurrent: 'X-Concurrency-Current',
  concurrencyRemaining: 'X-Concurrency-Remaining',
  /** Sent by our own gateway only; see `call-outcome.ts`. */
  callOutcome: 'X-Flowdeck-Call-Outcome',
  /** Sent by our own gateway only: run time of the model in milliseconds. */
  callMs: 'X-Flowdeck-Call-Ms',
} as const;
export type RouterHeader = keyof typeof ROUTER_HEADERS;

/** Limit and current use: US cents for the committed spend, calls for the concurrency. */
export interface Allowance {
  limit: number;
  /** Excludes the rejected call. */
  current: number;
  /** Never negative; positive if only the rejected call exceeded the limit. */
  remaining: number;
}

export interface RouterResponseDetails {
  requestId: string | null;
  /** Raw value; `bucketOf` maps it to a bucket. */
  errorType: string | null;
  isReplayed: boolean;
  /** In integer seconds; `null` if the header is absent or not an integer. */
  retryAfterS: number | null;
  spend: Allowance | null;
  concurrency: Allowance | null;
  /** Decimal number of credits as text. Absent does not mean free. */
  creditsUsed: string | null;
  upstreamStatus: number | null;
  upstreamDetail: string | null;
  /** Subject of a policy refusal: `input`, `output`, `input_image` and the like; an open set. */
  refusalSubject: string | null;
  fallbackProvider: string | null;
  /** JSON array of names. */
  droppedParams: string | null;
  /** Set for failed calls of our own gateway; otherwise `null`. */
  callOutcome: CallOutcome | null;
  /** Run time of the model in milliseconds; `null` unless sent by our own gateway. */
  callMs: number | null;
}

type HeadersRead = Pick<Headers, 'get'>;

/** Reads a header in either spelling. */
export function readHeader(headers: HeadersRead, name: RouterHeader): string | null {
  const written = ROUTER_HEADERS[name];
  return headers.get(written) ?? headers.get(publicSpelling(written));
}

/**
 * Returns the name that public clients read (docs/api-notes.md, Headers in two spellings), in the letter case of the argument;
 * other names are returned unchanged.
 */
export function publicSpelling(name: string): string {
  return name.replace(/^(x-)service-/i, (_, x: string) => (x === 'X-' ? 'X-Comfy-' : 'x-comfy-'));
}

/** Sets each response header that has two spellings in both. */
export function writePublicSpellings(headers: Headers): void {
  const entries = [...headers].filter(([name]) => name.startsWith('x-service-'));
  for (const [name, value] of entries) headers.set(publicSpelling(name), value);
}

export function readResponseHeaders(headers: HeadersRead): RouterResponseDetails {
  return {
    requestId: readHeader(headers, 'requestId'),
    errorType: readHeader(headers, 'errorType'),
    isReplayed: readHeader(headers, 'replayed')?.toLowerCase() === 'true',
    retryAfterS: readWhole(headers, 'retryAfter'),
    spend: readAllowance(headers, ['spendLimit', 'spendCurrent', 'spendRemaining']),
    concurrency: readAllowance(headers, ['concurrencyLimit', 'concurrencyCurrent', 'concurrencyRemaining']),
    creditsUsed: readHeader(headers, 'creditsUsed'),
    upstreamStatus: readWhole(headers, 'upstreamStatus'),
    upstreamDetail: readHeader(headers, 'upstreamDetail'),
    refusalSubject: readHeader(headers, 'refusalSubject'),
    fallbackProvider: readHeader(headers, 'fallbackProvider'),
    droppedParams: readHeader(headers, 'droppedParams'),
    callOutcome: readCallOutcome(readHeader(headers, 'callOutcome')),
    callMs: readWhole(headers, 'callMs'),
  };
}

function readWhole(headers: HeadersRead, name: RouterHeader): number | null {
  const text = readHeader(headers, name)?.trim() ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function readAllowance(
  headers: HeadersRead,
  [limitName, currentName, remainingName]: readonly [RouterHeader, RouterHeader, RouterHeader],
): Allowance | null {
  const limit = readWhole(headers, limitName);
  const current = readWhole(headers, currentName);
  const remaining = readWhole(headers, remainingName);
  return limit === null || current === null || remaining === null ? null : { limit, current, remaining };
}
