import { closeSync, constants, openSync, statfsSync, statSync, truncateSync, writeSync } from 'node:fs';
import { randomFillSync } from 'node:crypto';
import path from 'node:path';
import { isDiskFull } from '../../storage/files/blob-files';
import type { SpareRoom } from '../../storage/spare-room';
import { NO_FOLLOW } from '../../storage/files/own-files';

const MEGABYTE = 1024 ** 2;
/** Deleting a thousand jobs needs a few of these megabytes. */
const RESERVE_BYTES = 32 * MEGABYTE;
/** Of small disks, the reserve takes this part at most. */
const MAX_PART = 1 / 20;
/** Taken from the reserve at a time: little that other programs could take instead. */
const STEP_BYTES = 2 * MEGABYTE;
/** Less is not worth a write. */
const MIN_STEP_BYTES = 64 * 1024;
/** A disk with less space counts as full. */
const LOW_BYTES = MEGABYTE;

export interface Disk {
  /** `null` if the system does not say. */
  space(): { free: number; total: number } | null;
  /** Appends bytes to a file. @throws `ENOSPC` or `EDQUOT` on a full disk; a part may then be written */
  append(file: string, bytes: number): void;
}

/**
 * Knows whether the disk of the data folder is full, and keeps a reserve file there. SQLite needs space to delete: the reserve
 * provides it when the disk is full, and is filled up again once there is space (decision 104).
 */
export class DiskSpace implements SpareRoom {
  readonly #disk: Disk;
  readonly #file: string;
  readonly #target: number;
  #size: number;
  #isFull = false;
  /** True if a write has shown, since the last look, that a disk which reports no space has some. */
  #isProven = false;

  constructor(folder: string, disk: Disk = systemDisk(folder)) {
    this.#disk = disk;
    this.#file = path.join(folder, 'reserve');
    this.#size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    const total = disk.space()?.total ?? Infinity;
    this.#target = Math.min(RESERVE_BYTES, Math.floor(total * MAX_PART));
  }

  /** Measured at each call, so that nothing is started in the seconds before the next look. */
  get isFull(): boolean {
    if (!this.#isFull && !this.#isProven && !this.#reportsSpace(LOW_BYTES)) {
      this.#isProven = this.#canWrite();
      this.#isFull = !this.#isProven;
    }
    return this.#isFull;
  }

  makeRoom(): boolean {
    this.#isFull = true;
    if (this.#size === 0) return false;
    this.#resize(Math.max(0, this.#size - STEP_BYTES));
    return true;
  }

  /**
   * Fills the reserve, and ends the state of a full disk once the reserve is complete and there is more. Call it at intervals. On a
   * full disk the reserve takes all that becomes free, since others would.
   */
  look(): void {
    this.#isProven = false;
    while (this.#grow() && this.#isFull);
    if (this.#isFull && this.#size >= this.#target) {
      this.#isFull = !this.#reportsSpace(LOW_BYTES) && !this.#canWrite();
    }
  }

  /** @returns true if the reserve has become larger */
  #grow(): boolean {
    const free = (this.#disk.space()?.free ?? Infinity) - (this.#isFull ? 0 : LOW_BYTES);
    const bytes = Math.min(STEP_BYTES, this.#target - this.#size, free);
    if (bytes < Math.min(MIN_STEP_BYTES, this.#target - this.#size) || bytes <= 0) return false;
    const result = this.#tryAppend(bytes);
    if (result === 'full') this.#isFull = true;
    if (result === 'done') this.#size += bytes;
    return result === 'done';
  }

  #reportsSpace(bytes: number): boolean {
    const space = this.#disk.space();
    return space === null || space.free >= bytes;
  }

  /** Some file systems report no space although they have some. */
  #canWrite(): boolean {
    const result = this.#tryAppend(LOW_BYTES);
    if (result === 'done') this.#resize(this.#size);
    return result !== 'full';
  }

  /** Leaves the file unchanged unless it is `done`. */
  #tryAppend(bytes: number): 'done' | 'full' | 'failed' {
    try {
      this.#disk.append(this.#file, bytes);
      return 'done';
    } catch (error) {
      this.#resize(this.#size);
      return isDiskFull(error) ? 'full' : 'failed';
    }
  }

  #resize(bytes: number): void {
    try {
      truncateSync(this.#file, bytes);
      this.#size = bytes;
    } catch {
      // The file was removed, or cannot be written: there is no reserve.
      this.#size = 0;
    }
  }
}

function systemDisk(folder: string): Disk {
  return {
    space() {
      try {
        const { bavail, bfree, blocks, bsize } = statfsSync(folder);
        // A file system without a size reports nothing.
        if (blocks === 0) return null;
        // The superuser may also use the blocks that are kept back from others.
        return { free: (process.getuid?.() === 0 ? bfree : bavail) * bsize, total: blocks * bsize };
      } catch {
        return null;
      }
    },
    append(file, bytes) {
      const descriptor = openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | NO_FOLLOW, 0o600);
      try {
        // Random: a file system that compresses would not set space aside for zeros.
        const chunk = randomFillSync(Buffer.allocUnsafe(MEGABYTE));
        for (let left = bytes; left > 0;) left -= writeSync(descriptor, chunk, 0, Math.min(left, chunk.byteLength));
      } finally {
        closeSync(descriptor);
      }
    },
  };
}
