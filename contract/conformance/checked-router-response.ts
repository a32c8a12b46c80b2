import { readHeader } from '../router/headers';
import { OPERATIONS_OF, type RouterOperation } from '../router/operations';
import { WrittenRouterError, WrittenValidationError, writtenSchema } from '../router/written-schemas';
import { ContractBroken } from './contract-broken';

/** The operation that a request of this method and path asks for; null under none. */
export function routerOperationAt(method: string, pathname: string): RouterOperation | null {
  const operations = Object.values(OPERATIONS_OF).flatMap((table) => Object.values(table));
  return (
    operations.find(
      (operation) =>
        operation.method === method && new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    ) ?? null
  );
}

/**
 * Holds one answer of the router to its operation table: the request id, a listed status, a body that fits, and on a refusal
 * the bucket in the header, listed for that status, and the same in the body where the body has one (R-4.01, R-4.03, R-7.01,
 *
 */
export async function validateRouterResponse(method: string, url: URL, response: Response): Promise<void> {
  const { status } = response;
  const where = `${method} ${url.pathname} ${status}`;
  if (!readHeader(response.headers, 'requestId')) throw new ContractBroken(`${where} has no request id`);
  if (status === 499) throw new ContractBroken(`${where} is for the log only`);
  if (method === 'OPTIONS' || method === 'HEAD') return;
  const operation = routerOperationAt(method, url.pathname);
  // The cancellation of a completed request is a 409 without an error body.
  if (status < 400 || operation?.responses[status]) {
    if (operation) await checkSuccess(operation, response, where);
    return;
  }
  const bucket = await bucketOf(response, where);
  const listed = operation && [...(operation.errors[status] ?? []), ...(operation.alsoErrors[status] ?? [])];
  if (listed && !listed.some((each) => each === bucket)) throw new ContractBroken(`${where} must not say ${bucket}`);
  const retryAfter = response.headers.get('retry-after');
  if (retryAfter !== null && !/^\d+$/.test(retryAfter)) {
    throw new ContractBroken(`${where} has a Retry-After that is no whole number of seconds: ${retryAfter}`);
  }
}

async function checkSuccess(operation: RouterOperation, response: Response, where: string): Promise<void> {
  const declared = operation.responses[response.status];
  if (!declared) throw new ContractBroken(`${where}: the status is not in the table`);
  if (declared.kind === 'none') {
    const size = (await response.clone().arrayBuffer()).byteLength;
    if (size > 0) throw new ContractBroken(`${where} must have no body, but has ${size} bytes`);
  }
  const schema = writtenSchema(declared.read);
  if (declared.kind !== 'json' || !schema) return;
  const parsed = schema.safeParse(await response.clone().json());
  if (parsed.success) return;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ContractBroken(`${where}: ${issues.join('; ')}`);
}

/** On a 422 the header alone has it. */
async function bucketOf(response: Response, where: string): Promise<string> {
  const inHeader = readHeader(response.headers, 'errorType');
  if (inHeader === null) throw new ContractBroken(`${where} names no error type in its header`);
  const body: unknown = await response.clone().json();
  if (response.status === 422) {
    if (WrittenValidationError.safeParse(body).success && !Object.hasOwn(body as object, 'error_type')) return inHeader;
    throw new ContractBroken(`${where} is no validation error body`);
  }
  const parsed = WrittenRouterError.safeParse(body);
  if (!parsed.success) throw new ContractBroken(`${where} is no error body`);
  if (parsed.data.error_type !== inHeader) {
    throw new ContractBroken(`${where} says ${inHeader} in the header and ${parsed.data.error_type} in the body`);
  }
  return inHeader;
}
