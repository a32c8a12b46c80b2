/** Number of leading characters that are checked for base64. */
const PROBE_CHARS = 88;
/** Shorter texts in this alphabet are words and ids. */
const MIN_CHARS = 64;
const ALPHABET = /^[A-Za-z0-9+/_-]+={0,2}$/;

export interface InlineBytes {
  base64: string;
  /** Media type from the `data:` URL; otherwise empty. */
  contentType: string;
}

/** Parses text that contains bytes: a base64 `data:` URL, or raw base64. `null` for any other text. */
export function readInline(text: string): InlineBytes | null {
  if (text.startsWith('data:')) {
    const comma = text.indexOf(',');
    const head = text.slice('data:'.length, Math.min(comma, 200));
    if (comma < 0 || !head.endsWith(';base64')) return null;
    return { base64: text.slice(comma + 1), contentType: (head.split(';')[0] ?? '').toLowerCase() };
  }
  if (text.length < MIN_CHARS) return null;
  const probe = text.slice(0, PROBE_CHARS).replaceAll(/[\r\n]/g, '');
  return ALPHABET.test(probe) ? { base64: text, contentType: '' } : null;
}

/** Returns the bytes at the start of a base64 text; empty if the text is not base64. */
export function headOf(base64: string, byteCount: number): Uint8Array {
  const chars = Math.ceil(byteCount / 3) * 4;
  return decode(base64.slice(0, chars)) ?? new Uint8Array();
}

/** Each part is a multiple of four characters, so that it can be decoded alone. */
const PART_CHARS = 4 * 256 * 1024;

/** Decodes in chunks, so that a 60 MB video needs no second copy as text. `null` if the text is not base64. */
export function decodeBase64(base64: string, contentType: string): Blob | null {
  const clean = /\s/.test(base64) ? base64.replaceAll(/\s+/g, '') : base64;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < clean.length; at += PART_CHARS) {
    const bytes = decode(clean.slice(at, at + PART_CHARS));
    if (!bytes) return null;
    parts.push(bytes);
  }
  return new Blob(parts, { type: contentType });
}

/** Returns the number of bytes that a base64 text encodes. */
export function sizeOfBase64(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.floor((base64.length * 3) / 4) - padding;
}

function decode(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}
