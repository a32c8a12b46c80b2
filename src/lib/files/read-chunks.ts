const CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Hands a file over piece by piece; a piece is valid only inside `take`, because its buffer is read into again. Two
 * buffers are in turn, so that the browser reads the next piece while this one is hashed. The file is never whole in memory.
 */
export async function readChunks(file: Blob, take: (chunk: Uint8Array) => void): Promise<void> {
  const reader = byteReader(file.stream());
  if (!reader) {
    await readPlain(file, take);
    return;
  }
  const spare = new Uint8Array(new ArrayBuffer(CHUNK_BYTES));
  let next = reader.read(new Uint8Array(new ArrayBuffer(CHUNK_BYTES)));
  let free: Uint8Array<ArrayBuffer> = spare;
  for (;;) {
    const { done, value } = await next;
    if (done) return;
    next = reader.read(free);
    // The next iteration reports a failed read; without this it would also count as unhandled while we hash.
    next.catch(() => {});
    take(value);
    free = new Uint8Array(value.buffer);
  }
}

/** Returns `null` if streams do not support BYOB readers (WebKit). */
function byteReader(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStreamBYOBReader | null {
  try {
    return stream.getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}

async function readPlain(file: Blob, take: (chunk: Uint8Array) => void): Promise<void> {
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    take(value);
  }
}
