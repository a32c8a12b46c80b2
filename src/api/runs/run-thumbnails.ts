import { openDatabase } from '../storage/database';

/** Small pictures of results, kept beside the runs and gone with them. A convenience: without storage there is none. */
export async function readRunThumbnail(runId: string): Promise<Blob | null> {
  try {
    return (await (await openDatabase()).get('runThumbnails', runId)) ?? null;
  } catch {
    return null;
  }
}

export async function keepRunThumbnail(runId: string, thumbnail: Blob): Promise<void> {
  try {
    await (await openDatabase()).put('runThumbnails', thumbnail, runId);
  } catch {
    // No storage, or no room in it.
  }
}
