import type { ComfyFile } from './comfy-client';
import { isRecord } from './frames';

/** One thing that a node reported: a file that the server holds, or a value that stands in the report itself. */
export type ReportedOutput =
  | { kind: 'file'; nodeId: string; key: string; file: ComfyFile; isGuess: boolean }
  | { kind: 'text'; nodeId: string; key: string; text: string }
  | { kind: 'value'; nodeId: string; key: string; value: unknown };

/** Says how files are played, holds no result. */
const NO_RESULT = new Set(['animated']);
/** Nodes for meshes report a path as a plain string (`result`). */
const MODEL_FILE = /\.(?:glb|gltf|obj|fbx|stl|ply|usdz?|splat|ksplat|spz)$/i;
const ANNOTATION = / \[(input|output|temp)\]$/;

/**
 * Reads the `output` of an `executed` frame or of a history entry, which is a map of lists. Nothing that could be a
 * result is dropped: files of any list, strings, and whatever else a node tells.
 */
export function reportedOutputs(nodeId: string, output: unknown): ReportedOutput[] {
  if (!isRecord(output)) return [];
  return Object.entries(output).flatMap(([key, list]) => {
    if (NO_RESULT.has(key)) return [];
    const items: unknown[] = Array.isArray(list) ? list : [list];
    const results: ReportedOutput[] = [];
    const rest: unknown[] = [];
    for (const item of items) {
      const result = readItem(nodeId, key, item);
      if (result) results.push(result);
      else if (item !== null && item !== undefined) rest.push(item);
    }
    if (rest.length > 0) results.push({ kind: 'value', nodeId, key, value: rest });
    return results;
  });
}

function readItem(nodeId: string, key: string, item: unknown): ReportedOutput | null {
  if (typeof item === 'string') {
    const path = item.replace(ANNOTATION, '');
    if (MODEL_FILE.test(path) && !path.includes('\n')) return modelFile(nodeId, key, item, path);
    return { kind: 'text', nodeId, key, text: item };
  }
  if (!isRecord(item) || typeof item['filename'] !== 'string' || item['filename'] === '') return null;
  const { filename, subfolder, type } = item;
  const file: ComfyFile = {
    filename,
    subfolder: typeof subfolder === 'string' ? subfolder : '',
    folder: typeof type === 'string' ? type : 'output',
  };
  return { kind: 'file', nodeId, key, file, isGuess: false };
}

/** Only a guess: the string may be a text that looks like a path, or a path outside of the server's folders. */
function modelFile(nodeId: string, key: string, item: string, path: string): ReportedOutput {
  const parts = path.replaceAll('\\', '/').split('/');
  const filename = parts.pop() ?? path;
  const file: ComfyFile = { filename, subfolder: parts.join('/'), folder: ANNOTATION.exec(item)?.[1] ?? 'output' };
  return { kind: 'file', nodeId, key, file, isGuess: true };
}

/** The same thing told twice has the same identity. */
export function identityOf(output: ReportedOutput): string {
  switch (output.kind) {
    case 'file':
      return JSON.stringify([output.nodeId, 'file', output.file.folder, output.file.subfolder, output.file.filename]);
    case 'text':
      return JSON.stringify([output.nodeId, 'text', output.key, output.text]);
    case 'value':
      return JSON.stringify([output.nodeId, 'value', output.key, output.value]);
  }
}
