/**
 * Headers of the Model Router: section 4, "Response headers", and what public material adds (contract-facts 3.5). The seed
 * spells those of the service `X-Service-*`, the public one `X-Comfy-*`: the first is written, both are read.
 */

/** Sent by callers. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const API_KEY = 'X-API-Key';

/** Names as they are written. */
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
} as const;
export type RouterHeader = keyof typeof ROUTER_HEADERS;

/** A pair of limit and use: US cents for the committed spend, calls for the concurrency. */
export interface Allowance {
  limit: number;
  /** Without the rejected call. */
  current: number;
  /** Never below zero, and positive on a rejection where only that call was too much. */
  remaining: number;
}

export interface RouterAnswerFacts {
  requestId: string | null;
  /** As it came; `bucketOf` makes a bucket of it. */
  errorType: string | null;
  isReplayed: boolean;
  /** Whole seconds; null where the header is absent or no integer. */
  retryAfterS: number | null;
  spend: Allowance | null;
  concurrency: Allowance | null;
  /** A decimal number of credits as text. Absent does not mean free. */
  creditsUsed: string | null;
  upstreamStatus: number | null;
  upstreamDetail: string | null;
  /** What a policy refusal was about: `input`, `output`, `input_image` and the like; open. */
  refusalSubject: string | null;
  fallbackProvider: string | null;
  /** JSON of a list of names. */
  droppedParams: string | null;
}

type HeadersRead = Pick<Headers, 'get'>;

/** In either dialect. */
export function readHeader(headers: HeadersRead, name: RouterHeader): string | null {
  const written = ROUTER_HEADERS[name];
  return headers.get(written) ?? headers.get(written.replace(/^X-Service-/, 'X-Comfy-'));
}

export function readAnswerHeaders(headers: HeadersRead): RouterAnswerFacts {
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
