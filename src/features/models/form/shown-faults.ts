import type { FieldFault } from '../schema/field-fault';
import type { FaultTable } from './form-state';

/** What the service said, then what the schema says once Run was pressed. Where both speak of a place, the service counts. */
export function shownFaults(server: FaultTable, schema: FaultTable, isAttempted: boolean): readonly FieldFault[] {
  const told = Object.values(server).flat();
  if (!isAttempted) return told;
  return [...told, ...Object.entries(schema).flatMap(([key, faults]) => (server[key] ? [] : faults))];
}
