import type { AppDeps } from '../deps';

/**
 * Deletes a blob that no record refers to. Call it after deleting a record. The deletion of the record is synced first, so that
 * a power failure cannot restore the record without its bytes. A record written in the meantime keeps the blob.
 */
export async function collectBlob(deps: Pick<AppDeps, 'store' | 'blobs'>, blob: string | null): Promise<void> {
  if (blob === null || deps.store.assets.isBlobReferenced(blob)) return;
  await deps.store.synced();
  await deps.blobs.remove(blob, () => deps.store.assets.isBlobReferenced(blob));
}
