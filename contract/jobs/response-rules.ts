import type { CheckedResponse, ResponseRules } from '../response-rules';
import { ERROR_CODES, type ErrorCode } from './error-codes';
import { ErrorEnvelope } from './errors';
import { OPERATION_SPECS } from './operation-specs';
import { JOB_OPERATIONS, type JobOperationId } from './operations';
import { writtenSchema } from './written-schemas';

export function jobResponseRules(id: JobOperationId): ResponseRules {
  const { errors } = OPERATION_SPECS[id];
  return {
    operation: JOB_OPERATIONS[id],
    written: writtenSchema,
    checkError: (response, body) => checkEnvelope(response, body, errors),
  };
}

/**
 * Validates the error envelope, and that its code matches the status (rules J-2.70 to J-2.72, J-7.01, J-4.47).
 * @param codes codes of the operation; `null`: all
 */
export function checkEnvelope(
  { status, headers }: CheckedResponse,
  body: unknown,
  codes: readonly ErrorCode[] | null,
): string | null {
  const parsed = ErrorEnvelope.safeParse(body);
  if (!parsed.success) return 'is not an error envelope';
  const { code, message } = parsed.data.error;
  if (message === '') return 'has no message';
  if (!isErrorCode(code)) return `has the unknown code ${code}`;
  const details = ERROR_CODES[code];
  if (![details.status, ...(details.alsoStatus ?? [])].includes(status)) return `has ${code}, which has another status`;
  const retryAfter = headers.get('retry-after');
  if (details.retryAfter && !/^[1-9]\d*$/.test(retryAfter ?? '')) {
    return `${code} needs Retry-After in whole seconds, and has ${retryAfter}`;
  }
  return codes && !codes.includes(code) ? `must not reject with ${code}` : null;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}
