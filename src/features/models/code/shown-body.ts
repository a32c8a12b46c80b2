import { LosslessNumber, parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';

const MAX_TEXT_CHARS = 400;
const INDENT = 2;

/** Set out in lines; text that is no JSON stays as it is. */
export function laidOut(bodyText: string): string {
  const body = read(bodyText);
  return body === undefined ? bodyText : stringifyJson(body, INDENT);
}

/**
 * The same with long texts, pictures most likely, cut in the middle: to be looked at, not to be run.
 * @returns null where nothing is that long
 */
export function shortened(bodyText: string): string | null {
  const body = read(bodyText);
  if (body === undefined) return null;
  let isCut = false;
  const short = mapTexts(body, (text) => {
    if (text.length <= MAX_TEXT_CHARS) return text;
    isCut = true;
    return `${text.slice(0, 48)}…${text.length - 64} characters…${text.slice(-16)}`;
  });
  return isCut ? stringifyJson(short, INDENT) : null;
}

function read(bodyText: string): JsonValue | undefined {
  try {
    return parseJson(bodyText);
  } catch {
    return undefined;
  }
}

/** Bodies are nested as deep as `parseJson` lets them be, which the stack can take. */
function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (value === null || typeof value !== 'object' || value instanceof LosslessNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]));
}
