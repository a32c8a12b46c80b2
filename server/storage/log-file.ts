import { open, type FileHandle } from 'node:fs/promises';
import type { Syncing } from './group-sync';

const CHUNK_BYTES = 1024 * 1024;

/** Takes what was written to a file to the disk. */
export type SyncFile = (file: FileHandle) => Promise<void>;

export const datasync: SyncFile = (file) => file.datasync();

/**
 * The write-ahead log of an open database, for syncing it in another thread than the one that writes it. SQLite keeps the file
 * as long as a connection is open, and sets no locks on it, so that a second descriptor does no harm.
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
   * After a sync that failed, the system may take lost bytes for written: only what is written again is synced again. To be
   * called while nothing is appended.
   */
  async syncAgain(): Promise<void> {
    const file = await this.#open();
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let place = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, place);
      if (bytesRead === 0) break;
      const { bytesWritten } = await file.write(buffer, 0, bytesRead, place);
      place += bytesWritten;
    }
    await this.#syncFile(file);
  }

  /** After what is under way. */
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
