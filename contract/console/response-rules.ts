import { checkEnvelope } from '../jobs/response-rules';
import type { ResponseRules } from '../response-rules';
import { CONSOLE_ERRORS } from './operation-specs';
import { CONSOLE_OPERATIONS, type ConsoleOperationId } from './operations';
import { writtenConsoleSchema } from './written-schemas';

/** Rules of a console operation. Errors use the envelope of the Job API. */
export function consoleResponseRules(id: ConsoleOperationId): ResponseRules {
  return {
    operation: CONSOLE_OPERATIONS[id],
    written: writtenConsoleSchema,
    checkError: (response, body) => checkEnvelope(response, body, CONSOLE_ERRORS[id]),
  };
}
