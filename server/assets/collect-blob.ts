import type { AppDeps } from '../deps';

/**
 * Removes bytes that no record refers to. To be called after a record over them went: that is on disk before they go, so that no
 * cut of the power brings it back without them. A record that is written in the meantime keeps them.
 */
export async function collectBlob(deps: Pick<AppDeps, 'store' | 'blobs'>, blob: string | null): Promise<void> {
  if (blob === null || deps.store.assets.isBlobReferenced(blob)) return;
  await deps.store.synced();
  await deps.blobs.remove(blob, () => deps.store.assets.isBlobReferenced(blob));
}
