import { crc32 } from './crc32';

const SIGNATURE_BYTES = 8;
/** Length, name, 13 bytes and checksum of IHDR, which is always the first chunk. */
const HEADER_BYTES = 25;

/**
 * Inserts a `tEXt` chunk after the header of a PNG, where ComfyUI's SaveImage stores `prompt` and readers expect it.
 * @throws Error if the bytes are not a PNG, or the keyword or text is not plain ASCII
 */
export function addPngText(png: Uint8Array, keyword: string, text: string): Uint8Array {
  const at = SIGNATURE_BYTES + HEADER_BYTES;
  if (png.length < at || png[1] !== 0x50 || png[2] !== 0x4e || png[3] !== 0x47) throw new Error('Not a PNG');
  const body = ascii(`tEXt${keyword}\0${text}`);
  const chunk = new Uint8Array(body.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length - 4);
  chunk.set(body, 4);
  view.setUint32(4 + body.length, crc32(body));
  const out = new Uint8Array(png.length + chunk.length);
  out.set(png.subarray(0, at));
  out.set(chunk, at);
  out.set(png.subarray(at), at + chunk.length);
  return out;
}

/**
 * Converts JSON text to ASCII by escaping characters in strings, like Python. JSON outside strings is always ASCII. Needed
 * because `tEXt` is limited to Latin-1. Digits of numbers stay unchanged.
 */
export function asciiJson(json: string): string {
  const text = json.codePointAt(0) === 0xfeff ? json.slice(1) : json;
  // oxlint-disable-next-line no-control-regex -- ASCII stays unchanged
  return text.replace(/[^\u0000-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function ascii(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) throw new Error('Text of a PNG chunk must be ASCII here');
    bytes[index] = code;
  }
  return bytes;
}
