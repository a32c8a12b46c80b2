/** Returns a checksum of 32 bits, at once: equal texts have equal ones, and different texts nearly always different ones. */
export function checksumOf(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return sum >>> 0;
}
