import type { FormError } from '../../schema/form-error';
import type { FormState } from '../state/form-state';

type Errors = Pick<FormState, 'serverFaults' | 'schemaFaults' | 'isAttempted'>;

/**
 * Returns the errors of the service, and those of the schema after Run was pressed. At the same path, the service takes
 * precedence.
 */
export function shownErrors({ serverFaults, schemaFaults, isAttempted }: Errors): readonly FormError[] {
  const told = Object.values(serverFaults).flat();
  if (!isAttempted) return told;
  return [...told, ...Object.entries(schemaFaults).flatMap(([key, errors]) => (serverFaults[key] ? [] : errors))];
}
