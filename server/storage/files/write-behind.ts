import type { FileHandle } from 'node:fs/promises';

const BUFFER_BYTES = 512 * 1024;

/**
 * Writes to a file while the next bytes arrive: one buffer is written to disk while the other is filled. The source waits if both
 * are full, so memory stays constant.
 */
export class WriteBehind {
  readonly #handle: FileHandle;
  #filling: Buffer = Buffer.alloc(0);
  #spare: Buffer | null = null;
  #filled = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Copies the chunk. @throws the error of an earlier write */
  async add(chunk: Uint8Array): Promise<void> {
    for (let offset = 0; offset < chunk.byteLength;) {
      if (this.#filling.byteLength === 0) this.#filling = Buffer.allocUnsafeSlow(BUFFER_BYTES);
      const part = chunk.subarray(offset, offset + BUFFER_BYTES - this.#filled);
      this.#filling.set(part, this.#filled);
      this.#filled += part.byteLength;
      offset += part.byteLength;
      if (this.#filled === BUFFER_BYTES) await this.#flush();
    }
  }

  /** Resolves when the system has accepted all bytes. */
  async end(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  async #flush(): Promise<void> {
    await this.#writing;
    const full = this.#filling;
    const size = this.#filled;
    this.#filling = this.#spare ?? Buffer.alloc(0);
    this.#spare = full;
    this.#filled = 0;
    this.#writing = writeAll(this.#handle, full.subarray(0, size));
    // The next call reports the error; until then it must not count as unhandled.
    this.#writing.catch(() => {});
  }
}

/** Writes all bytes. A full disk may accept a part first and fail the rest. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.byteLength;) {
    offset += (await handle.write(bytes, offset, bytes.byteLength - offset)).bytesWritten;
  }
}
