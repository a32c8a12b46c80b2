import { LosslessNumber, stringifyJson, type JsonValue } from '@contract/json/lossless';

/** Longer texts are files in base64: only their beginning goes to the worker with every keystroke. */
const MAX_TEXT = 200_000;

/** The text of a body with its longest texts cut short. Limits on lengths beyond that are left to the service. */
export function checkableText(value: JsonValue): string {
  return stringifyJson(shortened(value));
}

function shortened(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.length > MAX_TEXT ? value.slice(0, MAX_TEXT) : value;
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item)]));
}
