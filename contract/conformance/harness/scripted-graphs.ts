import type { Graph } from './target';

/** Graphs of scripted engine nodes (server/engines/scripted/scripted-classes.ts) with all inputs set. */

type Node = Graph[string];

/** Creates a node. @param after id of a node that this one waits for. */
function node(class_type: string, inputs: Record<string, unknown>, after?: string): Node {
  return { class_type, inputs: after === undefined ? inputs : { ...inputs, after: [after, 0] } };
}

export function steps(count: number, ms: number, after?: string): Node {
  return node('ScriptSteps', { steps: count, ms, preview: false }, after);
}

export function stepsWithPreview(count: number, ms: number, after?: string): Node {
  return node('ScriptSteps', { steps: count, ms, preview: true }, after);
}

export interface OutputRequest {
  type?: string;
  name?: string;
  bytes?: number;
  seed?: unknown;
  named?: boolean;
}

export function output(request: OutputRequest = {}, after?: string): Node {
  return node('ScriptOutput', { type: 'file', name: 'out.bin', bytes: 10, seed: 0, named: true, ...request }, after);
}

export const text = (text: string, after?: string) => node('ScriptText', { text: text }, after);
export const log = (message: string, lines = 1, after?: string) =>
  node('ScriptLog', { message, lines, level: 'info' }, after);
export const cached = (after?: string) => node('ScriptCached', {}, after);
export const hang = (after?: string) => node('ScriptHang', {}, after);
export const slowStop = (ms: number) => node('ScriptSlowStop', { ms });
export const stubborn = (ms: number, outcome: 'succeeded' | 'failed') => node('ScriptStubborn', { ms, outcome });
export const fail = (message: string, after?: string) => node('ScriptFail', { message, ms: 0, traceback: true }, after);
export const failBarely = (message: string) => node('ScriptFail', { message, ms: 0, traceback: false });
export const crash = () => node('ScriptCrash', {});

/** Returns a graph of `LoadImage` and `SaveImage` with this value as the image input. */
export function savedImage(image: unknown): Graph {
  return {
    load: node('LoadImage', { image }),
    save: node('SaveImage', { images: ['load', 0], filename_prefix: 'saved' }),
  };
}
