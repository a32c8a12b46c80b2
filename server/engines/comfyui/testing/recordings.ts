import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Recorded messages of a real ComfyUI for one prompt (`npm run test:live -- --record`). `$PROMPT_ID` replaces the prompt id. */
export interface Recording {
  name: string;
  comfyui: string;
  graph: Record<string, unknown>;
  answer: { status: number; body: Record<string, unknown> };
  frames: RecordedFrame[];
  history: { outputs: Record<string, unknown>; status: Record<string, unknown>; meta: Record<string, unknown> } | null;
  /** Files by `folder/subfolder/name`. */
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

/** Reads the text of the file, also for responses that are not recordings of a prompt. */
export function recordedText(name: string): string {
  return readFileSync(fileURLToPath(new URL(`${name}.json`, FOLDER)), 'utf8');
}
