import type { ComfyFile } from './comfy-client';
import { isRecord } from './frames';

/** Who reported: the node of the graph that it belongs to, and the node that ran, which may be one that this unfolded into. */
export interface Reporter {
  nodeId: string;
  ranAs: string;
}

/** One thing that a node reported: a file that the server holds, or a value that stands in the report itself. */
export type ReportedOutput = Reporter &
  (
    | { kind: 'file'; key: string; file: ComfyFile; isGuess: boolean }
    /** `copy`: how often the same text stands before it in the same list. */
    | { kind: 'text'; key: string; text: string; copy: number }
    | { kind: 'value'; key: string; value: unknown }
  );

/** Says how files are played, holds no result. */
const NO_RESULT = new Set(['animated']);
/** Nodes for meshes report a path as a plain string (`result`). */
const MODEL_FILE = /\.(?:glb|gltf|obj|fbx|stl|ply|usdz?|splat|ksplat|spz)$/i;
const ANNOTATION = / \[(input|output|temp)\]$/;

/**
 * Reads the `output` of an `executed` frame or of a history entry, which is a map of lists. Nothing that could be a
 * result is dropped: files of any list, strings, and whatever else a node tells.
 */
export function reportedOutputs(reporter: Reporter, output: unknown): ReportedOutput[] {
  if (!isRecord(output)) return [];
  return Object.entries(output).flatMap(([key, list]) => {
    if (NO_RESULT.has(key)) return [];
    const items: unknown[] = Array.isArray(list) ? list : [list];
    const results: ReportedOutput[] = [];
    const rest: unknown[] = [];
    const copies = new Map<string, number>();
    for (const item of items) {
      if (typeof item === 'string') {
        const copy = copies.get(item) ?? 0;
        copies.set(item, copy + 1);
        results.push({ ...reporter, key, ...readText(item, copy) });
        continue;
      }
      const file = readFile(item);
      if (file) results.push({ ...reporter, key, kind: 'file', file, isGuess: false });
      else if (item !== null && item !== undefined) rest.push(item);
    }
    if (rest.length > 0) results.push({ ...reporter, key, kind: 'value', value: rest });
    return results;
  });
}

type Readings = { kind: 'file'; file: ComfyFile; isGuess: boolean } | { kind: 'text'; text: string; copy: number };

function readText(text: string, copy: number): Readings {
  const path = text.replace(ANNOTATION, '');
  if (!MODEL_FILE.test(path) || path.includes('\n')) return { kind: 'text', text, copy };
  return { kind: 'file', file: modelFile(text, path), isGuess: true };
}

function readFile(item: unknown): ComfyFile | null {
  if (!isRecord(item) || typeof item['filename'] !== 'string' || item['filename'] === '') return null;
  const { filename, subfolder, type } = item;
  return {
    filename,
    subfolder: typeof subfolder === 'string' ? subfolder : '',
    folder: typeof type === 'string' ? type : 'output',
  };
}

/** Only a guess: the string may be a text that looks like a path, or a path outside of the server's folders. */
function modelFile(item: string, path: string): ComfyFile {
  const parts = path.replaceAll('\\', '/').split('/');
  const filename = parts.pop() ?? path;
  return { filename, subfolder: parts.join('/'), folder: ANNOTATION.exec(item)?.[1] ?? 'output' };
}

/** The same thing told twice, on the socket and in the history, has the same identity. */
export function identityOf(output: ReportedOutput): string {
  const { kind, nodeId, ranAs, key } = output;
  switch (kind) {
    case 'file':
      return JSON.stringify([nodeId, kind, output.file.folder, output.file.subfolder, output.file.filename]);
    case 'text':
      return JSON.stringify([ranAs, kind, key, output.text, output.copy]);
    case 'value':
      return JSON.stringify([ranAs, kind, key, output.value]);
  }
}
