import { pathKey, type Field, type FieldPath } from '../../schema/field';

/** Key of the collapsible for the optional properties of an object; the object itself uses its own path. */
export function moreKey(path: FieldPath): string {
  return `more ${pathKey(path)}`;
}

/** Key of the collapsible for a group of properties under one heading. */
export function groupKey({ path, group }: Pick<Field, 'path' | 'group'>): string {
  return groupKeysOf(path.slice(0, -1)) + group;
}

/** Returns the common prefix of the keys of all groups of an object. */
export function groupKeysOf(path: FieldPath): string {
  return `group ${pathKey(path)} `;
}
