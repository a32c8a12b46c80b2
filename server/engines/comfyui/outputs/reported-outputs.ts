import type { ComfyFile } from '../client/comfy-client';
import { isRecord } from '../client/frames';

/** The reporting node: the node of the graph, and the node that ran, which may be an expansion of it. */
export interface Reporter {
  nodeId: string;
  ranAs: string;
}

/** One reported output: a file on the server, or a value in the report itself. */
export type ReportedOutput = Reporter &
  (
    | { kind: 'file'; key: string; file: ComfyFile; isGuess: boolean }
    /** `copy`: number of equal texts before it in the same list. */
    | { kind: 'text'; key: string; text: string; copy: number }
    | { kind: 'value'; key: string; value: unknown }
  );

/** Describes how files are played and contains no result. */
const NO_RESULT = new Set(['animated']);
/** Mesh nodes report a path as a plain string (`result`). */
const MODEL_FILE = /\.(?:glb|gltf|obj|fbx|stl|ply|usdz?|splat|ksplat|spz)$/i;
const ANNOTATION = / \[(input|output|temp)\]$/;

/**
 * Reads the `output` of an `executed` frame or a history entry, which is a map of lists. Keeps everything that could be a result:
 * files of any list, strings, and other values.
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

type Results = { kind: 'file'; file: ComfyFile; isGuess: boolean } | { kind: 'text'; text: string; copy: number };

function readText(text: string, copy: number): Results {
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

/** Heuristic: the string may be a text that looks like a path, or a path outside of the server's folders. */
function modelFile(item: string, path: string): ComfyFile {
  const parts = path.replaceAll('\\', '/').split('/');
  const filename = parts.pop() ?? path;
  return { filename, subfolder: parts.join('/'), folder: ANNOTATION.exec(item)?.[1] ?? 'output' };
}

/** Identity of an output, the same if it is reported both by the socket and in the history. */
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
