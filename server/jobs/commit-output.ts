import { isTerminal } from '@contract/jobs/lifecycle';
import { collectBlob } from '../assets/collect-blob';
import type { AppDeps } from '../deps';
import type { EngineOutput } from '../engines/engine';
import type { StoredBlob } from '../storage/blobs';
import type { AssetRecord, JobRecord, OutputRecord } from '../storage/store';

type CommitDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'newId' | 'log'>;

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/**
 * Makes a file of the engine an output of the job: the bytes first, then asset and output in one transaction. A job
 * that runs again replaces its outputs by node and name, and keeps the id of one whose bytes are the same.
 * @returns null when the job is over or gone, and then nothing is kept. Rejects when bytes or record cannot be stored.
 */
export async function commitOutput(
  deps: CommitDeps,
  job: JobRecord,
  output: EngineOutput,
): Promise<OutputRecord | null> {
  const { content } = output;
  const stored = 'bytes' in content ? await deps.blobs.put(once(content.bytes)) : await deps.blobs.adopt(content.path);
  let committed: OutputRecord | null = null;
  let replaced: AssetRecord | null = null;
  try {
    ({ committed, replaced } = record(deps, job, output, stored));
  } finally {
    // No record came of the bytes, or those of an earlier output have lost theirs.
    if (!committed) await collect(deps, stored.hash);
    if (replaced) await collect(deps, replaced.blob);
  }
  return committed;
}

/** Bytes that stay by mistake cost room until the next start collects them; an output must not fail for it. */
async function collect(deps: CommitDeps, blob: string | null): Promise<void> {
  try {
    await collectBlob(deps, blob);
  } catch (error) {
    deps.log.warn({ err: error }, 'Could not remove bytes that no record refers to');
  }
}

interface Recorded {
  committed: OutputRecord | null;
  /** The record that this output took the place of. */
  replaced: AssetRecord | null;
}

function record(deps: CommitDeps, job: JobRecord, output: EngineOutput, stored: StoredBlob): Recorded {
  const { store } = deps;
  const name = fileName(output.name);
  // Neither the whole job nor all its outputs are read: a job of thousands of nodes comes here for each of its own.
  const earlier = store.jobs.output(job.id, output.nodeId, name);
  const write = (): Recorded => {
    const status = store.jobs.status(job.id);
    if (status === null || isTerminal(status)) return { committed: null, replaced: null };
    if (earlier?.asset.blob === stored.hash && earlier.asset.contentType === output.contentType) {
      return { committed: earlier, replaced: null };
    }
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
    const replaced = earlier && !store.assets.isInUse(earlier.asset.id) ? earlier.asset : null;
    if (replaced) store.assets.remove(replaced.id);
    return { committed: { jobId: job.id, nodeId: output.nodeId, name, type: output.type, asset }, replaced };
  };
  // A run that the power cuts short makes its outputs again, and the end of the job syncs all that came before (decision 051).
  // Not where bytes go: a record that comes back after the cut would have lost its own.
  return store.transaction(write, { quick: earlier === null });
}

/** Engines are trusted to give a name without folders, but a name that has some must not reach a client. */
function fileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  return base === '' || base === '.' || base === '..' ? 'output' : base;
}
