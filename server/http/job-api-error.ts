import { ERROR_CODES, type ErrorCode } from '@contract/jobs/error-codes';
import type { ErrorEnvelope } from '@contract/jobs/errors';
import { isKeyOf } from '@contract/typed-objects';
import type { Logger } from '../log';
import { StoreUnusable } from '../storage/store-errors';
import { HttpError, type Envelope, type HttpErrorOptions } from './http-error';

/** `Retry-After` if the operation has no better value. */
const DEFAULT_RETRY_AFTER_S = 5;

/** Job API 7: generic and safe to display, whatever failed. The log has the cause under the same request id. */
const UPSTREAM_MESSAGE = 'Internal error. See the gateway log.';

export interface JobApiErrorOptions extends HttpErrorOptions {
  /** HTTP status, for codes with more than one. */
  status?: number;
  /** Value of `Retry-After`, for codes that have it. */
  retryAfterS?: number;
}

/** Creates an error of the Job API, whose codes the console shares. Status and `Retry-After` follow from the table of the contract. */
export function jobApiError<Code extends ErrorCode>(
  code: Code,
  message: string,
  { status, retryAfterS, details, headers }: JobApiErrorOptions = {},
): HttpError<Code> {
  const retryAfter = ERROR_CODES[code].retryAfter
    ? { 'retry-after': String(retryAfterS ?? DEFAULT_RETRY_AFTER_S) }
    : {};
  return new HttpError(code, status ?? ERROR_CODES[code].status, message, {
    details,
    headers: { ...headers, ...retryAfter },
  });
}

export function isJobApiError(error: unknown): error is HttpError<ErrorCode> {
  return error instanceof HttpError && isKeyOf(ERROR_CODES, error.type);
}

/** The error envelope of Job API 2. */
export const jobApiEnvelope: Envelope<ErrorCode> = ({ type, message, details }) => {
  const body: ErrorEnvelope = { error: { code: type, message, details } };
  return { body: JSON.stringify(body), headers: type === 'unauthorized' ? { 'www-authenticate': 'Bearer' } : {} };
};

/** Converts a thrown value into an error for the caller; anything but an error of the Job API is logged and not disclosed. */
export function toJobApiError(thrown: unknown, log: Logger, fields: Record<string, unknown>): HttpError<ErrorCode> {
  if (isJobApiError(thrown)) return thrown;
  log.error({ ...fields, err: thrown }, 'A request failed unexpectedly');
  return jobApiError('upstream_error', thrown instanceof StoreUnusable ? thrown.message : UPSTREAM_MESSAGE);
}

/**
 * Returns the error for a closed connection if the caller disconnected, which is not a failure of ours; else the original error.
 */
export function unlessAborted(
  error: unknown,
  { signal }: Request,
  log: Logger,
  fields: Record<string, unknown>,
): unknown {
  if (!signal.aborted || error instanceof HttpError) return error;
  log.info(fields, 'The caller closed the connection before the response');
  return jobApiError('upstream_error', 'The caller closed the connection before the response');
}

export function notFound(): HttpError<'not_found'> {
  return jobApiError('not_found', 'There is nothing at this URL');
}
