import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a real ComfyUI said to one prompt (`scripts/record-comfyui.mjs`). The id of the prompt stands as `$PROMPT_ID`. */
export interface Recording {
  name: string;
  comfyui: string;
  graph: Record<string, unknown>;
  answer: { status: number; body: Record<string, unknown> };
  frames: RecordedFrame[];
  history: { outputs: Record<string, unknown>; status: Record<string, unknown>; meta: Record<string, unknown> } | null;
  /** By `folder/subfolder/name`. */
  files: Record<string, { contentType: string; base64: string }>;
}

export type RecordedFrame =
  | { json: { type: string; data: Record<string, unknown> } }
  | { binary: { kind: number; base64: string; metadata?: Record<string, unknown> } };

export const PROMPT_ID = '$PROMPT_ID';

const FOLDER = new URL('../recordings/', import.meta.url);

export function recording(name: string): Recording {
  return JSON.parse(recordedText(name)) as Recording;
}

/** As it stands in the file: also for answers that are no recording of a prompt. */
export function recordedText(name: string): string {
  return readFileSync(fileURLToPath(new URL(`${name}.json`, FOLDER)), 'utf8');
}
