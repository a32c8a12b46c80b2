import type { FieldPath } from '../schema/field';
import type { FormFault } from '../schema/form-error';
import { pathKey } from '../schema/path';
import { errorText } from './error-text';
import { useForm } from './form-context';
import type { FormState } from './form-state';

/**
 * What is wrong at a place, in words, for the person to see now: what a service said at once, what the schema says once the
 * field was left or Run was pressed. An empty form is not full of errors.
 */
export function useFaults(path: FieldPath): string | undefined {
  const key = pathKey(path);
  // Words and not faults: most fields have none, and the same words draw nothing anew.
  return useForm((state) => {
    const server = state.serverFaults[key];
    const schema = isTold(state, key) ? state.schemaFaults[key] : undefined;
    const unread = state.unreadFields[key];
    return server || schema || unread ? sentence(path, unread, [...(server ?? []), ...(schema ?? [])]) : undefined;
  });
}

export function isTold(state: FormState, key: string): boolean {
  return state.isAttempted || state.left[key] === true;
}

export function sentence(
  path: FieldPath,
  unread: string | undefined,
  faults: readonly FormFault[],
): string | undefined {
  const words = [...(unread === undefined ? [] : [unread]), ...faults.map((fault) => errorText(fault, path))];
  return words.length > 0 ? words.join(' ') : undefined;
}
