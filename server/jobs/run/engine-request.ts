import { runInSlices } from '@contract/slices';
import { readWorkflowInSlices } from '@contract/workflow/graph';
import { assetReferencesInSlices } from '@contract/workflow/asset-references';
import type { ExtraData } from '@contract/jobs/body-schemas';
import type { JobError } from '@contract/jobs/schemas';
import type { AppDeps } from '../../deps';
import type { RunAsset, RunRequest } from '../../engines/engine';
import type { AssetRecord, JobRecord } from '../../storage/store';
import { yieldFor } from './pauses';
import { readWorkflowText } from './workflow-pieces';

/** A stored job that cannot be given to an engine; the message becomes `job.error`. */
export class CannotRun extends Error {
  readonly jobError: JobError;
  constructor(code: string, message: string, nodeId: string | null = null) {
    super(message);
    this.name = 'CannotRun';
    this.jobError = { code, message, node_id: nodeId };
  }
}

/**
 * Builds the engine request of a stored job. Everything was validated at submission, so a failure here means data was lost since.
 * @throws CannotRun
 */
export async function buildRunRequest(
  deps: Pick<AppDeps, 'store' | 'blobs' | 'traces'>,
  job: JobRecord,
  extraData: ExtraData | null,
): Promise<RunRequest> {
  const workflowText = await readWorkflowText(deps, job.id);
  const pause = yieldFor(workflowText ?? '');
  await pause();
  const result = workflowText === null ? null : await runInSlices(readWorkflowInSlices(workflowText), pause);
  if (workflowText === null || !result?.ok) {
    throw new CannotRun('workflow_unreadable', 'The stored workflow of this job is not readable');
  }
  const assets = new Map<string, RunAsset>();
  await pause();
  for (const { nodeId, assetId } of await runInSlices(assetReferencesInSlices(result.graph), pause)) {
    if (assetId === null || assets.has(assetId)) continue;
    const record = deps.store.assets.get(assetId);
    const asset = record && (await runAsset(deps, record));
    if (!asset)
      throw new CannotRun('missing_asset', `The file ${assetId} that this job reads no longer exists`, nodeId);
    assets.set(assetId, asset);
  }
  await pause();
  const traceparent = deps.traces?.traceparent(job.id) ?? null;
  return { jobId: job.id, graph: result.graph, workflowText, extraData, assets, traceparent };
}

async function runAsset({ blobs }: Pick<AppDeps, 'blobs'>, record: AssetRecord): Promise<RunAsset | null> {
  const { blob } = record;
  // The engine reads the file itself, so its bytes are checked here.
  if (blob === null || (await blobs.check(blob)) !== 'intact') return null;
  return {
    id: record.id,
    blob,
    path: blobs.path(blob),
    contentType: record.contentType,
    filePath: record.filePath,
    read: async () => {
      const stream = await blobs.read(blob);
      if (!stream) throw new Error(`The bytes of asset ${record.id} are gone`);
      return new Uint8Array(await new Response(stream).arrayBuffer());
    },
  };
}
