import { parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { isObject, member } from '@contract/json/json-values';
import type { FieldPath } from './field';
import { printLike } from './print-like';

/**
 * The body of a call while it is edited. Changes share everything that they do not touch, so a control whose value is the
 * same object has nothing to draw; and its text is the text that came in, with only the edited places written anew.
 */
export interface Body {
  readonly value: JsonValue;
  readonly source: { readonly text: string; readonly value: JsonValue };
}

/** @throws JsonSyntaxError with the place. */
export function bodyFromText(text: string): Body {
  const value = parseJson(text);
  return { value, source: { text, value } };
}

export function bodyFromValue(value: JsonValue): Body {
  return { value, source: { text: stringifyJson(value, 2), value } };
}

/** What is sent and what the JSON view shows. */
export function bodyText(body: Body): string {
  return printLike(body.source.text, body.source.value, body.value);
}

/** Undefined where nothing is sent; null where null is. */
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

/** Sends a value, null included. Parents that are missing are made. */
export function setValue(body: Body, path: FieldPath, value: JsonValue): Body {
  return withValue(body, put(body.value, path, value));
}

/**
 * Sends nothing at a path; an item of an array is taken out.
 * Parent objects that have nothing left go as well, down to `keepDepth` levels from the root (by default none goes).
 */
export function removeValue(body: Body, path: FieldPath, keepDepth = path.length - 1): Body {
  if (path.length === 0 || valueAt(body, path) === undefined) return body;
  let depth = path.length;
  while (depth - 1 > keepDepth && hasOneMember(valueAt(body, path.slice(0, depth - 1)))) depth -= 1;
  const parent = path.slice(0, depth - 1);
  const step = path[depth - 1];
  const from = valueAt(body, parent);
  if (Array.isArray(from)) return setValue(body, parent, from.toSpliced(Number(step), 1));
  if (!isObject(from)) return body;
  return setValue(body, parent, Object.fromEntries(Object.entries(from).filter(([name]) => name !== step)));
}

/** Makes the array where there is none. */
export function insertItem(body: Body, path: FieldPath, index: number, value: JsonValue): Body {
  const items = valueAt(body, path);
  return setValue(body, path, Array.isArray(items) ? items.toSpliced(index, 0, value) : [value]);
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

function withValue(body: Body, value: JsonValue): Body {
  return value === body.value ? body : { ...body, value };
}

function hasOneMember(value: JsonValue | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 1;
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
  // A computed key makes an own member even of `__proto__`.
  return next === before && Object.hasOwn(object, step) ? object : { ...object, [step]: next };
}
