import type { CallOutcome } from '@contract/router/call-outcome';
import { ALL_BUCKETS, bucketOf, type ReadBucket } from '@contract/router/errors';
import { readResponseHeaders } from '@contract/router/headers';
import { ruleFor } from '@contract/router/retry';
import { RouterError } from '@contract/router/schemas';
import { ModelFailure, type ModelFailureBucket, type ModelFailureOptions } from '../../model-source';
import type { ReadProvider } from './read-config';
import { failureOf, ownWords, type Refusal } from './upstream-failure';

/** Types that mean to our caller what they mean to us; what is about our own credential is not the caller's. */
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

/** An error of a remote router, with its type, its detail and the status of its own upstream. */
export function remoteFailureOf(refusal: Refusal, provider: ReadProvider): ModelFailure {
  const { status } = refusal;
  const said = readResponseHeaders(headersOf(refusal));
  const body = RouterError.safeParse(parsed(refusal.text));
  const errorType = said.errorType ?? (body.success ? body.data.error_type : null);
  const plain = failureOf(refusal, provider);
  const bucket = bucketOf(status, errorType);
  if (errorType === null || !isPassed(bucket)) return plain;

  const inWords = (at: string, text: string | null | undefined) =>
    typeof text === 'string' ? ownWords({ [at]: text }, { ...provider, errorMessage: at }) : null;
  const upstreamDetail = inWords('upstream_detail', (body.success && body.data.upstream_detail) || said.upstreamDetail);
  const refusalSubject = inWords('refusal_subject', (body.success && body.data.refusal_subject) || said.refusalSubject);
  const outcome = said.callOutcome ?? outcomeByTable(refusal, errorType);
  const { faults } = plain.options;
  const options: ModelFailureOptions = {
    ...(faults === undefined ? {} : { faults }),
    ...(ALL_BUCKETS[bucket].statuses.includes(status) ? { status } : {}),
    upstreamStatus: said.upstreamStatus ?? status,
    ...(upstreamDetail === null ? {} : { upstreamDetail }),
    ...(refusalSubject === null ? {} : { refusalSubject }),
    ...(said.retryAfterS === null ? {} : { retryAfterSeconds: said.retryAfterS }),
    ...(outcome === null ? {} : { outcome }),
  };
  const detail = body.success ? inWords('detail', body.data.detail) : null;
  return new ModelFailure(bucket, detail ?? plain.detail, options);
}

/** True: the call goes on at the remote router, and the same idempotency key collects it (Model Router 4, rules 2 and 4). */
export function isCollectable({ bucket, options: { status, retryAfterSeconds } }: ModelFailure): boolean {
  if (status === undefined) return false;
  const retryAfterS = retryAfterSeconds ?? null;
  return ruleFor({ status, errorType: bucket, retryAfterS }).action === 'collect';
}

/**
 * What a router that says nothing of its call leaves to its table of retries: it knows the idempotency key, so what the table
 * sends again is not run twice. `null`: neither certain nor to be repeated.
 */
function outcomeByTable({ status }: Refusal, errorType: string): CallOutcome | null {
  if (status === 429) return 'not_run';
  const { action } = ruleFor({ status, errorType, retryAfterS: null });
  if (action === 'wait') return 'repeatable';
  return status < 500 ? 'refused' : null;
}

function isPassed(bucket: ReadBucket): bucket is ModelFailureBucket {
  return PASSED.has(bucket);
}

export function headersOf({ headers }: Pick<Refusal, 'headers'>): Pick<Headers, 'get'> {
  return { get: (name) => headers[name.toLowerCase()]?.toString() ?? null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
