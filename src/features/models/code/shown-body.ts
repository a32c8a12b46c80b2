import { LosslessNumber, parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';

const MAX_TEXT_CHARS = 400;
const INDENT = 2;

/** Formats the body on several lines; returns text that is not JSON unchanged. */
export function indentBody(bodyText: string): string {
  const body = read(bodyText);
  return body === undefined ? bodyText : stringifyJson(body, INDENT);
}

/**
 * Formats the body for display only: long strings, typically base64 images, are truncated in the middle.
 * @returns `null` if no string is that long or the body is not JSON
 */
export function truncateBody(bodyText: string): string | null {
  const body = read(bodyText);
  if (body === undefined) return null;
  let isTruncated = false;
  const short = mapTexts(body, (text) => {
    if (text.length <= MAX_TEXT_CHARS) return text;
    isTruncated = true;
    return `${text.slice(0, 48)}…${text.length - 64} characters…${text.slice(-16)}`;
  });
  return isTruncated ? stringifyJson(short, INDENT) : null;
}

function read(bodyText: string): JsonValue | undefined {
  try {
    return parseJson(bodyText);
  } catch {
    return undefined;
  }
}

/** Recursive: `parseJson` limits the nesting to a depth that the stack can handle. */
function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (value === null || typeof value !== 'object' || value instanceof LosslessNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, mapTexts(property, change)]));
}
