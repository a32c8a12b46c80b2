import { CONSOLE_OPERATIONS } from '../../console/operations';
import { consoleResponseRules } from '../../console/response-rules';
import { JOB_OPERATIONS } from '../../jobs/operations';
import { checkEnvelope, jobResponseRules } from '../../jobs/response-rules';
import type { Operation } from '../../operation';
import { findViolation, type ResponseRules } from '../../response-rules';
import { readHeader } from '../../router/headers';
import { OPERATIONS_OF } from '../../router/operations';
import { checkRouterError, routerResponseRules } from '../../router/response-rules';

/** Thrown in any test whose response violates the contract. */
class ContractBroken extends Error {}

/** Returns the id of the operation with this method and path; `null` if there is none. */
export function operationAt<Id extends string>(
  operations: Readonly<Record<Id, Operation>>,
  method: string,
  pathname: string,
): Id | null {
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    const pattern = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`);
    if (operation.method === method && pattern.test(pathname)) return id as Id;
  }
  return null;
}

/**
 * Validates a response against the operation table of its API: a listed status with a body that matches its strict schema, or a
 * listed error. Errors outside any operation must use the error envelope if they belong to a public API.
 */
export async function validateResponse(method: string, url: URL, response: Response): Promise<void> {
  const { pathname } = url;
  const fail = (violation: string) => {
    throw new ContractBroken(`${method} ${pathname} ${response.status} ${violation}`);
  };
  const isRouter = /^\/v[12]\//.test(pathname);
  if (isRouter && !readHeader(response.headers, 'requestId')) fail('has no request id (R-4.01)');
  if (isRouter && response.status === 499) fail('is for the log only');
  if (!isRouter && response.headers.has('idempotency-replayed')) fail('has Idempotency-Replayed');
  const rules = rulesAt(method, pathname) ?? errorRulesAt(method, pathname, response);
  const violation = rules && (await findViolation(rules, response));
  if (violation) fail(violation);
}

function rulesAt(method: string, pathname: string): ResponseRules | null {
  const job = operationAt(JOB_OPERATIONS, method, pathname);
  if (job) return jobResponseRules(job);
  const own = operationAt(CONSOLE_OPERATIONS, method, pathname);
  if (own) return consoleResponseRules(own);
  for (const prefix of ['v1', 'v2'] as const) {
    const id = operationAt(OPERATIONS_OF[prefix], method, pathname);
    if (id) return routerResponseRules(prefix, id);
  }
  return null;
}

/** Outside any operation, only errors of the public APIs are validated, and only their envelope. */
function errorRulesAt(method: string, path: string, { status }: Response): ResponseRules | null {
  if (status < 400 || method === 'HEAD' || method === 'OPTIONS' || !/^\/(?:api|v[12])\//.test(path)) return null;
  return {
    operation: { method: 'GET', path, responses: {} },
    written: (read) => read,
    checkError: (response, body) =>
      path.startsWith('/api/') ? checkEnvelope(response, body, null) : checkRouterError(response, body, null),
  };
}
