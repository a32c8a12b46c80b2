import type { Field, FieldPath } from '../schema/field';
import { pathKey } from '../schema/path';

/** The fold of the optional members of an object; the object itself folds under its own path. */
export function moreKey(path: FieldPath): string {
  return `more ${pathKey(path)}`;
}

/** The fold of the members of one object that the document's author put under one heading. */
export function groupKey({ path, group }: Pick<Field, 'path' | 'group'>): string {
  return groupKeysOf(path.slice(0, -1)) + group;
}

/** What the keys of all groups of an object begin with. */
export function groupKeysOf(path: FieldPath): string {
  return `group ${pathKey(path)} `;
}
