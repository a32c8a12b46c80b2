import { replaceValue, stringifyJson } from '@contract/json/lossless';
import { assetReference, type AssetInfo } from '@contract/workflow/asset-references';
import { readWorkflow } from '@contract/workflow/graph';
import type { MediaKind, NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Draft } from '@/api/storage/draft';
import { valueText } from '@/shared/graph/graph-model';
import { buildForm } from '../form-model';

export interface InputSlot {
  key: string;
  nodeId: string;
  name: string;
  /** Such as "Load image 10". */
  label: string;
  /** The file that stands there; empty where none does. */
  holds: string;
}

/** The inputs of a workflow that take such a file, in the order of the form. */
export function inputSlots(text: string, media: MediaKind, definitions: NodeDefinitions | null): InputSlot[] {
  const reading = readWorkflow(text);
  if (!reading.ok) return [];
  return buildForm(reading.graph, definitions).cards.flatMap(({ title, nodeId, fields }) =>
    fields
      .filter((field) => field.media === media)
      .map(({ key, name, value }) => ({ key, nodeId, name, label: `${title} ${nodeId}`, holds: valueText(value) })),
  );
}

/**
 * The same workflow as a draft of its own, with the file on that input. What it was made from stays as it is: nobody
 * loses a draft by looking at a picture.
 */
export function draftWithInput(source: Draft, slot: InputSlot, file: AssetInfo, now: number): Draft {
  const path = [slot.nodeId, 'inputs', slot.name];
  // A file that never reached the surface is kept with its own draft only.
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
