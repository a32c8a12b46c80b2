import { replaceValue, stringifyJson } from '@contract/json/lossless';
import { assetReference, type AssetInfo } from '@contract/workflow/asset-references';
import { nodeName, readWorkflow } from '@contract/workflow/graph';
import type { MediaKind, NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Draft } from '@/domains/drafts/draft';
import { valueText } from '@/shared/graph/graph-model';
import { buildForm } from '../draft/form-model';

export interface InputSlot {
  key: string;
  nodeId: string;
  name: string;
  /** Name of the node. */
  label: string;
  /** File name of the input; empty if it has none. */
  holds: string;
}

/** Returns the inputs of a workflow that accept such a file, in form order. */
export function inputSlots(text: string, media: MediaKind, definitions: NodeDefinitions | null): InputSlot[] {
  const result = readWorkflow(text);
  if (!result.ok) return [];
  return buildForm(result.graph, definitions).cards.flatMap(({ nodeId, fields }) =>
    fields
      .filter((field) => field.media === media)
      .map(({ key, name, value }) => ({
        key,
        nodeId,
        name,
        label: nodeName(result.graph, nodeId, definitions) ?? nodeId,
        holds: valueText(value),
      })),
  );
}

/**
 * Returns a copy of the workflow as a separate draft, with the file on that input. The source stays unchanged: viewing an image
 * never costs the user a draft.
 */
export function draftWithInput(source: Draft, slot: InputSlot, file: AssetInfo, now: number): Draft {
  const path = [slot.nodeId, 'inputs', slot.name];
  // A file that was never uploaded to the surface is only stored with its own draft.
  const media = Object.entries(source.media).filter(([key, { assetId }]) => key !== slot.key && assetId !== null);
  return {
    ...source,
    id: crypto.randomUUID(),
    text: replaceValue(source.text, path, stringifyJson(assetReference(file))),
    media: Object.fromEntries(media),
    createdAt: now,
    updatedAt: now,
  };
}
