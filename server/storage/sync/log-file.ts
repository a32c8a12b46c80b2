import { open, type FileHandle } from 'node:fs/promises';
import type { Syncing } from './group-sync';

const CHUNK_BYTES = 1024 * 1024;

/** Flushes the written bytes of a file to disk. */
export type SyncFile = (file: FileHandle) => Promise<void>;

export const datasync: SyncFile = (file) => file.datasync();

/**
 * The write-ahead log of an open database, for syncing it in another thread than the writer's. SQLite keeps the file while a
 * connection is open and sets no locks on it, so a second descriptor is safe.
 */
export class LogFile implements Syncing {
  readonly #path: string;
  readonly #syncFile: SyncFile;
  #opening: Promise<FileHandle> | null = null;

  /** @param path of the database */
  constructor(path: string, syncFile: SyncFile) {
    this.#path = `${path}-wal`;
    this.#syncFile = syncFile;
  }

  async sync(): Promise<void> {
    await this.#syncFile(await this.#open());
  }

  /**
   * Syncs again after a failure. The system may then take lost bytes for written, so all bytes are written again first. Call it
   * while nothing is appended.
   */
  async syncAgain(): Promise<void> {
    const file = await this.#open();
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let position = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, position);
      if (bytesRead === 0) break;
      const { bytesWritten } = await file.write(buffer, 0, bytesRead, position);
      position += bytesWritten;
    }
    await this.#syncFile(file);
  }

  /** Waits for pending work, then closes the file. */
  async close(): Promise<void> {
    const file = await this.#opening?.catch(() => null);
    await file?.close();
  }

  async #open(): Promise<FileHandle> {
    const opening = this.#opening ?? open(this.#path, 'r+');
    this.#opening = opening;
    try {
      return await opening;
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }
}
