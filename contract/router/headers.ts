import { readCallOutcome, type CallOutcome } from './call-outcome';

/**
 * Headers of the Model Router: section 4, "Response headers", and those that are newer (docs/api-notes.md, Response
 * headers of the router). The document spells those of the service `X-Service-*`, the public service `X-Comfy-*`: both are
 * written and both are read.
 */

/** Sent by callers. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const API_KEY = 'X-API-Key';
/** Of our own console: `only` asks what became of an earlier send of the same key, and never runs the model. */
export const COLLECT = 'X-Flowdeck-Collect';

/** Names as the document spells them. Those that begin with `X-Service-` have a public spelling too: `publicSpelling`. */
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
  /** Of our own gateway only: `call-outcome.ts`. */
  callOutcome: 'X-Flowdeck-Call-Outcome',
  /** Of our own gateway only: how long the model worked, in milliseconds. */
  callMs: 'X-Flowdeck-Call-Ms',
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

export interface RouterResponseDetails {
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
  /** Of a failed call; `null` from everything but our own gateway. */
  callOutcome: CallOutcome | null;
  /** How long the model worked, in milliseconds; `null` from everything but our own gateway. */
  callMs: number | null;
}

type HeadersRead = Pick<Headers, 'get'>;

/** In either spelling. */
export function readHeader(headers: HeadersRead, name: RouterHeader): string | null {
  const written = ROUTER_HEADERS[name];
  return headers.get(written) ?? headers.get(publicSpelling(written));
}

/**
 * The name that public clients read (docs/api-notes.md, Headers in two spellings), in the letter case of the argument;
 * others stay as they are.
 */
export function publicSpelling(name: string): string {
  return name.replace(/^(x-)service-/i, (_, x: string) => (x === 'X-' ? 'X-Comfy-' : 'x-comfy-'));
}

/** Writes each header of a response that has two spellings in both. */
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
