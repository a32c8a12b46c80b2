import type { CheckedResponse, ResponseRules } from '../response-rules';
import { readHeader } from './headers';
import { OPERATIONS_OF, type RouterOperation, type RouterOperationId, type RouterPrefix } from './operations';
import { WrittenRouterError, WrittenValidationError, writtenSchema } from './written-schemas';

export function routerResponseRules(prefix: RouterPrefix, id: RouterOperationId): ResponseRules {
  const operation = OPERATIONS_OF[prefix][id];
  return {
    operation,
    written: writtenSchema,
    checkError: (response, body) => checkRouterError(response, body, operation),
  };
}

/**
 * Validates that the bucket in the header is listed for the status, and that the body has the same one if it has any (R-4.03,
 *
 * @param operation `null`: any bucket
 */
export function checkRouterError(
  response: CheckedResponse,
  body: unknown,
  operation: RouterOperation | null,
): string | null {
  const { status, headers } = response;
  const bucket = readHeader(headers, 'errorType');
  if (bucket === null) return 'names no error type in its header';
  const problem = status === 422 ? checkValidationError(body) : checkBody(body, bucket);
  if (problem !== null) return problem;
  const listed = operation && [...(operation.errors[status] ?? []), ...(operation.alsoErrors[status] ?? [])];
  if (listed && !listed.some((each) => each === bucket)) return `must not reject with ${bucket}`;
  const retryAfter = headers.get('retry-after');
  return retryAfter === null || /^\d+$/.test(retryAfter)
    ? null
    : `has a Retry-After that is no whole number of seconds: ${retryAfter}`;
}

/** For a 422 only the header has the bucket. */
function checkValidationError(body: unknown): string | null {
  return WrittenValidationError.safeParse(body).success ? null : 'is not a validation error body';
}

function checkBody(body: unknown, bucket: string): string | null {
  const parsed = WrittenRouterError.safeParse(body);
  if (!parsed.success) return 'is not an error body';
  const { error_type: inBody } = parsed.data;
  return inBody === bucket ? null : `says ${bucket} in the header and ${inBody} in the body`;
}
