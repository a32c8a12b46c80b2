import type { UnpackBudget } from './byte-reader';

export type Inflated = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; why: 'too_large' | 'broken' };

/**
 * Stops once more than `maxBytes` are decompressed: a small input can expand to gigabytes of zeroes.
 * @throws ReadStop if that uses up the budget
 */
export async function inflate(
  packed: Uint8Array<ArrayBuffer> | Blob,
  format: 'deflate' | 'deflate-raw',
  maxBytes: number,
  budget?: UnpackBudget,
): Promise<Inflated> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const parts: Uint8Array[] = [];
  const limit = Math.min(maxBytes, budget?.bytesLeft ?? Infinity);
  let size = 0;
  let isBroken = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > limit) {
        await reader.cancel();
        break;
      }
      parts.push(value);
    }
  } catch {
    isBroken = true;
  }
  budget?.charge(size);
  if (isBroken || size > limit) return { ok: false, why: isBroken ? 'broken' : 'too_large' };
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return { ok: true, bytes };
}
