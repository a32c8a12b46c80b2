import { isObject } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { setValue, valueAt, type Body } from './body';
import type { FieldPath } from './field';

/** Changes of lists and maps. They come with the first list or map of a form. */

/** Makes the array where there is none. */
export function appendItems(body: Body, path: FieldPath, values: readonly JsonValue[]): Body {
  const items = valueAt(body, path);
  return setValue(body, path, [...(Array.isArray(items) ? items : []), ...values]);
}

export function moveItem(body: Body, path: FieldPath, from: number, to: number): Body {
  const items = valueAt(body, path);
  if (!Array.isArray(items) || from === to || !(from in items) || !(to in items)) return body;
  const item = items[from] as JsonValue;
  return setValue(body, path, items.toSpliced(from, 1).toSpliced(to, 0, item));
}

/** Keeps the place among the members. A name that is taken changes nothing. */
export function renameMember(body: Body, path: FieldPath, from: string, to: string): Body {
  const object = valueAt(body, path);
  if (!isObject(object) || !Object.hasOwn(object, from) || Object.hasOwn(object, to)) return body;
  const members = Object.entries(object).map(([name, value]) => [name === from ? to : name, value] as const);
  return setValue(body, path, Object.fromEntries(members));
}
