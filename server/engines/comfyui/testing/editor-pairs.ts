import type { JsonValue } from '@contract/json/lossless';
import { recordedText } from './recordings';

/** Graph as ComfyUI's editor sends it: plain JSON, whose numbers are doubles. */
export type PlainGraph = Record<string, { class_type: string; inputs: Record<string, JsonValue> }>;

/** Workflows as ComfyUI's editor saves them, with the graphs that it queues (docs/interop.md). */
export interface EditorPairs {
  /** Version of ComfyUI. */
  comfyui: string;
  /** Part of its `/object_info`. */
  definitions: Record<string, object>;
  pairs: { name: string; workflow: unknown; prompt: PlainGraph }[];
}

export const EDITOR_PAIRS = JSON.parse(recordedText('editor-pairs')) as EditorPairs;

/** Of a new ComfyUI: the lists of its model folders are empty. */
export function withoutModels({ definitions }: EditorPairs): string {
  return JSON.stringify(definitions).replaceAll('["empty.safetensors"]', '[]');
}
