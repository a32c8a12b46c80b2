import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseJson } from '@contract/json/lossless';
import { checkWorkflow } from '@contract/workflow/comfyui-rejections';
import { readGraph } from '@contract/workflow/graph';
import { systemClock } from '../../../clock';
import { silentLogger } from '../../../log';
import { ComfyClient } from '../client/comfy-client';
import { DefinitionsCache } from './definitions-cache';
import { DefinitionsFile } from './definitions-file';

let server: Server | null = null;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
});

async function cacheOf(
  responses: Record<string, unknown>,
  file: DefinitionsFile | null = null,
): Promise<DefinitionsCache> {
  server = createServer((request, response) => {
    const answer = responses[request.url ?? ''];
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? 'not found'));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const client = new ComfyClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return new DefinitionsCache({ client, clock: systemClock, log: silentLogger, file });
}

const CLASSES = {
  Loader: { input: { required: { name: [['a']] } }, output: ['MODEL'], python_module: 'nodes' },
  Save: { input: { required: { model: ['MODEL'] } }, output: [], output_node: true, python_module: 'nodes' },
};
const REPLACEMENTS = {
  OldLoader: [{ old_node_id: 'OldLoader', new_node_id: 'Loader', input_mapping: [{ new_id: 'name', old_id: 'file' }] }],
  OldSave: [{ old_node_id: 'OldSave', new_node_id: 'Save', input_mapping: null, output_mapping: null }],
  Rebuilt: [{ old_node_id: 'Rebuilt', new_node_id: 'Save', input_mapping: [{ new_id: 'model', set_value: 1 }] }],
  Save: [{ old_node_id: 'Save', new_node_id: 'Loader' }],
  Gone: [{ old_node_id: 'Gone', new_node_id: 'NotThere' }],
  Odd: [],
};

describe('the definitions of a ComfyUI', () => {
  it('include the outdated classes that it replaces, with the inputs that they had', async () => {
    const cache = await cacheOf({ '/object_info': CLASSES, '/node_replacements': REPLACEMENTS });
    const definitions = await cache.get();
    expect(Object.keys(definitions ?? {})).toEqual(['Loader', 'Save', 'OldLoader', 'OldSave', 'Rebuilt']);
    expect(definitions?.['Save']?.input.required).toHaveProperty('model');
    expect(definitions?.['OldLoader']?.input.required).toEqual({ file: [['a']] });
    expect(definitions?.['OldSave']?.input.required).toHaveProperty('model');
    expect(definitions?.['Rebuilt']?.input).toEqual({});
    const workflow =
      '{"1":{"class_type":"OldLoader","inputs":{"file":"a"}},"2":{"class_type":"OldSave","inputs":{"model":["1",0]}}}';
    const result = readGraph(parseJson(workflow));
    expect(result.ok && checkWorkflow(result.graph, definitions).rejected).toEqual({});
  });

  it('equal object_info if its version replaces no class', async () => {
    const cache = await cacheOf({ '/object_info': CLASSES });
    expect(Object.keys((await cache.get()) ?? {})).toEqual(['Loader', 'Save']);
  });

  it('are the same in the next process, which knows when they were read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flowdeck-definitions-'));
    const file = new DefinitionsFile(folder, 'http://127.0.0.1:8188');
    const cache = await cacheOf({ '/object_info': CLASSES, '/node_replacements': REPLACEMENTS }, file);
    const before = Date.now();
    const definitions = await cache.get();
    const after = Date.now();
    await cache.close();
    const client = new ComfyClient('http://127.0.0.1:1');
    const seen = await new DefinitionsCache({ client, clock: systemClock, log: silentLogger, file }).lastSeen();
    rmSync(folder, { recursive: true });
    expect(seen?.definitions).toEqual(definitions);
    expect(seen?.readAt).toBeGreaterThanOrEqual(before);
    expect(seen?.readAt).toBeLessThanOrEqual(after);
  });
});
