import { ERROR_CODES } from '@contract/jobs/error-codes';
import type { ErrorEnvelope } from '@contract/jobs/errors';
import type { Logger } from '../log';
import { StoreUnusable } from '../storage/store-errors';
import { ApiProblem } from './operation';

/** `Retry-After` where the operation names no better figure. */
const DEFAULT_RETRY_AFTER_S = 5;

/** Job API 7: generic and safe to display, whatever broke. The log holds the cause under the same request id. */
const UPSTREAM_MESSAGE = 'Internal error. See the gateway log.';

/** The error envelope, Job API 2. Status and `Retry-After` follow from the table of the contract. */
export function problemResponse(problem: ApiProblem): Response {
  const facts = ERROR_CODES[problem.code];
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...problem.headers,
  });
  if (facts.retryAfter) headers.set('retry-after', String(problem.retryAfterS ?? DEFAULT_RETRY_AFTER_S));
  if (problem.code === 'unauthorized') headers.set('www-authenticate', 'Bearer');
  const body: ErrorEnvelope = {
    error: { code: problem.code, message: problem.message, details: problem.details },
  };
  return new Response(JSON.stringify(body), { status: problem.status ?? facts.status, headers });
}

/** What a thrown value is to the caller; whatever is no `ApiProblem` stays between us and the log. */
export function problemOf(error: unknown, log: Logger, fields: Record<string, unknown>): ApiProblem {
  if (error instanceof ApiProblem) return error;
  log.error({ ...fields, err: error }, 'A request failed unexpectedly');
  if (error instanceof StoreUnusable) return new ApiProblem('upstream_error', error.message);
  return new ApiProblem('upstream_error', UPSTREAM_MESSAGE);
}

/** What an error is if the caller has closed the connection, which is no failure of ours; else the error as it was. */
export function unlessAborted(
  error: unknown,
  { signal }: Request,
  log: Logger,
  fields: Record<string, unknown>,
): unknown {
  if (!signal.aborted || error instanceof ApiProblem) return error;
  log.info(fields, 'The caller closed the connection before the response');
  return new ApiProblem('upstream_error', 'The caller closed the connection before the response');
}

export function notFound(): ApiProblem {
  return new ApiProblem('not_found', 'There is nothing at this address');
}
