import { parsePythonJson } from './python-json';

/**
 * Parses frames of ComfyUI's `/ws` (docs/api-notes.md, ComfyUI's protocol) leniently: frames of an unknown kind or shape are
 * `null`. JSON frames name their prompt; frames of other prompts are `null` too.
 */
export type ComfyFrame =
  | { kind: 'start' }
  | { kind: 'cached'; nodes: string[] }
  /** All nodes that have started; `displayId` is the node of the submitted graph. */
  | { kind: 'states'; nodes: NodeProgress[] }
  /** `null`: the run has finished and is in the history. */
  | { kind: 'executing'; nodeId: string | null }
  | { kind: 'step'; nodeId: string; value: number; max: number }
  | { kind: 'executed'; nodeId: string; displayId: string; output: unknown }
  | { kind: 'success' }
  /** A failed node or a blocked branch: the history has the outcome of the run. */
  | { kind: 'error'; data: Record<string, unknown> }
  | { kind: 'interrupted' }
  | { kind: 'preview'; nodeId: string | null; contentType: string; data: Uint8Array }
  | { kind: 'text'; nodeId: string; text: string };

export interface NodeProgress {
  id: string;
  displayId: string;
  state: string;
  value: number;
  max: number;
}

export function readJsonFrame(text: string, promptId: string): ComfyFrame | null {
  let message: unknown;
  try {
    message = parsePythonJson(text);
  } catch {
    return null;
  }
  if (!isRecord(message) || !isRecord(message['data'])) return null;
  const { data } = message;
  if (typeof data['prompt_id'] === 'string' && data['prompt_id'] !== promptId) return null;
  switch (message['type']) {
    case 'execution_start':
      return { kind: 'start' };
    case 'execution_cached':
      return { kind: 'cached', nodes: Array.isArray(data['nodes']) ? data['nodes'].map(String) : [] };
    case 'progress_state':
      return isRecord(data['nodes']) ? { kind: 'states', nodes: nodeProgress(data['nodes']) } : null;
    case 'executing':
      return executingFrame(data);
    case 'progress':
      return stepFrame(data);
    case 'executed': {
      const nodeId = idOf(data['node']);
      if (nodeId === null) return null;
      return { kind: 'executed', nodeId, displayId: idOf(data['display_node']) ?? nodeId, output: data['output'] };
    }
    case 'execution_success':
      return { kind: 'success' };
    case 'execution_error':
      return { kind: 'error', data };
    case 'execution_interrupted':
      return { kind: 'interrupted' };
    default:
      return null;
  }
}

const PREVIEW = 1;
const TEXT = 3;
const PREVIEW_WITH_METADATA = 4;

/** Numbers are 32-bit big-endian. */
export function readBinaryFrame(bytes: Uint8Array, promptId: string): ComfyFrame | null {
  if (bytes.byteLength < 8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const second = view.getUint32(4);
  switch (view.getUint32(0)) {
    case PREVIEW:
      return {
        kind: 'preview',
        nodeId: null,
        contentType: second === 2 ? 'image/png' : 'image/jpeg',
        data: bytes.slice(8),
      };
    case TEXT: {
      if (8 + second > bytes.byteLength) return null;
      const [nodeId, text] = [decode(bytes.subarray(8, 8 + second)), decode(bytes.subarray(8 + second))];
      return { kind: 'text', nodeId, text };
    }
    case PREVIEW_WITH_METADATA:
      return 8 + second > bytes.byteLength ? null : previewWithMetadata(bytes, 8 + second, promptId);
    default:
      return null;
  }
}

function previewWithMetadata(bytes: Uint8Array, end: number, promptId: string): ComfyFrame | null {
  let metadata: unknown;
  try {
    metadata = JSON.parse(decode(bytes.subarray(8, end)));
  } catch {
    return null;
  }
  if (!isRecord(metadata)) return null;
  if (typeof metadata['prompt_id'] === 'string' && metadata['prompt_id'] !== promptId) return null;
  const contentType = typeof metadata['image_type'] === 'string' ? metadata['image_type'] : 'image/jpeg';
  const nodeId = idOf(metadata['display_node_id']) ?? idOf(metadata['node_id']);
  return { kind: 'preview', nodeId, contentType, data: bytes.slice(end) };
}

function executingFrame(data: Record<string, unknown>): ComfyFrame | null {
  if (data['node'] === null) return { kind: 'executing', nodeId: null };
  const nodeId = idOf(data['display_node']) ?? idOf(data['node']);
  return nodeId === null ? null : { kind: 'executing', nodeId };
}

function stepFrame(data: Record<string, unknown>): ComfyFrame | null {
  const nodeId = idOf(data['node']);
  const { value, max } = data;
  if (nodeId === null || typeof value !== 'number' || typeof max !== 'number') return null;
  return { kind: 'step', nodeId, value, max };
}

function nodeProgress(nodes: Record<string, unknown>): NodeProgress[] {
  return Object.entries(nodes).flatMap(([id, entry]) => {
    if (!isRecord(entry)) return [];
    const { state, value, max } = entry;
    return [
      {
        id,
        displayId: idOf(entry['display_node_id']) ?? id,
        state: typeof state === 'string' ? state : '',
        value: typeof value === 'number' ? value : 0,
        max: typeof max === 'number' ? max : 1,
      },
    ];
  });
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
