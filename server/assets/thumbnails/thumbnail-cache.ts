import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Thumbnailer } from './thumbnailer';

/** An image that crashed the process this often is skipped until the next start. */
const MAX_FAILURES = 2;
const MAX_CACHED = 10_000;

/**
 * Makes each thumbnail once and stores it as `<blob>.<side>.webp` beside its blob; `FileBlobs` deletes both together. Unreadable
 * images are remembered until the next start.
 */
export class ThumbnailCache implements Thumbnailer {
  readonly #maker: Thumbnailer;
  readonly #tempDir: string;
  readonly #underWay = new Map<string, Promise<Uint8Array | null>>();
  readonly #failures = new Map<string, number>();

  /** @param tempDir on the disk of the blobs, such as `FileBlobs.workDir`. */
  constructor(maker: Thumbnailer, tempDir: string) {
    this.#maker = maker;
    this.#tempDir = tempDir;
  }

  thumbnail(path: string, side: number): Promise<Uint8Array | null> {
    const kept = `${path}.${side}.webp`;
    const known = this.#underWay.get(kept);
    if (known) return known;
    const making = this.#find(path, side, kept).finally(() => this.#underWay.delete(kept));
    this.#underWay.set(kept, making);
    return making;
  }

  close(): Promise<void> {
    return this.#maker.close();
  }

  async #find(path: string, side: number, kept: string): Promise<Uint8Array | null> {
    const before = await readFile(kept).catch(() => null);
    // A power failure can leave an empty file.
    if (before !== null && before.byteLength > 0) return before;
    if ((this.#failures.get(path) ?? 0) >= MAX_FAILURES) return null;
    const made = await this.#maker.thumbnail(path, side).catch((error: unknown) => {
      this.#remember(path, (this.#failures.get(path) ?? 0) + 1);
      throw error;
    });
    if (made !== null) await this.#keep(path, kept, made);
    // A missing file may come back, so this result is not remembered.
    else if (await exists(path)) this.#remember(path, MAX_FAILURES);
    return made;
  }

  async #keep(path: string, kept: string, bytes: Uint8Array): Promise<void> {
    const temp = join(this.#tempDir, randomUUID());
    try {
      await writeFile(temp, bytes, { mode: 0o600 });
      await rename(temp, kept);
      // The blob was deleted meanwhile, so nothing else would delete this file.
      await stat(path);
    } catch {
      // A full disk must not fail a request whose thumbnail is ready; it is made again the next time.
      await rm(temp, { force: true });
      if (!(await exists(path))) await rm(kept, { force: true });
    }
  }

  #remember(path: string, failures: number): void {
    if (this.#failures.size >= MAX_CACHED) this.#failures.clear();
    this.#failures.set(path, failures);
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
