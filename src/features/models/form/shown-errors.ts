import type { FormFault } from '../schema/form-error';
import type { FormState } from './form-state';

type Faults = Pick<FormState, 'serverFaults' | 'schemaFaults' | 'isAttempted'>;

/** What the service said, then what the schema says once Run was pressed. Where both speak of a place, the service counts. */
export function shownFaults({ serverFaults, schemaFaults, isAttempted }: Faults): readonly FormFault[] {
  const told = Object.values(serverFaults).flat();
  if (!isAttempted) return told;
  return [...told, ...Object.entries(schemaFaults).flatMap(([key, faults]) => (serverFaults[key] ? [] : faults))];
}
