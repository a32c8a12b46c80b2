import type { CallOutcome } from '@contract/router/call-outcome';
import { ALL_BUCKETS, bucketOf, type ReadBucket } from '@contract/router/errors';
import { readResponseHeaders } from '@contract/router/headers';
import { ruleFor } from '@contract/router/retry';
import { RouterError } from '@contract/router/schemas';
import { ModelFailure, type ModelFailureBucket, type ModelFailureOptions } from '../../../model-source';
import type { ReadProvider } from '../read-config';
import { failureOf, ownText, type Rejection } from '../upstream/upstream-failure';

/** Error types that apply to the caller as well. Errors about the gateway's own credential do not. */
const PASSED: ReadonlySet<ReadBucket> = new Set<ModelFailureBucket>([
  'invalid_input',
  'content_policy_violation',
  'provider_error',
  'provider_timeout',
  'insufficient_credits',
  'model_not_found',
  'forbidden',
  'not_enabled',
  'concurrency_limit_exceeded',
  'internal_error',
  'deadline_exceeded',
  'service_unavailable',
  'rate_limited',
]);

/** Converts an error of a remote router, with its type, detail and upstream status. */
export function remoteFailureOf(rejection: Rejection, provider: ReadProvider): ModelFailure {
  const { status } = rejection;
  const said = readResponseHeaders(headersOf(rejection));
  const body = RouterError.safeParse(parsed(rejection.text));
  const errorType = said.errorType ?? (body.success ? body.data.error_type : null);
  const plain = failureOf(rejection, provider);
  const bucket = bucketOf(status, errorType);
  if (errorType === null || !isPassed(bucket)) return plain;

  const inText = (at: string, text: string | null | undefined) =>
    typeof text === 'string' ? ownText({ [at]: text }, { ...provider, errorMessage: at }) : null;
  const upstreamDetail = inText('upstream_detail', (body.success && body.data.upstream_detail) || said.upstreamDetail);
  const refusalSubject = inText('refusal_subject', (body.success && body.data.refusal_subject) || said.refusalSubject);
  const outcome = said.callOutcome ?? outcomeByTable(rejection, errorType);
  const { faults: errors } = plain.options;
  const options: ModelFailureOptions = {
    ...(errors === undefined ? {} : { faults: errors }),
    ...(ALL_BUCKETS[bucket].statuses.includes(status) ? { status } : {}),
    upstreamStatus: said.upstreamStatus ?? status,
    ...(upstreamDetail === null ? {} : { upstreamDetail }),
    ...(refusalSubject === null ? {} : { refusalSubject }),
    ...(said.retryAfterS === null ? {} : { retryAfterSeconds: said.retryAfterS }),
    ...(outcome === null ? {} : { outcome }),
  };
  const detail = body.success ? inText('detail', body.data.detail) : null;
  return new ModelFailure(bucket, detail ?? plain.detail, options);
}

/** Returns true if the call continues on the remote router and the same key can fetch it (Model Router 4, rules 2 and 4). */
export function isCollectable({ bucket, options: { status, retryAfterSeconds } }: ModelFailure): boolean {
  if (status === undefined) return false;
  const retryAfterS = retryAfterSeconds ?? null;
  return ruleFor({ status, errorType: bucket, retryAfterS }).action === 'collect';
}

/** Types of errors about the credential or the path of a request. */
const OF_REQUEST: ReadonlySet<ReadBucket> = new Set<ModelFailureBucket>([
  'forbidden',
  'not_enabled',
  'model_not_found',
]);

/** Returns true if the router rejected a request for a result, which says nothing about the call that runs there. */
export function concernsRequest({ bucket, options: { outcome } }: ModelFailure): boolean {
  return OF_REQUEST.has(bucket) || (bucket === 'provider_error' && outcome === 'refused');
}

/**
 * Derives the outcome from the retry table, for routers that do not report it. They know the idempotency key, so a retry by
 * the table does not run twice. Returns `null` if the outcome is uncertain and the call must not be retried.
 */
function outcomeByTable({ status }: Rejection, errorType: string): CallOutcome | null {
  if (status === 429) return 'not_run';
  const { action } = ruleFor({ status, errorType, retryAfterS: null });
  if (action === 'wait') return 'repeatable';
  return status < 500 ? 'refused' : null;
}

function isPassed(bucket: ReadBucket): bucket is ModelFailureBucket {
  return PASSED.has(bucket);
}

export function headersOf({ headers }: Pick<Rejection, 'headers'>): Pick<Headers, 'get'> {
  return { get: (name) => headers[name.toLowerCase()]?.toString() ?? null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
