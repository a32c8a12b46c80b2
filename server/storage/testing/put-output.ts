import type { Store } from '../store';

/** Adds an output without bytes to a job. */
export function putOutput(store: Store, jobId: string, name: string): void {
  const id = `asset of ${jobId}`;
  store.assets.insert({
    id,
    owner: 'local',
    blob: null,
    sizeBytes: 1,
    contentType: 'image/png',
    filePath: null,
    jobId,
    tags: [],
    createdAt: 0,
    expiresAt: null,
  });
  store.jobs.putOutput({ jobId, nodeId: '9', name, type: 'image', assetId: id });
}
