import { WrittenRouterError, WrittenValidationError, writtenSchema } from '@contract/router/written-schemas';
import type { RouterOperation } from '@contract/router/operations';
import { ContractViolation } from '../http/validate-response';
import { problemBody, type RouterProblem } from './router-problem';

/** Writing is strict. @throws ContractViolation */
export async function validateRouterResponse(operation: RouterOperation, response: Response): Promise<void> {
  const name = `${operation.method} ${operation.path} ${response.status}`;
  const declared = operation.responses[response.status];
  // A refusal from the record of a key was judged when it was made.
  if (response.status >= 400 && !declared) return;
  if (!declared) throw new ContractViolation(`${name} is not a status of its contract`);
  const schema = writtenSchema(declared.read);
  if (declared.kind !== 'json' || !schema) return;
  const parsed = schema.safeParse(await response.clone().json());
  if (parsed.success) return;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ContractViolation(`${name} breaks its contract: ${issues.join('; ')}`);
}

/** Null where the table lists status and bucket for this operation, and the body fits. */
export function checkRouterProblem(operation: RouterOperation, problem: RouterProblem): ContractViolation | null {
  const { status, bucket } = problem;
  // Delivered to nobody.
  if (bucket === 'client_disconnected') return null;
  const listed = [...(operation.errors[status] ?? []), ...(operation.alsoErrors[status] ?? [])];
  const schema = status === 422 ? WrittenValidationError : WrittenRouterError;
  if (listed.includes(bucket) && schema.safeParse(JSON.parse(problemBody(problem))).success) return null;
  return new ContractViolation(
    `${operation.method} ${operation.path} refused with ${status} ${bucket}, which its contract does not list`,
    { cause: problem },
  );
}
