/**
 * Strict parser of media types (RFC 9110, 8.3.1). Browsers are lenient: Chromium reads `image/png;, text/html` as HTML. So
 * untrusted text is never sent as a `Content-Type`; the header is serialized from the parsed parts.
 */
export interface MediaType {
  /** Lower case, without parameters: `text/plain`. */
  essence: string;
  /** Parameters by lower-case name, with unquoted values. */
  parameters: ReadonlyMap<string, string>;
}

const TOKEN = /[\w!#$%&'*+.^`|~-]+/y;
const QUOTED = /"((?:[\t \x21\x23-\x5b\x5d-\x7e]|\\[\t\x20-\x7e])*)"/y;
const SEPARATOR = /[\t ]*;[\t ]*/y;
const WHOLE_TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const MAX_LENGTH = 255;

export const UNKNOWN_TYPE = 'application/octet-stream';

/** Returns `null` if the text is not a media type. */
export function parseMediaType(text: string): MediaType | null {
  if (text.length > MAX_LENGTH) return null;
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  const takeSign = (sign: string): boolean => {
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  };
  const type = take(TOKEN)?.[0];
  if (type === undefined || !takeSign('/')) return null;
  const subtype = take(TOKEN)?.[0];
  if (subtype === undefined) return null;
  const parameters = new Map<string, string>();
  while (at < text.length) {
    if (!take(SEPARATOR)) return null;
    const name = take(TOKEN)?.[0].toLowerCase();
    if (name === undefined || parameters.has(name) || !takeSign('=')) return null;
    const quoted = take(QUOTED)?.[1];
    const value = quoted === undefined ? take(TOKEN)?.[0] : quoted.replace(/\\(.)/g, '$1');
    if (value === undefined) return null;
    parameters.set(name, value);
  }
  return { essence: `${type}/${subtype}`.toLowerCase(), parameters };
}

/** Returns the type as sent in headers; `application/octet-stream` if the text is not a media type. */
export function normalizeMediaType(text: string): string {
  const parsed = parseMediaType(text);
  if (!parsed) return UNKNOWN_TYPE;
  const parameters = [...parsed.parameters].map(([name, value]) =>
    WHOLE_TOKEN.test(value) ? `; ${name}=${value}` : `; ${name}="${value.replace(/["\\]/g, '\\$&')}"`,
  );
  return parsed.essence + parameters.join('');
}

/** Returns the lower-case type without parameters; `application/octet-stream` if the text is not a media type. */
export function essenceOf(text: string): string {
  return parseMediaType(text)?.essence ?? UNKNOWN_TYPE;
}
