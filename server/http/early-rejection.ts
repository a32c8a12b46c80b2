import type { ErrorCode } from '@contract/jobs/error-codes';
import { writePublicSpellings } from '@contract/router/headers';
import { errorResponse, type HttpError } from './http-error';
import { jobApiEnvelope } from './job-api-error';
import { addSecurityHeaders } from './security-headers';

/**
 * Builds the response to a request that never reaches an operation, with the envelope and a request id like every other rejection.
 */
export function earlyRejection(error: HttpError<ErrorCode>, requestId: string): Response {
  const response = errorResponse(error, jobApiEnvelope);
  response.headers.set('x-service-request-id', requestId);
  writePublicSpellings(response.headers);
  addSecurityHeaders(response.headers);
  return response;
}
