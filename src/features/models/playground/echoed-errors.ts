import { parseJson } from '@contract/json/lossless';
import type { FieldFault } from '@contract/router/validation-error';
import { readDetailList } from '@/api/runs/read-failure';
import type { RunFailure } from '@/api/runs/run-record';

/**
 * The faults of a refusal with every digit that the service echoed. The record itself goes through a database and between
 * tabs, which keep plain numbers only; its body is the text as it came.
 */
export function echoedFaults({ bodyText, faults }: RunFailure): readonly FieldFault[] {
  try {
    return readDetailList(parseJson(bodyText));
  } catch {
    // A body at such length that it was cut.
    return faults;
  }
}
