import { sniffFile } from '../assets/sniff-file';
import type { Clock } from '../clock';
import { LOCAL_OWNER } from '../http/gate';
import type { Blobs } from '../storage/blobs';
import type { Store } from '../storage/store';

const HEAD_BYTES = 64;

/**
 * Lists every stored file that no record refers to as an upload without an expiry, those in the trash too. Names and media
 * types come from the first bytes, because the originals were in the database that is gone.
 * @returns the number of files that were listed.
 */
export async function recoverFiles(deps: {
  store: Store;
  blobs: Blobs;
  clock: Clock;
  newId: () => string;
}): Promise<number> {
  const { store, blobs, clock, newId } = deps;
  const referenced = store.assets.referencedBlobs();
  for await (const { hash } of blobs.discarded()) await blobs.restore(hash);
  let files = 0;
  for await (const hash of blobs.list()) {
    if (referenced.has(hash)) continue;
    const file = await inspect(blobs, hash);
    if (file === null) continue;
    const { contentType, extension } = sniffFile(file.head);
    store.assets.insert({
      id: newId(),
      owner: LOCAL_OWNER,
      blob: hash,
      sizeBytes: file.size,
      contentType,
      filePath: `recovered-${hash.slice(0, 12)}${extension}`,
      createdAt: clock.now(),
      expiresAt: null,
      jobId: null,
      tags: ['recovered'],
    });
    files += 1;
  }
  return files;
}

/** Reads the whole file, which also finds out whether its bytes are right. `null` if they are not. */
async function inspect(blobs: Blobs, hash: string): Promise<{ head: Uint8Array; size: number } | null> {
  try {
    const stream = await blobs.read(hash);
    if (!stream) return null;
    let head = new Uint8Array();
    let size = 0;
    for await (const chunk of stream) {
      if (size === 0) head = chunk.slice(0, HEAD_BYTES);
      size += chunk.byteLength;
    }
    return { head, size };
  } catch {
    // Damaged files are set aside and logged by the store.
    return null;
  }
}
