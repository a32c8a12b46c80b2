import { openDatabase } from '../database';

/** Thumbnails of results, stored and deleted with their runs. Optional: without storage there are none. */
export async function readRunThumbnail(runId: string): Promise<Blob | null> {
  try {
    return (await (await openDatabase()).get('runThumbnails', runId)) ?? null;
  } catch {
    return null;
  }
}

export async function storeRunThumbnail(runId: string, thumbnail: Blob): Promise<void> {
  try {
    await (await openDatabase()).put('runThumbnails', thumbnail, runId);
  } catch {
    // No storage, or it is full.
  }
}
