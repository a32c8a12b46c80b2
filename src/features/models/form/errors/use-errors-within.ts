import { isWithin, pathKey, type FieldPath } from '../../schema/field';
import type { FormError } from '../../schema/form-error';
import { useForm } from '../state/form-context';
import type { ErrorTable } from '../state/form-state';
import { isShown, sentence } from './use-field-errors';

/** Returns the errors at a path and below it that no other field can show. */
export function useErrorsWithin(path: FieldPath): string | undefined {
  const key = pathKey(path);
  return useForm((state) => {
    const schema = isShown(state, key) ? errorsWithin(state.schemaErrors, path) : [];
    return sentence(path, state.typed[key]?.problem ?? undefined, [
      ...errorsWithin(state.receivedErrors, path),
      ...schema,
    ]);
  });
}

function errorsWithin(table: ErrorTable, path: FieldPath): readonly FormError[] {
  return Object.values(table).flatMap((list) => list.filter((error) => isWithin(error.path, path)));
}
