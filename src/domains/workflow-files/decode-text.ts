/** Specifications often say Latin-1 where writers store UTF-8: decodes UTF-8, and what is not UTF-8 as Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A type or keyword of a few bytes. */
export function latin1(bytes: Uint8Array): string {
  return String.fromCodePoint(...bytes);
}

/** UTF-16 by its byte order mark; without one, by where the zeroes of its first characters are. */
export function decodeUtf16(bytes: Uint8Array, isLittleEndianByDefault: boolean): string {
  const [first, second] = bytes;
  let isLittle = isLittleEndianByDefault;
  if (first === 0xff && second === 0xfe) isLittle = true;
  else if (first === 0xfe && second === 0xff) isLittle = false;
  else if (first === 0 && second !== 0) isLittle = false;
  else if (second === 0 && first !== 0) isLittle = true;
  return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes);
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Longer than any entity. */
const MAX_ENTITY_CHARS = 12;
/** Replacing holds all matches in memory: of a text of nothing else, forty times its size. */
const ENTITY_SLICE = 65_536;

/** Replaces the entities of XML. Unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + ENTITY_SLICE, text.length);
    // Not within an entity.
    const open = text.slice(end - MAX_ENTITY_CHARS, end).lastIndexOf('&');
    if (end < text.length && open >= 0) end -= MAX_ENTITY_CHARS - open;
    parts.push(decodeSlice(text.slice(at, end)));
    at = end;
  }
  return parts.join('');
}

function decodeSlice(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return NAMED[name] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}
