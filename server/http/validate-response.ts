import { OPERATION_SPECS } from '@contract/jobs/operation-specs';
import { JOB_OPERATIONS, type JobOperationId, type Operation } from '@contract/jobs/operations';
import { writtenSchema } from '@contract/jobs/written-schemas';
import type { ApiProblem } from './operation';

/** Our own answer broke the contract: a bug, never the caller's fault. */
export class ContractViolation extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ContractViolation';
  }
}

/** Writing is strict. @throws ContractViolation naming every field that does not fit. */
export async function validateResponse(operation: Operation, response: Response): Promise<void> {
  const name = `${operation.method} ${operation.path}`;
  const declared = operation.responses[response.status];
  if (!declared) throw new ContractViolation(`${name} answered ${response.status}, which its contract does not list`);
  if (declared.kind === 'none') {
    if (response.body !== null) throw new ContractViolation(`${name} ${response.status} must have no body`);
    return;
  }
  if (declared.kind !== 'json') return;
  const schema = writtenSchema(declared.read);
  if (!schema) return;
  let body: unknown;
  try {
    body = await response.clone().json();
  } catch (cause) {
    throw new ContractViolation(`${name} ${response.status} is not JSON`, { cause });
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ContractViolation(`${name} ${response.status} breaks its contract: ${issues.join('; ')}`);
}

/** Null where the table lists the code for this operation. */
export function checkProblem(id: JobOperationId, problem: ApiProblem): ContractViolation | null {
  if (OPERATION_SPECS[id].errors.includes(problem.code)) return null;
  const { method, path } = JOB_OPERATIONS[id];
  return new ContractViolation(`${method} ${path} refused with ${problem.code}, which its contract does not list`, {
    cause: problem,
  });
}
