import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from './blob-files';
import type { DiscardedBlob } from '../blobs';

const DISCARDED = /^([0-9a-f]{64})\.(\d{1,15})$/;

/** Folder of discarded files, named `<hash>.<timestamp>`. */
export class BlobTrash {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async add(file: string, { hash, discardedAt }: DiscardedBlob): Promise<void> {
    await mkdir(this.#dir, { recursive: true });
    await rename(file, this.#file({ hash, discardedAt: Math.max(0, Math.floor(discardedAt)) }));
  }

  async *list(): AsyncIterable<DiscardedBlob> {
    for (const name of await namesIn(this.#dir)) {
      const [, hash, timestamp] = DISCARDED.exec(name) ?? [];
      if (hash !== undefined) yield { hash, discardedAt: Number(timestamp) };
    }
  }

  async find(hash: string): Promise<string | null> {
    for await (const blob of this.list()) if (blob.hash === hash) return this.#file(blob);
    return null;
  }

  async purge(blob: DiscardedBlob): Promise<void> {
    await rm(this.#file(blob), { force: true });
  }

  #file({ hash, discardedAt }: DiscardedBlob): string {
    return join(this.#dir, `${hash}.${discardedAt}`);
  }
}
