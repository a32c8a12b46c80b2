/** Chunk size: the number of arguments of `String.fromCharCode` is limited. */
const CHUNK_BYTES = 8192;

/** Encodes base64 with web APIs only, since the gateway also runs in browsers. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES));
  }
  return btoa(binary);
}
