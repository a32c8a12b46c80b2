import type { FieldPath } from '../schema/field';
import { pathKey } from '../schema/path';

/** The fold of the optional members of an object; the object itself folds under its own path. */
export function moreKey(path: FieldPath): string {
  return `more ${pathKey(path)}`;
}
