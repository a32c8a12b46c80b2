import type { FieldPath } from '../schema/field';
import type { FormFault } from '../schema/form-error';
import { isWithin, pathKey } from '../schema/path';
import { useForm } from './form-context';
import type { ErrorTable } from './form-state';
import { isTold, sentence } from './use-field-errors';

/** What is wrong at a place with all that lies below, where no field of its own could show it. */
export function useErrorsWithin(path: FieldPath): string | undefined {
  const key = pathKey(path);
  return useForm((state) => {
    const schema = isTold(state, key) ? faultsWithin(state.schemaFaults, path) : [];
    return sentence(path, state.unreadFields[key], [...faultsWithin(state.serverFaults, path), ...schema]);
  });
}

function faultsWithin(table: ErrorTable, path: FieldPath): readonly FormFault[] {
  return Object.values(table).flatMap((list) => list.filter((fault) => isWithin(fault.path, path)));
}
