import { ERROR_CODES, type ErrorCode } from '../jobs/error-codes';
import { ErrorEnvelope } from '../jobs/errors';
import { validateRouterResponse } from './checked-router-response';
import { ContractBroken } from './contract-broken';
import { OPERATION_SPECS } from '../jobs/operation-specs';
import { JOB_OPERATIONS, type JobOperationId, type Operation } from '../jobs/operations';
import { writtenSchema } from '../jobs/written-schemas';

/** The operation that a request of this method and path asks for; null under no operation. */
export function operationAt(method: string, pathname: string): JobOperationId | null {
  for (const [id, operation] of Object.entries(JOB_OPERATIONS)) {
    const pattern = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`);
    if (operation.method === method && pattern.test(pathname)) return id as JobOperationId;
  }
  return null;
}

/**
 * Holds one answer to the operation table: a listed status with a body that fits its strict schema, or the error
 * envelope with a listed code under its own status (rules J-2.70 to J-2.72, J-7.01, J-4.47). Refusals outside of the
 * table, but under `/api/`, must be envelopes too.
 */
export async function validateResponse(method: string, url: URL, response: Response): Promise<void> {
  if (/^\/v[12]\//.test(url.pathname)) return validateRouterResponse(method, url, response);
  const id = operationAt(method, url.pathname);
  const operation: Operation | null = id && JOB_OPERATIONS[id];
  const where = `${method} ${url.pathname} ${response.status}`;
  if (response.headers.has('idempotency-replayed')) throw new ContractBroken(`${where} carries Idempotency-Replayed`);
  if (response.status < 400) {
    if (operation) await checkSuccess(operation, response, where);
    return;
  }
  if (method === 'HEAD' || !url.pathname.startsWith('/api/')) return;
  const code = await readErrorCode(response, where);
  checkCode(code, response, where);
  if (id && !OPERATION_SPECS[id].errors.includes(code))
    throw new ContractBroken(`${where} must not refuse with ${code}`);
}

async function checkSuccess(operation: Operation, response: Response, where: string): Promise<void> {
  const declared = operation.responses[response.status];
  if (!declared) throw new ContractBroken(`${where}: the status is not in the table`);
  if (declared.kind === 'none') {
    const size = (await response.clone().arrayBuffer()).byteLength;
    if (size > 0) throw new ContractBroken(`${where} must have no body, but has ${size} bytes`);
  }
  if (declared.kind !== 'json') return;
  const schema = writtenSchema(declared.read);
  const parsed = schema?.safeParse(await readJson(response, where));
  if (parsed && !parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ContractBroken(`${where}: ${issues.join('; ')}`);
  }
}

async function readErrorCode(response: Response, where: string): Promise<ErrorCode> {
  const parsed = ErrorEnvelope.safeParse(await readJson(response, where));
  if (!parsed.success) throw new ContractBroken(`${where} is no error envelope`);
  const { code, message } = parsed.data.error;
  if (message === '') throw new ContractBroken(`${where} has no message`);
  if (!Object.hasOwn(ERROR_CODES, code)) throw new ContractBroken(`${where} has the unknown code ${code}`);
  return code as ErrorCode;
}

function checkCode(code: ErrorCode, response: Response, where: string): void {
  const facts = ERROR_CODES[code];
  if (![facts.status, ...(facts.alsoStatus ?? [])].includes(response.status)) {
    throw new ContractBroken(`${where} carries ${code}, which has another status`);
  }
  const retryAfter = response.headers.get('retry-after');
  if (facts.retryAfter && !/^[1-9]\d*$/.test(retryAfter ?? '')) {
    throw new ContractBroken(`${where} ${code} needs Retry-After in whole seconds, and has ${retryAfter}`);
  }
}

async function readJson(response: Response, where: string): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) throw new ContractBroken(`${where} must be JSON, and is ${type}`);
  return response.clone().json();
}
