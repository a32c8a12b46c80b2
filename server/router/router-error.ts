import type { CallOutcome } from '@contract/router/call-outcome';
import { ALL_BUCKETS, type ReadBucket } from '@contract/router/errors';
import { ROUTER_HEADERS } from '@contract/router/headers';
import type { RouterPrefix } from '@contract/router/operations';
import type { FieldError } from '@contract/router/validation-error';
import { isKeyOf } from '@contract/typed-objects';
import { HttpError, type Envelope } from '../http/http-error';
import type { Logger } from '../log';
import type { RecordedResponse } from '../storage/router-records';
import { StoreUnusable } from '../storage/store-errors';
import { ModelFailure } from './model-source';

export interface RouterErrorOptions {
  /** HTTP status, for buckets with more than one. */
  status?: number;
  /** Field errors; the response is then a 422 whose body is only this list. */
  fieldErrors?: readonly FieldError[];
  upstreamDetail?: string;
  refusalSubject?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Creates an error of the Model Router (section 2). `detail` is shown to users. */
export function routerError<Bucket extends ReadBucket>(
  bucket: Bucket,
  detail: string,
  { status, fieldErrors, upstreamDetail, refusalSubject, headers }: RouterErrorOptions = {},
): HttpError<Bucket> {
  return new HttpError(bucket, fieldErrors ? 422 : (status ?? ALL_BUCKETS[bucket].statuses[0]), detail, {
    details: fieldErrors
      ? { detail: fieldErrors }
      : {
          ...(upstreamDetail === undefined ? {} : { upstream_detail: upstreamDetail }),
          ...(refusalSubject === undefined ? {} : { refusal_subject: refusalSubject }),
        },
    headers: {
      ...(upstreamDetail === undefined ? {} : { [ROUTER_HEADERS.upstreamDetail]: asHeader(upstreamDetail) }),
      ...(refusalSubject === undefined ? {} : { [ROUTER_HEADERS.refusalSubject]: asHeader(refusalSubject) }),
      ...headers,
    },
  });
}

export function isRouterError(error: unknown): error is HttpError<ReadBucket> {
  return error instanceof HttpError && isKeyOf(ALL_BUCKETS, error.type);
}

export function isRouterPath(pathname: string): boolean {
  return /^\/v[12](?:\/|$)/.test(pathname);
}

export function prefixOf(pathname: string): RouterPrefix {
  return pathname.startsWith('/v1') ? 'v1' : 'v2';
}

export function unknownModel(detail: string): HttpError<'model_not_found'> {
  return routerError('model_not_found', detail);
}

/** The error body of Model Router 2. Field errors replace all of it: only the header names their bucket. */
export const routerEnvelope: Envelope<ReadBucket> = ({ type, message, details }) => {
  const hasFieldErrors = details !== null && 'detail' in details;
  return {
    body: JSON.stringify(hasFieldErrors ? details : { detail: message, error_type: type, ...details }),
    headers: {
      [ROUTER_HEADERS.errorType]: type,
      ...(type === 'unauthorized' ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
  };
};

/** Returns the response of an error as records store it. */
export function recordedError(error: HttpError<ReadBucket>): RecordedResponse {
  const { body, headers } = routerEnvelope(error);
  return {
    status: error.status,
    contentType: 'application/json',
    body: { text: body },
    headers: { ...headers, ...error.headers },
  };
}

/** Adds the known outcome of the call for the caller. */
export function withOutcome<Bucket extends ReadBucket>(
  { type, status, message, details, headers }: HttpError<Bucket>,
  outcome: CallOutcome,
): HttpError<Bucket> {
  return new HttpError(type, status, message, {
    details,
    headers: { ...headers, [ROUTER_HEADERS.callOutcome]: outcome },
  });
}

/** Replaces characters that headers cannot contain; a provider's text may have some. */
function asHeader(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 300);
}

/**
 * Converts an error for the v1 prefix (Model Router 9): 429 has a single form, and any rejected input is a 422.
 */
export function toV1Error(error: HttpError<ReadBucket>): HttpError<ReadBucket> {
  const { type, status, message, details, headers } = error;
  if (type === 'rate_limited' || type === 'queue_backlog_full') {
    return new HttpError('concurrency_limit_exceeded', status, message, { details, headers });
  }
  if (type !== 'invalid_input' || status === 422) return error;
  const errors = [{ loc: ['body'], msg: message, type: status === 413 ? 'too_large' : 'malformed' }];
  return routerError(type, message, { fieldErrors: errors, headers });
}

const INTERNAL = 'The router failed unexpectedly. The log of the gateway has the reason.';
const UNAVAILABLE = 'Temporarily unavailable. See the gateway log.';

/**
 * Converts a thrown value into the error for the caller. Details of unexpected errors are only logged. `unexpected`: model
 * list and model details define no 500 (Model Router 4).
 */
export function toRouterError(
  thrown: unknown,
  log: Logger,
  fields: Record<string, unknown>,
  unexpected: 'internal_error' | 'service_unavailable' = 'internal_error',
): HttpError<ReadBucket> {
  if (isRouterError(thrown)) return thrown;
  if (thrown instanceof ModelFailure) return ofModel(thrown);
  if (thrown instanceof HttpError) return ofGate(thrown);
  log.error({ ...fields, err: thrown }, 'A request to the router failed unexpectedly');
  if (thrown instanceof StoreUnusable) return routerError(unexpected, thrown.message);
  return routerError(unexpected, unexpected === 'internal_error' ? INTERNAL : UNAVAILABLE);
}

function ofModel({ bucket, detail, options }: ModelFailure): HttpError<ReadBucket> {
  const { faults: errors, status, upstreamStatus, upstreamDetail, refusalSubject, retryAfterSeconds } = options;
  const hasErrors = errors !== undefined && errors.length > 0;
  return routerError(bucket, detail, {
    ...(hasErrors ? { fieldErrors: errors } : {}),
    ...(status === undefined ? {} : { status }),
    ...(upstreamDetail === undefined ? {} : { upstreamDetail }),
    ...(refusalSubject === undefined ? {} : { refusalSubject }),
    headers: {
      ...(upstreamStatus === undefined ? {} : { [ROUTER_HEADERS.upstreamStatus]: String(upstreamStatus) }),
      // On a 504 it would promise a result that can be fetched (rule 4).
      ...(retryAfterSeconds === undefined || bucket === 'provider_timeout' || bucket === 'deadline_exceeded'
        ? {}
        : { [ROUTER_HEADERS.retryAfter]: String(Math.max(0, Math.ceil(retryAfterSeconds))) }),
    },
  });
}

/** Converts an error of the HTTP layer, whose type is a code that only the Job API has. */
function ofGate({ type, message }: HttpError): HttpError<ReadBucket> {
  return type === 'not_found' ? unknownModel(message) : routerError('internal_error', INTERNAL);
}
