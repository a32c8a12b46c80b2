import type { ExtraData } from '@contract/jobs/body-schemas';
import { LosslessNumber, replaceValue, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import type { Graph } from '@contract/workflow/graph';

export interface PromptParts {
  jobId: string;
  /** As submitted. */
  workflowText: string;
  graph: Graph;
  /** What each `core/ASSET` id is called among ComfyUI's input files. */
  inputNames: ReadonlyMap<string, string>;
  extraData: ExtraData | null;
}

/** The keys as the Job API document spells them, and what ComfyUI's partner nodes ask for. */
const SECRET_NAMES = { api_key_svc_org: 'api_key_comfy_org', auth_token_svc_org: 'auth_token_comfy_org' } as const;

/**
 * The body of `POST /prompt`. The graph goes in as the text that it came as, with the asset references spliced out: a
 * seed of 2^64 - 1 does not survive a JavaScript number.
 */
export function promptBody({ jobId, workflowText, graph, inputNames, extraData }: PromptParts): string {
  let prompt = workflowText.replace(/^\uFEFF/, '');
  for (const { path, assetId } of referencePaths(graph)) {
    const name = inputNames.get(assetId);
    if (name === undefined) throw new Error(`The file ${assetId} was not handed to ComfyUI`);
    prompt = replaceValue(prompt, path, JSON.stringify(name));
  }
  const id = JSON.stringify(jobId);
  return `{"prompt_id":${id},"client_id":${id},"extra_data":${JSON.stringify(secrets(extraData))},"prompt":${prompt}}`;
}

function secrets(extraData: ExtraData | null): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [ours, theirs] of Object.entries(SECRET_NAMES)) {
    const value = extraData?.[ours as keyof typeof SECRET_NAMES];
    if (value !== undefined) found[theirs] = value;
  }
  return found;
}

/** Where each reference stands in the text, wherever it is nested. */
function referencePaths(graph: Graph): { path: (string | number)[]; assetId: string }[] {
  const found: { path: (string | number)[]; assetId: string }[] = [];
  for (const node of graph.values()) {
    const open: { path: (string | number)[]; value: JsonValue }[] = [{ path: [node.id, 'inputs'], value: node.inputs }];
    while (open.length > 0) {
      const { path, value } = open.pop() as { path: (string | number)[]; value: JsonValue };
      if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) continue;
      if (isAssetReference(value)) {
        const assetId = assetIdOf(value);
        if (assetId !== null) found.push({ path, assetId });
      } else if (Array.isArray(value)) {
        for (const [index, item] of value.entries()) open.push({ path: [...path, index], value: item });
      } else {
        for (const [key, item] of Object.entries(value as JsonObject)) open.push({ path: [...path, key], value: item });
      }
    }
  }
  return found;
}
