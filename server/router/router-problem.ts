import type { CallOutcome } from '@contract/router/call-outcome';
import { ALL_BUCKETS, type ReadBucket } from '@contract/router/errors';
import { ROUTER_HEADERS } from '@contract/router/headers';
import type { RouterPrefix } from '@contract/router/operations';
import type { FieldFault } from '@contract/router/validation-error';
import { ApiProblem } from '../http/operation';
import type { Logger } from '../log';
import { ModelFailure } from './model-source';

export interface RouterProblemOptions {
  /** Where the bucket has more than one. */
  status?: number;
  /** Makes it a 422, whose body is the list and nothing else. */
  faults?: readonly FieldFault[];
  upstreamDetail?: string;
  refusalSubject?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Thrown to answer with the error body of the router (Model Router 2). `detail` is shown to people. */
export class RouterProblem extends Error {
  readonly bucket: ReadBucket;
  readonly status: number;
  readonly options: Readonly<RouterProblemOptions>;
  constructor(bucket: ReadBucket, detail: string, options: RouterProblemOptions = {}) {
    super(detail);
    this.name = 'RouterProblem';
    this.bucket = bucket;
    this.status = options.faults ? 422 : (options.status ?? ALL_BUCKETS[bucket].statuses[0]);
    this.options = options;
  }
}

export function isRouterPath(pathname: string): boolean {
  return /^\/v[12](?:\/|$)/.test(pathname);
}

export function prefixOf(pathname: string): RouterPrefix {
  return pathname.startsWith('/v1') ? 'v1' : 'v2';
}

export function unknownModel(detail: string): RouterProblem {
  return new RouterProblem('model_not_found', detail);
}

/** The body by itself, as records keep it. */
export function problemBody({ bucket, message, options }: RouterProblem): string {
  if (options.faults) return JSON.stringify({ detail: options.faults });
  return JSON.stringify({
    detail: message,
    error_type: bucket,
    ...(options.upstreamDetail === undefined ? {} : { upstream_detail: options.upstreamDetail }),
    ...(options.refusalSubject === undefined ? {} : { refusal_subject: options.refusalSubject }),
  });
}

export function problemHeaders({ bucket, options }: RouterProblem): Record<string, string> {
  return {
    [ROUTER_HEADERS.errorType]: bucket,
    ...(options.upstreamDetail === undefined
      ? {}
      : { [ROUTER_HEADERS.upstreamDetail]: asHeader(options.upstreamDetail) }),
    ...(options.refusalSubject === undefined
      ? {}
      : { [ROUTER_HEADERS.refusalSubject]: asHeader(options.refusalSubject) }),
    ...(bucket === 'unauthorized' ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...options.headers,
  };
}

/** The same for the caller, with what is known of the call that it is about. */
export function withOutcome(problem: RouterProblem, outcome: CallOutcome): RouterProblem {
  const { bucket, message, status, options } = problem;
  const headers = { ...options.headers, [ROUTER_HEADERS.callOutcome]: outcome };
  return new RouterProblem(bucket, message, { ...options, status, headers });
}

/** Words of a provider may hold what no header can. */
function asHeader(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 300);
}

export function routerProblemResponse(problem: RouterProblem): Response {
  return new Response(problemBody(problem), {
    status: problem.status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...problemHeaders(problem) },
  });
}

/**
 * In the words of the earlier prefix (Model Router 9): a 429 says one thing only, and input that was refused for whatever
 * reason is a 422.
 */
export function asOfV1(problem: RouterProblem): RouterProblem {
  const { bucket, status, message, options } = problem;
  if (bucket === 'rate_limited' || bucket === 'queue_backlog_full')
    return new RouterProblem('concurrency_limit_exceeded', message, { ...options, status });
  if (bucket !== 'invalid_input' || status === 422) return problem;
  const faults = [{ loc: ['body'], msg: message, type: status === 413 ? 'too_large' : 'malformed' }];
  return new RouterProblem(bucket, message, { ...options, faults });
}

const INTERNAL = 'The router failed unexpectedly. The log of the gateway has the reason.';
const UNAVAILABLE = 'This cannot be answered at the moment. The log of the gateway has the reason.';

/**
 * What a thrown value is to the caller; whatever is none of our own errors stays between us and the log. `unexpected`: the
 * listing and the detail of a model know no 500 (Model Router 4).
 */
export function routerProblemOf(
  error: unknown,
  log: Logger,
  fields: Record<string, unknown>,
  unexpected: 'internal_error' | 'service_unavailable' = 'internal_error',
): RouterProblem {
  if (error instanceof RouterProblem) return error;
  if (error instanceof ModelFailure) return ofModel(error);
  if (error instanceof ApiProblem) return ofGate(error);
  log.error({ ...fields, err: error }, 'A request to the router failed unexpectedly');
  return new RouterProblem(unexpected, unexpected === 'internal_error' ? INTERNAL : UNAVAILABLE);
}

function ofModel({ bucket, detail, options }: ModelFailure): RouterProblem {
  const { faults, status, upstreamStatus, upstreamDetail, refusalSubject, retryAfterSeconds } = options;
  const hasFaults = faults !== undefined && faults.length > 0;
  return new RouterProblem(bucket, detail, {
    ...(hasFaults ? { faults } : {}),
    ...(status === undefined ? {} : { status }),
    ...(upstreamDetail === undefined ? {} : { upstreamDetail }),
    ...(refusalSubject === undefined ? {} : { refusalSubject }),
    headers: {
      ...(upstreamStatus === undefined ? {} : { [ROUTER_HEADERS.upstreamStatus]: String(upstreamStatus) }),
      // On a 504 it would promise something to collect (rule 4).
      ...(retryAfterSeconds === undefined || bucket === 'provider_timeout' || bucket === 'deadline_exceeded'
        ? {}
        : { [ROUTER_HEADERS.retryAfter]: String(Math.max(0, Math.ceil(retryAfterSeconds))) }),
    },
  });
}

/** The gate in front of both APIs speaks the language of the Job API. */
function ofGate({ code, message, headers }: ApiProblem): RouterProblem {
  switch (code) {
    case 'unauthorized':
    case 'forbidden':
      return new RouterProblem(code, message, { headers });
    case 'not_found':
      return unknownModel(message);
    default:
      return new RouterProblem('internal_error', INTERNAL);
  }
}
