import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComfyTemplates, ModelFiles } from '@contract/console/engine-library';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { pinnedInputs } from '@/domains/drafts/template';
import { readDefinitions } from '@/domains/read-definitions';
import { convertUiText } from '@/domains/ui-format/convert-ui-workflow';
import { readCoreClasses } from '@/domains/ui-format/core-classes';
import { convertFound } from '@/features/submit/import/convert-found';
import { withNewerClasses } from '@/features/submit/import/with-newer-classes';
import type { SingleParseResult } from '@/features/submit/import/workflow-file-protocol';
import { nearestFiles } from '@/features/submit/model-files/nearest-files';
import { openLiveGateway, type LiveGateway } from '../live-gateway';
import { liveUrl } from './live-engine';

/** What the console offers of a ComfyUI besides runs: its model files with their pictures, and its templates. */

/** A class that names each kind of model files. */
const LOADERS = [
  ['checkpoints', 'CheckpointLoaderSimple', 'ckpt_name'],
  ['loras', 'LoraLoader', 'lora_name'],
  ['controlnet', 'ControlNetLoader', 'control_net_name'],
] as const;

let gateway: LiveGateway;
let definitions: NodeDefinitions;
let models: ModelFiles;

beforeAll(async () => {
  gateway = await openLiveGateway();
  const read = readDefinitions(await json('/console/object_info'));
  if (!read) throw new Error('ComfyUI lists no classes');
  definitions = read;
  models = await json('/console/library/models');
});
afterAll(() => gateway.close());

async function json<Body>(path: string): Promise<Body> {
  const response = await gateway.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as Body;
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

describe('the model files of ComfyUI', () => {
  const filesOf = (folder: string) => models.folders.find(({ name }) => name === folder)?.files ?? [];

  it.each(LOADERS)('of the kind %s are those that %s accepts', (folder, classType, input) => {
    const [listed] = (definitions[classType]?.input.required?.[input] ?? [[]]) as [string[]];
    expect(listed).not.toEqual([]);
    expect(
      filesOf(folder)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(listed.toSorted());
  });

  it('have the pictures that ComfyUI has of them', async ({ skip }) => {
    let pictures = 0;
    for (const { name: folder, files } of models.folders) {
      for (const { name: file, path_index } of files) {
        const path = [folder, String(path_index), ...file.split('/')].map(encodeURIComponent).join('/');
        const theirs = await fetch(`${liveUrl()}/experiment/models/preview/${path}`);
        const query = new URLSearchParams({ engine: 'live', folder, file, path_index: String(path_index) });
        const ours = await gateway.get(`/console/library/model-preview?${query}`);
        expect([folder, file, ours.status]).toEqual([folder, file, theirs.ok ? 200 : 204]);
        if (!theirs.ok) continue;
        pictures += 1;
        expect(await bytesOf(ours)).toEqual(await bytesOf(theirs));
      }
    }
    if (pictures === 0) skip('no model file has a picture beside it');
  });

  it.each(LOADERS)('of the kind %s are offered for names that are nearly theirs', (folder) => {
    const names = filesOf(folder).map(({ name }) => name);
    for (const name of names) {
      const [, stem = '', extension = ''] = /([^/\\]*)(\.[^.]*)$/.exec(name) ?? [];
      const similar = [
        `elsewhere/${stem}${extension}`,
        `${stem.toUpperCase()}${extension}`,
        `${stem}.ckpt`,
        `${stem} v2.gguf`,
      ];
      for (const missing of similar) expect([missing, ...nearestFiles(missing, names)]).toContain(name);
    }
    expect(nearestFiles('nothing is called like this one.safetensors', names)).toEqual([]);
  });
});

describe('the templates of ComfyUI', () => {
  const own = new URL('../../../../../src/domains/ui-format/core-classes.json', import.meta.url);
  const core = readCoreClasses(JSON.parse(readFileSync(own, 'utf8')));

  /** What the page makes of a template. */
  async function open(uiFormat: string): Promise<SingleParseResult> {
    const found = { kind: 'problem', title: '', explanation: '', found: { uiFormat } } as const;
    const convert = (text: string, classes: NodeDefinitions) =>
      withNewerClasses(
        (newer) => convertUiText(text, classes, newer),
        async () => core,
      );
    const result = await convertFound(
      found,
      async () => definitions,
      convert,
      async () => core,
    );
    if (result.kind === 'archive') throw new Error('It is one file');
    return result;
  }

  it('are listed, and open as drafts with the form of their author', { timeout: 600_000 }, async () => {
    const { templates, failed } = await json<ComfyTemplates>('/console/library/templates');
    const index = (await (await fetch(`${liveUrl()}/templates/index.json`)).json()) as {
      templates: { name: string }[];
    }[];
    expect(failed).toEqual([]);
    expect(templates.filter(({ pack }) => pack === null).map(({ name }) => name)).toEqual([
      ...new Set(index.flatMap((group) => group.templates.map(({ name }) => name))),
    ]);
    const refused: string[] = [];
    const incomplete: string[] = [];
    let [images, forms, inputs] = [0, 0, 0];
    for (const { engine, pack, name, image } of templates) {
      const query = new URLSearchParams({ engine, ...(pack === null ? {} : { pack }), name });
      const response = await gateway.get(`/console/library/template?${query}`);
      expect([name, response.status]).toEqual([name, 200]);
      const text = await response.text();
      if (image !== null) {
        query.set('name', image);
        const picture = await gateway.get(`/console/library/template-image?${query}`);
        if (picture.status === 200) images += 1;
      }
      const result = await open(text);
      if (result.kind !== 'workflow') refused.push(name);
      const declared = appModeOf(text);
      // A form with an input of an unknown class waits for the class.
      if (result.kind !== 'workflow' || declared.inputs.length === 0 || result.conversion?.isPartial) continue;
      const pinned = result.author?.template ? pinnedInputs(result.author.template) : [];
      if (pinned.length < declared.inputs.length) incomplete.push(name);
      expect([name, ...(result.author?.outputNodes ?? [])]).toEqual([name, ...new Set(declared.outputs)]);
      forms += 1;
      inputs += declared.inputs.length;
    }
    process.stdout.write(
      `${templates.length} templates, ${images} with an image; ${forms} forms with ${inputs} inputs; refused: ${refused.join(', ')}\n`,
    );
    expect(incomplete).toEqual([]);
    expect(images).toBeGreaterThan(templates.length * 0.9);
    // Some were saved with a later ComfyUI than the one under test and the classes of the console.
    expect(refused.length).toBeLessThan(templates.length * 0.05);
  });
});

interface SavedNodes {
  nodes?: { id: string | number }[];
}

/** Inputs and outputs of App mode whose nodes the file still has: authors delete nodes, and the editor keeps their entries. */
function appModeOf(text: string): { inputs: string[]; outputs: string[] } {
  const file = JSON.parse(text) as SavedNodes & {
    definitions?: { subgraphs?: SavedNodes[] };
    extra?: { linearData?: { inputs?: [string | number, ...unknown[]][]; outputs?: (string | number)[] } };
  };
  const graphs = [file, ...(file.definitions?.subgraphs ?? [])];
  const ids = new Set(graphs.flatMap(({ nodes = [] }) => nodes.map(({ id }) => String(id))));
  const { inputs = [], outputs = [] } = file.extra?.linearData ?? {};
  const existing = (saved: readonly (string | number)[]) =>
    saved.map((id) => String(id).split(':').at(1) ?? String(id)).filter((id) => ids.has(id));
  return { inputs: existing(inputs.map(([id]) => id)), outputs: existing(outputs) };
}
