import { isTerminal } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../deps';
import type { EngineOutput } from '../engines/engine';
import type { AssetRecord, JobRecord, OutputRecord } from '../storage/store';

type CommitDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'newId'>;

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/**
 * Makes a file of the engine an output of the job: the bytes first, then asset and output in one transaction. A job
 * that runs again replaces its outputs by node and name, and keeps the id of one whose bytes are the same.
 * @returns null when the job is over or gone, and then nothing is kept. Rejects when the bytes or the record cannot be stored.
 */
export async function commitOutput(
  deps: CommitDeps,
  job: JobRecord,
  output: EngineOutput,
): Promise<OutputRecord | null> {
  const { store, blobs } = deps;
  const { content } = output;
  const stored = 'bytes' in content ? await blobs.put(once(content.bytes)) : await blobs.adopt(content.path);
  const name = fileName(output.name);
  let replaced: AssetRecord | null = null;
  const committed = store.transaction((): OutputRecord | null => {
    const status = store.jobs.get(job.id)?.status;
    if (status === undefined || isTerminal(status)) return null;
    const earlier = (store.jobs.outputs([job.id]).get(job.id) ?? []).find(
      (other) => other.nodeId === output.nodeId && other.name === name,
    );
    if (earlier?.asset.blob === stored.hash && earlier.asset.contentType === output.contentType) return earlier;
    const asset: AssetRecord = {
      id: deps.newId(),
      owner: job.owner,
      blob: stored.hash,
      sizeBytes: stored.size,
      contentType: output.contentType,
      filePath: name,
      createdAt: deps.clock.now(),
      expiresAt: job.expiresAt,
      jobId: job.id,
      tags: [],
    };
    store.assets.insert(asset);
    store.jobs.putOutput({ jobId: job.id, nodeId: output.nodeId, name, type: output.type, assetId: asset.id });
    // A job that waits may read the old file: it then stays until the retention of its own job ends.
    if (earlier && !store.assets.isInUse(earlier.asset.id)) {
      replaced = earlier.asset;
      store.assets.remove(earlier.asset.id);
    }
    return { jobId: job.id, nodeId: output.nodeId, name, type: output.type, asset };
  });
  await releaseBlobs(deps, [committed ? null : stored.hash, (replaced as AssetRecord | null)?.blob ?? null]);
  return committed;
}

/** Takes away the bytes that no record refers to any more; null entries are passed over. */
export async function releaseBlobs(
  { store, blobs }: Pick<AppDeps, 'store' | 'blobs'>,
  hashes: Iterable<string | null>,
): Promise<void> {
  for (const hash of new Set(hashes)) {
    if (hash === null || store.assets.isBlobReferenced(hash)) continue;
    await blobs.remove(hash, () => store.assets.isBlobReferenced(hash));
  }
}

/** Engines are trusted to give a name without folders, but a name that has some must not reach a client. */
function fileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  return base === '' || base === '.' || base === '..' ? 'output' : base;
}
