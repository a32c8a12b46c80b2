import { LosslessNumber } from '@contract/json/lossless';
import { OUTPUT_TYPES, type OutputType } from '@contract/jobs/schemas';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import type { GraphNode } from '@contract/workflow/graph';
import type { EngineEvent, RunOutcome, RunRequest } from '../../engines/engine';
import { plainPng } from './plain-png';

export interface NodeRun {
  node: GraphNode;
  request: RunRequest;
  report: (event: EngineEvent) => void;
  /** Returns the source node of a link. */
  source: (input: string) => GraphNode | null;
  /** Waits; a cancellation stops the run. */
  wait: (ms: number) => Promise<void>;
  /** Waits, ignoring cancellation. */
  waitUnasked: (ms: number) => Promise<void>;
  untilStopped: () => Promise<void>;
  stop: () => never;
  /** Step boundary. */
  pass: () => Promise<void>;
}

const CONTENT_TYPES: Readonly<Record<OutputType, string>> = {
  image: 'image/png',
  video: 'video/mp4',
  audio: 'audio/wav',
  text: 'text/plain',
  file: 'application/octet-stream',
  latent: 'application/octet-stream',
};

/** Runs one node. Returns `null` to continue. */
export async function scriptedNode(run: NodeRun): Promise<RunOutcome | null> {
  const { node, report } = run;
  switch (node.classType) {
    case 'ScriptSteps':
      await takeSteps(run);
      return null;
    case 'ScriptOutput':
      report({ kind: 'output', output: madeOutput(node) });
      return null;
    case 'ScriptText': {
      const content = { bytes: new TextEncoder().encode(text(node, 'text', '')) };
      const contentType = 'text/plain; charset=utf-8';
      report({
        kind: 'output',
        output: { nodeId: node.id, name: `text_${node.id}.txt`, type: 'text', contentType, content },
      });
      return null;
    }
    case 'ScriptLog':
      printLines(run);
      return null;
    case 'ScriptFail':
      await run.wait(number(node, 'ms', 0));
      return failed(node, text(node, 'message', 'Asked to fail'), node.inputs['traceback'] !== false);
    case 'ScriptHang':
      await run.untilStopped();
      return run.stop();
    case 'ScriptSlowStop':
      await run.untilStopped();
      await run.waitUnasked(number(node, 'ms', 1000));
      return run.stop();
    case 'ScriptStubborn':
      await run.waitUnasked(number(node, 'ms', 1000));
      if (text(node, 'outcome', 'succeeded') === 'failed') return failed(node, 'Failed in spite of all', false);
      return { kind: 'succeeded' };
    case 'ScriptCrash':
      throw new Error('The scripted engine was asked to break its port');
    case 'SaveImage':
      return await saveImage(run);
    default:
      return null;
  }
}

async function takeSteps({ node, report, wait, pass }: NodeRun): Promise<void> {
  const steps = number(node, 'steps', 4);
  for (let step = 1; step <= steps; step += 1) {
    await pass();
    await wait(number(node, 'ms', 100));
    report({ kind: 'step', nodeId: node.id, step, steps });
    if (node.inputs['preview'] !== true) continue;
    const data = plainPng(16, 16, [Math.round((255 * step) / steps), 96, 160]);
    report({ kind: 'preview', nodeId: node.id, contentType: 'image/png', data });
  }
}

function printLines({ node, report }: NodeRun): void {
  const lines = number(node, 'lines', 1);
  // Specs ask for levels that no engine of ours reports.
  const level = text(node, 'level', 'info') as 'info';
  for (let line = 1; line <= lines; line += 1) {
    const message = text(node, 'message', 'hello') + (lines > 1 ? ` ${line}` : '');
    report({ kind: 'log', level, message });
  }
}

function madeOutput(node: GraphNode): Extract<EngineEvent, { kind: 'output' }>['output'] {
  const wanted = text(node, 'type', 'image');
  const type = OUTPUT_TYPES.find((known) => known === wanted) ?? 'file';
  const seed = number(node, 'seed', 0);
  const size = number(node, 'bytes', 0);
  let bytes = new Uint8Array(size).fill(seed % 256);
  if (type === 'image') {
    const png = plainPng(64, 64, [(seed * 67) % 256, (seed * 29) % 256, 128]);
    // Image viewers ignore bytes after the last chunk.
    bytes = new Uint8Array(Math.max(size, png.byteLength));
    bytes.set(png);
  }
  return {
    nodeId: node.inputs['named'] === false ? '' : node.id,
    name: text(node, 'name', 'output.png'),
    type,
    contentType: CONTENT_TYPES[type],
    content: { bytes },
  };
}

async function saveImage({ node, source, request, report }: NodeRun): Promise<RunOutcome | null> {
  const reference = source('images')?.inputs['image'];
  const id = isAssetReference(reference) ? assetIdOf(reference) : null;
  const asset = id === null ? undefined : request.assets.get(id);
  if (!asset) return failed(node, 'SaveImage has no image to save', false);
  const name = `${text(node, 'filename_prefix', 'ComfyUI')}_00001_.png`;
  const content = { bytes: await asset.read() };
  report({ kind: 'output', output: { nodeId: node.id, name, type: 'image', contentType: asset.contentType, content } });
  return null;
}

function failed(node: GraphNode, message: string, hasTraceback: boolean): RunOutcome {
  return {
    kind: 'failed',
    error: {
      code: 'node_execution_error',
      message,
      node_id: node.id,
      class_type: node.classType,
      traceback: hasTraceback ? `Error: ${message}\n    at ${node.classType} (node ${node.id})` : null,
    },
  };
}

function number(node: GraphNode, input: string, fallback: number): number {
  const value = node.inputs[input];
  if (value instanceof LosslessNumber) return value.toNumber();
  return typeof value === 'number' ? value : fallback;
}

function text(node: GraphNode, input: string, fallback: string): string {
  const value = node.inputs[input];
  return typeof value === 'string' ? value : fallback;
}
