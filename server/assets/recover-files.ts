import type { AppDeps } from '../deps';
import { LOCAL_OWNER } from '../http/gate';
import type { Blobs } from '../storage/blobs';
import { sniffFile } from './content/sniff-file';

const HEAD_BYTES = 64;

type RecoverDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'newId'>;

/** Lists every stored file without a record, including those in the trash. @returns the number of files listed */
export async function recoverFiles(deps: RecoverDeps): Promise<number> {
  for await (const { hash } of deps.blobs.discarded()) await deps.blobs.restore(hash);
  return await listUnlistedFiles(deps);
}

/**
 * Lists every stored file without a record as an upload without an expiry. Names and media types are derived from the first bytes,
 * since the originals were in the lost database.
 * @returns the number of files listed
 */
export async function listUnlistedFiles({ store, blobs, clock, newId }: RecoverDeps): Promise<number> {
  const referenced = store.assets.referencedBlobs();
  let files = 0;
  for await (const hash of blobs.list()) {
    if (referenced.has(hash)) continue;
    const file = await inspect(blobs, hash);
    // An upload may have written its record in the meantime.
    if (file === null || store.assets.isBlobReferenced(hash)) continue;
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

/** Reads the whole file, which also verifies its bytes. Returns `null` if they are damaged. */
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
    // The store quarantines and logs damaged files.
    return null;
  }
}
