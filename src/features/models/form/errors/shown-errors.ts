import type { FormError } from '../../schema/form-error';
import type { FormState } from '../state/form-state';

type Errors = Pick<FormState, 'receivedErrors' | 'schemaErrors' | 'isAttempted'>;

/**
 * Returns the errors of the service, and those of the schema after Run was pressed. At the same path, the service takes
 * precedence.
 */
export function shownErrors({ receivedErrors, schemaErrors, isAttempted }: Errors): readonly FormError[] {
  const reported = Object.values(receivedErrors).flat();
  if (!isAttempted) return reported;
  return [...reported, ...Object.entries(schemaErrors).flatMap(([key, errors]) => (receivedErrors[key] ? [] : errors))];
}
