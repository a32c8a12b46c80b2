import { writePublicSpellings } from '@contract/router/headers';
import type { ApiProblem } from './operation';
import { problemResponse } from './problem-response';
import { addSecurityHeaders } from './security-headers';

/** Response to a request that never reaches an operation: with the envelope and a request id, as every other refusal. */
export function earlyRejection(problem: ApiProblem, requestId: string): Response {
  const response = problemResponse(problem);
  response.headers.set('x-service-request-id', requestId);
  writePublicSpellings(response.headers);
  addSecurityHeaders(response.headers);
  return response;
}
