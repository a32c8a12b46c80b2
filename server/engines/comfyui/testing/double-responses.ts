import type { Recording } from './recordings';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

export interface Prompt {
  id: string;
  number: number;
  recording: Recording;
  isInterrupted: boolean;
}

export function json(value: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** Returns a key made of classes and links only, since asset names are inserted before and widgets may be edited. */
export function graphKey(graph: Record<string, unknown>): string {
  return JSON.stringify(
    Object.entries(graph)
      .map(([id, node]) => [id, (node as { class_type?: string }).class_type])
      .sort(),
  );
}

export function systemStats(version: string): unknown {
  return {
    system: { comfyui_version: version, ram_total: 16_000, ram_free: 4000 },
    devices: [{ name: 'cuda:0 Card', type: 'cuda', vram_total: 8000, vram_free: 6000 }],
  };
}

export function queueItem({ id, number, recording }: Prompt): unknown[] {
  return [number, id, recording.graph, {}, []];
}
