import type { FileHandle } from 'node:fs/promises';

const BUFFER_BYTES = 512 * 1024;

/**
 * Writes to a file while the next bytes come in: one buffer is on its way to the disk, the other is being filled. The
 * source waits when both are full, so memory stays flat.
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

  /** The chunk is copied. @throws what an earlier write failed with. */
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

  /** Resolves when the system has taken all bytes. */
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
    // It is told by the next call; until then it must not count as unheard.
    this.#writing.catch(() => {});
  }
}

/** A full disk may take a part first and refuse the rest. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.byteLength;) {
    offset += (await handle.write(bytes, offset, bytes.byteLength - offset)).bytesWritten;
  }
}
