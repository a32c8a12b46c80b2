import { isSameJson } from '@contract/json/json-values';
import { isWithin, pathKey, type FieldPath } from '../../schema/field';
import type { FormError } from '../../schema/form-error';

/** Errors by path key. */
export type ErrorTable = Readonly<Record<string, readonly FormError[]>>;

/** Groups errors by path. A path without changes keeps its list, so that its field does not re-render. */
export function errorTable(errors: readonly FormError[], before: ErrorTable): ErrorTable {
  const lists = new Map<string, FormError[]>();
  for (const error of errors) {
    const key = pathKey(error.path);
    lists.set(key, [...(lists.get(key) ?? []), error]);
  }
  return Object.fromEntries(
    [...lists].map(([key, list]) => {
      const old = before[key];
      return [key, old && isSameList(old, list) ? old : list];
    }),
  );
}

function isSameList(left: readonly FormError[], right: readonly FormError[]): boolean {
  return left.length === right.length && left.every((error, index) => isSameError(error, right[index]));
}

function isSameError(left: FormError, right: FormError | undefined): boolean {
  return right !== undefined && left.message === right.message && isSameJson(left.input, right.input);
}

/** Removes the errors that the service reported for a path; they no longer apply once the value changes. */
export function withoutPlace(table: ErrorTable, path: FieldPath): ErrorTable {
  const kept = Object.entries(table).filter(([, [error]]) => {
    return error && !isWithin(error.path, path) && !isWithin(path, error.path);
  });
  return kept.length === Object.keys(table).length ? table : Object.fromEntries(kept);
}

interface ErrorsOfForm {
  receivedErrors: ErrorTable;
  schemaErrors: ErrorTable;
  /** Whether Run was pressed. */
  isAttempted: boolean;
}

/**
 * Returns the errors of the service, and those of the schema after Run was pressed. At the same path, the service takes
 * precedence.
 */
export function shownErrors({ receivedErrors, schemaErrors, isAttempted }: ErrorsOfForm): readonly FormError[] {
  const reported = Object.values(receivedErrors).flat();
  if (!isAttempted) return reported;
  return [...reported, ...Object.entries(schemaErrors).flatMap(([key, errors]) => (receivedErrors[key] ? [] : errors))];
}
