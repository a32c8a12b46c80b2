import type { FileHandle } from 'node:fs/promises';
import { openDataFile } from '../../storage/files/blob-files';

const CHUNK_BYTES = 256 * 1024;

/** The file that was to be copied is missing or cannot be read; the copy is not at fault. */
export class SourceUnreadable extends Error {
  constructor(file: string, cause: unknown) {
    super(`The file ${file} cannot be read`, { cause });
    this.name = 'SourceUnreadable';
  }
}

/** Reads a stored file. Each chunk is valid until the next one is read. @throws SourceUnreadable */
export async function* readBlobSource(file: string): AsyncIterable<Uint8Array> {
  const handle = await unless(file, () => openDataFile(file));
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await unless(file, () => readNext(handle, buffer));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

const readNext = (handle: FileHandle, buffer: Buffer) => handle.read(buffer, 0, buffer.byteLength, null);

async function unless<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new SourceUnreadable(file, error);
  }
}
