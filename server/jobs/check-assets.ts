import { newNodeErrors, type NodeProblem } from '@contract/jobs/node-errors';
import type { AssetReference } from '@contract/workflow/asset-references';
import type { Graph } from '@contract/workflow/graph';
import { inputSpecs, type NodeDefinitions } from '@contract/workflow/node-definitions';
import { jobApiError } from '../http/job-api-error';
import { limitNodeErrors } from './run/limit-node-errors';
import type { AssetRecord, Store } from '../storage/store';

/** Unique asset ids. */
export function referencedAssetIds(references: readonly AssetReference[]): string[] {
  return [...new Set(references.flatMap(({ assetId }) => assetId ?? []))];
}

/**
 * Job API 4, rule 1: every `core/ASSET` must exist and be owned by the caller. Foreign, missing and expired
 * assets get the same error (J-5.15).
 * @throws HttpError `missing_asset` naming nodes and inputs.
 */
export function checkAssets(references: readonly AssetReference[], isUsable: (assetId: string) => boolean): void {
  const problems = new ProblemList();
  const missing = new Set<string>();
  for (const { nodeId, input, assetId } of references) {
    if (assetId === null) {
      problems.add(nodeId, { field: input, reason: 'malformed_asset', message: 'This file reference has no info.id' });
    } else if (!isUsable(assetId)) {
      missing.add(assetId);
      problems.add(nodeId, {
        field: input,
        reason: 'missing_asset',
        message: `Asset ${assetId} not found or expired`,
      });
    }
  }
  problems.throwIfAny('missing_asset', { missing_ids: [...missing] });
}

/** Returns true if a job that this owner submits now can read the asset. */
export function isUsableAsset(asset: AssetRecord | null, owner: string, now: number): boolean {
  return asset !== null && asset.owner === owner && asset.blob !== null && (asset.expiresAt ?? Infinity) > now;
}

export function storedAssetIsUsable(store: Store, owner: string, now: number): (assetId: string) => boolean {
  return (assetId) => isUsableAsset(store.assets.get(assetId), owner, now);
}

/**
 * In ComfyUI, a plain name in a media input is a file in its input folder. Our engines have no such folder, so the name cannot
 * be resolved unless the definition lists it.
 * @throws HttpError `missing_asset` naming nodes and inputs.
 */
export function checkFileNames(graph: Graph, definitions: NodeDefinitions): void {
  const problems = new ProblemList();
  for (const node of graph.values()) {
    const definition = Object.hasOwn(definitions, node.classType) ? definitions[node.classType] : undefined;
    for (const spec of definition ? inputSpecs(definition, node.inputs) : []) {
      if (!spec.media) continue;
      const value = node.inputs[spec.name];
      if (typeof value !== 'string' || spec.options?.includes(value)) continue;
      const message = `${value} is only a name; upload the file and refer to it as an asset`;
      problems.add(node.id, { field: spec.name, reason: 'missing_asset', message });
    }
  }
  problems.throwIfAny('missing_asset', { missing_ids: [] });
}

class ProblemList {
  readonly #nodeErrors = newNodeErrors();
  #first: string | null = null;

  add(nodeId: string, problem: NodeProblem): void {
    this.#first ??= `Node ${nodeId}, ${problem.field}: ${problem.message ?? problem.reason}`;
    (this.#nodeErrors[nodeId] ??= []).push(problem);
  }

  throwIfAny(code: 'missing_asset', details: Record<string, unknown>): void {
    if (this.#first !== null) {
      throw jobApiError(code, this.#first, { details: { ...limitNodeErrors(this.#nodeErrors), ...details } });
    }
  }
}
