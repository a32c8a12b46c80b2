import { parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { isObject, member } from '@contract/json/json-values';
import type { FieldPath } from './field';
import { printInStyle } from './print-like';

/**
 * Body of a call while it is edited. A change shares all unaffected objects, so a control whose value is the same
 * object does not re-render. The text is the original text, in which only the edited parts are rewritten.
 */
export interface Body {
  readonly value: JsonValue;
  readonly source: { readonly text: string; readonly value: JsonValue };
}

/** @throws JsonSyntaxError with the position. */
export function bodyFromText(text: string): Body {
  const value = parseJson(text);
  return { value, source: { text, value } };
}

export function bodyFromValue(value: JsonValue): Body {
  return { value, source: { text: stringifyJson(value, 2), value } };
}

/** Returns the text that is sent and that the JSON view shows. */
export function bodyText(body: Body): string {
  return printInStyle(body.source.text, body.source.value, body.value);
}

/** Returns `undefined` if nothing is sent, and `null` if `null` is sent. */
export function valueAt(body: Body, path: FieldPath): JsonValue | undefined {
  return valueIn(body.value, path);
}

export function valueIn(value: JsonValue | undefined, path: FieldPath): JsonValue | undefined {
  let current = value;
  for (const step of path) {
    current = typeof step === 'string' ? member(current, step) : Array.isArray(current) ? current[step] : undefined;
  }
  return current;
}

/** Sets a value, which may be `null`. Creates missing parents. */
export function setValue(body: Body, path: FieldPath, value: JsonValue): Body {
  return withValue(body, put(body.value, path, value));
}

/**
 * Removes the value at a path, so that it is not sent; removes an item from its array. Parents remain, even if empty.
 */
export function removeValue(body: Body, path: FieldPath): Body {
  const step = path.at(-1);
  if (step === undefined || valueAt(body, path) === undefined) return body;
  const parent = path.slice(0, -1);
  const from = valueAt(body, parent);
  if (Array.isArray(from)) return setValue(body, parent, from.toSpliced(Number(step), 1));
  if (!isObject(from)) return body;
  return setValue(body, parent, Object.fromEntries(Object.entries(from).filter(([name]) => name !== step)));
}

function withValue(body: Body, value: JsonValue): Body {
  return value === body.value ? body : { ...body, value };
}

function put(target: JsonValue | undefined, path: FieldPath, value: JsonValue): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items = Array.isArray(target) ? target : [];
    const next = put(items[step], rest, value);
    return next === items[step] ? items : items.toSpliced(step, 1, next);
  }
  const object = isObject(target) ? target : {};
  const before = member(object, step);
  const next = put(before, rest, value);
  // A computed key creates an own property, even for `__proto__`.
  return next === before && Object.hasOwn(object, step) ? object : { ...object, [step]: next };
}
