import type { ExtraData } from '@contract/jobs/body-schemas';
import { LosslessNumber, replaceValue, type JsonValue } from '@contract/json/lossless';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import type { Graph } from '@contract/workflow/graph';
import { ownKeys } from '@contract/typed-objects';

export interface PromptParts {
  jobId: string;
  /** As submitted. */
  workflowText: string;
  graph: Graph;
  /** Name in ComfyUI's input folder by `core/ASSET` id. */
  inputNames: ReadonlyMap<string, string>;
  extraData: ExtraData | null;
}

/** Credential keys as the Job API document spells them, mapped to those that ComfyUI's partner nodes read. */
const SECRET_NAMES = { api_key_svc_org: 'api_key_comfy_org', auth_token_svc_org: 'auth_token_comfy_org' } as const;

/**
 * Builds the body of `POST /prompt`. Uses the submitted text of the graph and replaces only the asset references, since a seed of
 * 2^64 - 1 does not fit into a JavaScript number.
 */
export function promptBody({ jobId, workflowText, graph, inputNames, extraData }: PromptParts): string {
  let prompt = workflowText.replace(/^\uFEFF/, '');
  for (const { path, assetId } of referencePaths(graph)) {
    const name = inputNames.get(assetId);
    if (name === undefined) throw new Error(`The file ${assetId} was not submitted to ComfyUI`);
    prompt = replaceValue(prompt, path, JSON.stringify(name));
  }
  const id = JSON.stringify(jobId);
  return `{"prompt_id":${id},"client_id":${id},"extra_data":${JSON.stringify(secrets(extraData))},"prompt":${prompt}}`;
}

function secrets(extraData: ExtraData | null): Record<string, string> {
  const found: Record<string, string> = {};
  for (const ours of ownKeys(SECRET_NAMES)) {
    const theirs = SECRET_NAMES[ours];
    const value = extraData?.[ours];
    if (value !== undefined) found[theirs] = value;
  }
  return found;
}

/** Finds the position of each reference in the text, at any depth. */
function referencePaths(graph: Graph): { path: (string | number)[]; assetId: string }[] {
  const found: { path: (string | number)[]; assetId: string }[] = [];
  for (const node of graph.values()) {
    const open: { path: (string | number)[]; value: JsonValue }[] = [{ path: [node.id, 'inputs'], value: node.inputs }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { path, value } = next;
      if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) continue;
      if (isAssetReference(value)) {
        const assetId = assetIdOf(value);
        if (assetId !== null) found.push({ path, assetId });
      } else if (Array.isArray(value)) {
        for (const [index, item] of value.entries()) open.push({ path: [...path, index], value: item });
      } else {
        for (const [key, item] of Object.entries(value)) open.push({ path: [...path, key], value: item });
      }
    }
  }
  return found;
}
