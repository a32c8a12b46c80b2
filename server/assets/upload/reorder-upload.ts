import type { BodyBudget } from '../../http/body-budget';
import { isJobApiError } from '../../http/job-api-error';
import type { MultipartUpload } from './multipart';

/** Maximum size of a file that is buffered because it precedes its text parts. */
export const MAX_HELD_BYTES = 16 * 1024 ** 2;

/**
 * Some clients send the file first (J-4.94 requires the text parts first). Buffers such a file if it fits into memory, so that
 * the text parts after it are available as if they had come first.
 * @returns `null` if it is too large, or too many such uploads are in memory; then abandon the rest
 */
export async function holdFileFirst(
  file: AsyncIterable<Uint8Array>,
  upload: MultipartUpload,
  { budget, maxBytes }: { budget: BodyBudget; maxBytes: number },
): Promise<{ upload: MultipartUpload; release: () => void } | null> {
  const share = budget.open();
  const limit = Math.min(MAX_HELD_BYTES, maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of file) {
      size += chunk.byteLength;
      if (size > limit) break;
      share.add(chunk.byteLength);
      // A copy, since the parser may reuse its buffer.
      chunks.push(new Uint8Array(chunk));
    }
    if (size <= limit) return { upload: reordered(upload, chunks, await upload.lateFields()), release: share.release };
  } catch (error) {
    share.release();
    if (isJobApiError(error) && error.type === 'queue_full') return null;
    throw error;
  }
  share.release();
  return null;
}

function reordered(
  upload: MultipartUpload,
  chunks: readonly Uint8Array[],
  late: ReadonlyMap<string, readonly string[]>,
): MultipartUpload {
  const fields = new Map(upload.fields);
  for (const [name, values] of late) fields.set(name, [...(fields.get(name) ?? []), ...values]);
  return {
    ...upload,
    fields,
    file: upload.file && { name: upload.file.name, content: heldContent(chunks) },
    lateFields: () => Promise.resolve(new Map()),
  };
}

async function* heldContent(chunks: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* chunks;
}
