import { uint64, type ByteReader } from '../byte-reader';
import { memberText } from '../classify-text';
import { decodeText } from '../decode-text';
import type { TextCollector } from '../embedded-texts';

const SIZE_BYTES = 8;

/** Reads `__metadata__` in the header of a safetensors file, which `.latent` files of ComfyUI are, too. */
export async function readSafetensors(bytes: ByteReader, found: TextCollector): Promise<void> {
  const length = uint64(await bytes.view(0, SIZE_BYTES), 0, true);
  if (!found.accepts('__metadata__', length)) return;
  const text = decodeText(await bytes.read(SIZE_BYTES, length));
  for (const key of ['prompt', 'workflow', 'parameters']) {
    const value = memberText(text, ['__metadata__', key]);
    if (value !== null) found.add(key, value);
  }
}

/** The format has no signature: eight bytes of length, then JSON of that length. */
export function isSafetensors(head: Uint8Array<ArrayBuffer>, fileSize: number): boolean {
  if (head.byteLength < SIZE_BYTES + 2 || head[SIZE_BYTES] !== 0x7b) return false;
  const length = uint64(new DataView(head.buffer, head.byteOffset), 0, true);
  return length >= 2 && length <= fileSize - SIZE_BYTES;
}
