import { parseJson } from '@contract/json/lossless';
import type { FieldError } from '@contract/router/validation-error';
import { readFieldErrors } from '@/api/error-body';
import type { RunFailure } from '@/domains/model-calls/run-record';

const read = new WeakMap<RunFailure, readonly FieldError[]>();

/**
 * Returns the field errors of a rejection with every digit that the service returned, parsed once for all components.
 * The run record passes through a database and between tabs, which only keep plain numbers; its body is the original
 * text.
 */
export function echoedErrors(failure: RunFailure): readonly FieldError[] {
  const known = read.get(failure) ?? readEchoed(failure);
  read.set(failure, known);
  return known;
}

function readEchoed({ bodyText, faults }: RunFailure): readonly FieldError[] {
  try {
    return readFieldErrors(parseJson(bodyText));
  } catch {
    // The body was so long that it was truncated.
    return faults;
  }
}
