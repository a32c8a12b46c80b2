import { useMemo } from 'react';
import type { FieldPath } from '../schema/field';
import type { FieldFault } from '../schema/field-fault';
import { pathKey } from '../schema/path';
import { faultText } from './fault-text';
import { faultsWithin } from './fault-table';
import { useForm } from './form-context';
import type { FaultTable, FormState } from './form-state';

const NONE: readonly FieldFault[] = [];

/**
 * What is wrong at a place, in words, for the person to see now: what a service said at once, what the schema says once the
 * field was left or Run was pressed. An empty form is not full of errors.
 */
export function useFaults(path: FieldPath): string | undefined {
  const key = pathKey(path);
  const unread = useForm((state) => state.unreadFields[key]);
  const server = useForm((state) => state.serverFaults[key] ?? NONE);
  const schema = useForm((state) => (isTold(state, key) ? (state.schemaFaults[key] ?? NONE) : NONE));
  return useMemo(() => sentence(path, unread, [...server, ...schema]), [path, unread, server, schema]);
}

/** The same with all that lies below, where no field of its own could show it. */
export function useFaultsWithin(path: FieldPath): string | undefined {
  const key = pathKey(path);
  const unread = useForm((state) => state.unreadFields[key]);
  const server = useForm((state) => state.serverFaults);
  const schema = useForm((state) => (isTold(state, key) ? state.schemaFaults : NO_TABLE));
  return useMemo(() => {
    return sentence(path, unread, [...faultsWithin(server, path), ...faultsWithin(schema, path)]);
  }, [path, unread, server, schema]);
}

const NO_TABLE: FaultTable = {};

function isTold(state: FormState, key: string): boolean {
  return state.isAttempted || state.left[key] === true;
}

function sentence(path: FieldPath, unread: string | undefined, faults: readonly FieldFault[]): string | undefined {
  const words = [...(unread === undefined ? [] : [unread]), ...faults.map((fault) => faultText(fault, path))];
  return words.length > 0 ? words.join(' ') : undefined;
}
