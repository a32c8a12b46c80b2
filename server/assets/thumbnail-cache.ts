import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Thumbnailer } from './thumbnailer';

/** A picture that ended the process this often is left alone until the next start. */
const MAX_FAILURES = 2;
const MAX_REMEMBERED = 10_000;

/**
 * Makes each small picture once: it is kept as a file `<blob>.<side>.webp` beside its blob, which takes it along when it
 * goes (`FileBlobs`). What cannot be read is remembered until the next start.
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
    // A loss of power may leave a name without its bytes.
    if (before !== null && before.byteLength > 0) return before;
    if ((this.#failures.get(path) ?? 0) >= MAX_FAILURES) return null;
    const made = await this.#maker.thumbnail(path, side).catch((error: unknown) => {
      this.#remember(path, (this.#failures.get(path) ?? 0) + 1);
      throw error;
    });
    if (made !== null) await this.#keep(path, kept, made);
    // What is gone may come back: nothing is known about it.
    else if (await exists(path)) this.#remember(path, MAX_FAILURES);
    return made;
  }

  async #keep(path: string, kept: string, bytes: Uint8Array): Promise<void> {
    const temp = join(this.#tempDir, randomUUID());
    try {
      await writeFile(temp, bytes, { mode: 0o600 });
      await rename(temp, kept);
      // Removed while its picture was made: nobody else will take this file away.
      await stat(path);
    } catch {
      // A full disk must not cost the caller a picture that is made; it is made again the next time.
      await rm(temp, { force: true });
      if (!(await exists(path))) await rm(kept, { force: true });
    }
  }

  #remember(path: string, failures: number): void {
    if (this.#failures.size >= MAX_REMEMBERED) this.#failures.clear();
    this.#failures.set(path, failures);
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
