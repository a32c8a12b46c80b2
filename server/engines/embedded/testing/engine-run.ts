import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringifyJson, type JsonObject } from '@contract/json/lossless';
import { assetReference } from '@contract/workflow/asset-references';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import type { EngineEvent, EngineOutput, RunAsset, RunRequest } from '../../engine';

/** Creates a temporary folder for a spec, which must call `remove` at the end. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'flowdeck-engine-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export function graphOf(text: string): Graph {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

/** Converts `{id: [class, inputs]}` to workflow text. */
export function workflow(nodes: Record<string, [classType: string, inputs: JsonObject, title?: string]>): string {
  const entries = Object.entries(nodes).map(([id, [classType, inputs, title]]): [string, JsonObject] => [
    id,
    { class_type: classType, inputs, ...(title === undefined ? {} : { _meta: { title } }) },
  ]);
  return stringifyJson(Object.fromEntries(entries), 2);
}

export function runRequest(workflowText: string, assets: readonly RunAsset[] = [], jobId = 'job-1'): RunRequest {
  return {
    jobId,
    graph: graphOf(workflowText),
    workflowText,
    extraData: null,
    assets: new Map(assets.map((asset) => [asset.id, asset])),
  };
}

/** Creates an uploaded file. Its hash is made of name and size, which suffices for the engine. */
export async function uploaded(folder: string, name: string, bytes: Uint8Array): Promise<RunAsset> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return {
    id: `asset-${name}`,
    blob: `${name}:${bytes.length}`,
    path,
    contentType: 'application/octet-stream',
    filePath: name,
    read: async () => new Uint8Array(await readFile(path)),
  };
}

export function reference(asset: RunAsset): JsonObject {
  return assetReference({ id: asset.id });
}

export function outputsOf(events: readonly EngineEvent[]): EngineOutput[] {
  return events.flatMap((event) => (event.kind === 'output' ? [event.output] : []));
}

export async function bytesOf(output: EngineOutput | undefined): Promise<Uint8Array> {
  if (!output) throw new Error('There is no such output');
  return 'path' in output.content ? new Uint8Array(await readFile(output.content.path)) : output.content.bytes;
}

/** Returns `id:state` of all node events, in order. */
export function nodeStates(events: readonly EngineEvent[]): string[] {
  return events.flatMap((event) => (event.kind === 'node' ? [`${event.nodeId}:${event.state}`] : []));
}
