import { isObject } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { setValue, valueAt, type Body } from './body';
import type { FieldPath } from './field';

/** Edits of lists and maps; lazy-loaded with the first list or map of a form. */

/** Creates the array if it does not exist. */
export function appendItems(body: Body, path: FieldPath, values: readonly JsonValue[]): Body {
  const items = valueAt(body, path);
  return setValue(body, path, [...(Array.isArray(items) ? items : []), ...values]);
}

export function moveItem(body: Body, path: FieldPath, from: number, to: number): Body {
  const items = valueAt(body, path);
  if (!Array.isArray(items) || from === to || !(to in items)) return body;
  const item = items[from];
  if (item === undefined) return body;
  return setValue(body, path, items.toSpliced(from, 1).toSpliced(to, 0, item));
}

/** Preserves the order of the properties. Does nothing if the name is already in use. */
export function renameProperty(body: Body, path: FieldPath, from: string, to: string): Body {
  const object = valueAt(body, path);
  if (!isObject(object) || !Object.hasOwn(object, from) || Object.hasOwn(object, to)) return body;
  const properties = Object.entries(object).map(([name, value]) => [name === from ? to : name, value] as const);
  return setValue(body, path, Object.fromEntries(properties));
}
