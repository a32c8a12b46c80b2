import { replaceValue, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { asLink, readWorkflow } from '@contract/workflow/graph';
import type { MainValue } from '@contract/workflow/generation-inputs/generation-inputs';
import type { Draft } from '@/domains/drafts/draft';
import { listDrafts, updateDraft } from '@/domains/drafts/drafts';
import { fieldKey } from '@/domains/drafts/field-key';

/** Returns the draft with the seed, which is kept after runs; `null` if the draft has no such input. */
export function withSeed(draft: Draft, classType: string, seed: MainValue): Draft | null {
  const { nodeId, input, value } = seed;
  const result = readWorkflow(draft.text);
  const node = result.ok ? result.graph.get(nodeId) : undefined;
  const before: JsonValue | undefined = node && Object.hasOwn(node.inputs, input) ? node.inputs[input] : undefined;
  if (node?.classType !== classType || before === undefined || asLink(before)) return null;
  return {
    ...draft,
    text: replaceValue(draft.text, [nodeId, 'inputs', input], stringifyJson(value)),
    seedModes: { ...draft.seedModes, [fieldKey(nodeId, input)]: 'keep' },
    updatedAt: Date.now(),
  };
}

/**
 * Puts the seed into the newest draft of the same workflow, which is usually the one that made the job.
 * @returns that draft; `null` if there is none, or if it could not be saved
 */
export async function reuseSeed(surfaceId: string, classType: string, seed: MainValue): Promise<Draft | null> {
  try {
    for (const draft of await listDrafts(surfaceId)) {
      const changed = withSeed(draft, classType, seed);
      if (changed) return (await updateDraft(changed)) === 'saved' ? changed : null;
    }
  } catch {
    // Without storage there are no drafts.
  }
  return null;
}
