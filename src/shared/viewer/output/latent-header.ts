/** Metadata of a tensor file in the safetensors format, which latents use; does not read the tensor data. */
export interface LatentHeader {
  tensors: readonly { name: string; dtype: string; shape: readonly number[] }[];
  /** Metadata from the writer, such as the workflow. */
  notes: readonly { name: string; text: string }[];
}

export const MAX_HEADER_BYTES = 256 * 1024;
const LENGTH_BYTES = 8;

/** @param head the first bytes of the file @returns null where they are no such header, or where it is cut */
export function readLatentHeader(head: Uint8Array): LatentHeader | null {
  if (head.byteLength < LENGTH_BYTES) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const length = Number(view.getBigUint64(0, true));
  if (length > head.byteLength - LENGTH_BYTES) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
    return headerOf(JSON.parse(text));
  } catch {
    return null;
  }
}

function headerOf(value: unknown): LatentHeader | null {
  if (!isRecord(value)) return null;
  const tensors = Object.entries(value).flatMap(([name, entry]) => {
    if (name === '__metadata__' || !isRecord(entry)) return [];
    const { dtype, shape } = entry;
    if (typeof dtype !== 'string' || !Array.isArray(shape)) return [];
    return [{ name, dtype, shape: shape.filter((side): side is number => typeof side === 'number') }];
  });
  const metadata = value['__metadata__'];
  const notes = isRecord(metadata)
    ? Object.entries(metadata).map(([name, text]) => ({
        name,
        text: typeof text === 'string' ? text : JSON.stringify(text),
      }))
    : [];
  return tensors.length + notes.length > 0 ? { tensors, notes } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
