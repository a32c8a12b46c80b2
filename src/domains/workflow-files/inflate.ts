export type Inflated = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; why: 'too_large' | 'broken' };

/** Stops once more than `maxBytes` are decompressed: a small input can expand to gigabytes of zeroes. */
export async function inflate(
  packed: Uint8Array<ArrayBuffer> | Blob,
  format: 'deflate' | 'deflate-raw',
  maxBytes: number,
): Promise<Inflated> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) {
        await reader.cancel();
        return { ok: false, why: 'too_large' };
      }
      parts.push(value);
    }
  } catch {
    return { ok: false, why: 'broken' };
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return { ok: true, bytes };
}
