import { isTerminal } from '@contract/jobs/lifecycle';
import { collectBlob } from '../../assets/asset-records';
import type { AppDeps } from '../../deps';
import type { EngineOutput } from '../../engines/engine';
import type { StoredBlob } from '../../storage/blobs';
import type { AssetRecord, JobRecord, OutputRecord } from '../../storage/store';

type CommitDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'newId' | 'log'>;

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/**
 * Commits a file of the engine as an output: first the bytes, then asset and output in one transaction. A rerun replaces outputs
 * by node and name, and keeps the id of an output whose bytes are unchanged.
 * @returns `null` if the job is finished or deleted; then nothing is stored. Rejects if bytes or record cannot be stored.
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
    // The new bytes have no record, or those of a replaced output lost theirs.
    if (!committed) await collect(deps, stored.hash);
    if (replaced) await collect(deps, replaced.blob);
  }
  return committed;
}

/** Unreferenced bytes take space until the next start deletes them; an output must not fail because of that. */
async function collect(deps: CommitDeps, blob: string | null): Promise<void> {
  try {
    await collectBlob(deps, blob);
  } catch (error) {
    deps.log.warn({ err: error }, 'Could not remove bytes that no record refers to');
  }
}

interface Recorded {
  committed: OutputRecord | null;
  replaced: AssetRecord | null;
}

function record(deps: CommitDeps, job: JobRecord, output: EngineOutput, stored: StoredBlob): Recorded {
  const { store } = deps;
  const name = fileName(output.name);
  // Reads neither the whole job nor all outputs: this runs once per output, and a job can have thousands.
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
    // A queued job may need the old file, which then stays until the retention of its own job ends.
    const replaced = earlier && !store.assets.isInUse(earlier.asset.id) ? earlier.asset : null;
    if (replaced) store.assets.remove(replaced.id);
    return { committed: { jobId: job.id, nodeId: output.nodeId, name, type: output.type, asset }, replaced };
  };
  // After a power loss the run repeats its outputs, and the end of the job syncs all earlier writes (decision 051). Exception:
  // if bytes are deleted, since a record restored after the power loss would refer to missing bytes.
  return store.transaction(write, { quick: earlier === null });
}

/** Removes folders from a name. Engines should not send any, but they must never reach a client. */
function fileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  return base === '' || base === '.' || base === '..' ? 'output' : base;
}
