import { pathKey, type FieldPath } from '../../schema/field';
import type { FormError } from '../../schema/form-error';
import { errorText } from './error-text';
import { useForm } from '../state/form-context';
import type { FormState } from '../state/form-state';

/**
 * Returns the text of the errors to show at a path: those of the service at once, those of the schema after the field
 * has lost focus or Run was pressed. An empty form is not full of errors.
 */
export function useErrors(path: FieldPath): string | undefined {
  const key = pathKey(path);
  // Selects text, not errors: most fields have none, and equal text does not cause a re-render.
  return useForm((state) => {
    const server = state.receivedErrors[key];
    const schema = isShown(state, key) ? state.schemaErrors[key] : undefined;
    const unread = state.typed[key]?.problem ?? undefined;
    return server || schema || unread ? sentence(path, unread, [...(server ?? []), ...(schema ?? [])]) : undefined;
  });
}

export function isShown(state: FormState, key: string): boolean {
  return state.isAttempted || state.left[key] === true;
}

export function sentence(
  path: FieldPath,
  unread: string | undefined,
  errors: readonly FormError[],
): string | undefined {
  const words = [...(unread === undefined ? [] : [unread]), ...errors.map((error) => errorText(error, path))];
  return words.length > 0 ? words.join(' ') : undefined;
}
