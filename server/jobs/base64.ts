/** `String.fromCharCode` takes its characters as arguments, and those have a limit. */
const CHUNK = 0x2000;

/** Base64 with web standards alone: the gateway also runs in browsers. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.byteLength; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(binary);
}
