import { isSameJson } from '@contract/json/json-values';
import type { FieldPath } from '../schema/field';
import type { FormFault } from '../schema/form-error';
import { isWithin, pathKey } from '../schema/path';
import type { ErrorTable } from './form-state';

/** Faults at their places. A place where nothing changed keeps its list, so that its field is not drawn again. */
export function errorTable(faults: readonly FormFault[], before: ErrorTable): ErrorTable {
  const lists = new Map<string, FormFault[]>();
  for (const fault of faults) {
    const key = pathKey(fault.path);
    lists.set(key, [...(lists.get(key) ?? []), fault]);
  }
  return Object.fromEntries(
    [...lists].map(([key, list]) => {
      const old = before[key];
      return [key, old && isSameList(old, list) ? old : list];
    }),
  );
}

function isSameList(left: readonly FormFault[], right: readonly FormFault[]): boolean {
  return left.length === right.length && left.every((fault, index) => isSameFault(fault, right[index]));
}

function isSameFault(left: FormFault, right: FormFault | undefined): boolean {
  return right !== undefined && left.message === right.message && isSameJson(left.input, right.input);
}

/** What a service said of a place is about what was sent: it ends with the first change there. */
export function withoutPlace(table: ErrorTable, path: FieldPath): ErrorTable {
  const kept = Object.entries(table).filter(([, [fault]]) => {
    return fault && !isWithin(fault.path, path) && !isWithin(path, fault.path);
  });
  return kept.length === Object.keys(table).length ? table : Object.fromEntries(kept);
}
