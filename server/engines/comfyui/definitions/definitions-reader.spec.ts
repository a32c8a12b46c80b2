import { describe, expect, it } from 'vitest';
import { parseJson, type JsonValue } from '@contract/json/lossless';
import { readGraph } from '@contract/workflow/graph';
import { inputSpecs } from '@contract/workflow/node-definitions';
import { validateGraph } from '@contract/workflow/validate';
import { readDefinitions } from './definitions-reader';
import { recordedText } from '../testing/recordings';

const recorded = recordedText('object-info');

async function problemsOf(graph: JsonValue, definitions = recorded): Promise<unknown> {
  const result = readGraph(graph);
  if (!result.ok) throw new Error(result.problem.message);
  return validateGraph(result.graph, await readDefinitions(definitions));
}

describe('the node definitions of ComfyUI', () => {
  it('are parsed for every listed class', async () => {
    const definitions = await readDefinitions(recorded);
    expect(Object.keys(definitions)).toEqual(Object.keys(JSON.parse(recorded) as object));
    const sampler = definitions['KSampler'];
    const seed = sampler && inputSpecs(sampler).find(({ name }) => name === 'seed');
    expect(seed).toMatchObject({ kind: 'int', max: 2 ** 64, controlAfterGenerate: true });
  });

  it('keep the prices that authors state', async () => {
    const widgets = [{ name: 'size', type: 'COMBO' }];
    const price = { engine: 'jsonata', depends_on: { widgets, inputs: [], input_groups: [] }, expr: '{"usd": 0.05}' };
    const draws = { input: { required: { size: [['1K'], {}] } }, api_node: true, price_badge: price };
    const definitions = await readDefinitions(JSON.stringify({ Draws: draws, Free: { input: {}, price_badge: null } }));
    expect(definitions['Draws']?.price_badge).toEqual(price);
    expect(definitions['Free']).toMatchObject({ name: 'Free', price_badge: null });
  });

  it('report what ComfyUI would reject', async () => {
    const graph = {
      '1': { class_type: 'EmptyImage', inputs: { width: 0, height: 16, batch_size: 1, color: 0 } },
      '2': { class_type: 'SaveImage', inputs: { images: ['1', 0] } },
      '3': { class_type: 'NoSuchClass', inputs: {} },
    };
    expect(await problemsOf(graph)).toMatchObject({
      '1': [{ field: 'width', reason: 'below_min' }],
      '2': [{ field: 'filename_prefix', reason: 'missing_input' }],
      '3': [{ reason: 'unknown_class' }],
    });
  });

  it.each([
    [
      'widget values that are not links',
      'WebcamCapture',
      { image: 'webcam/x.png', width: 0, height: 0, capture_on_queue: true },
    ],
    ['lists that the ComfyUI editor fills', 'LoadImageOutput', { image: 'any.png [output]' }],
    ['uploaded models', 'Load3D', { model_file: '3d/x.glb', image: {}, width: 64, height: 64 }],
    ['names that the node validates itself', 'LoadLatent', { latent: { __type: 'core/ASSET', info: { id: 'a' } } }],
    ['any value for an input of any type', 'PreviewAny', { source: 3.5 }],
    ['an asset reference for a video', 'LoadVideo', { file: { __type: 'core/ASSET', info: { id: 'a' } } }],
    ['a seed of 2^64 - 1', 'PreviewAny', { source: parseJson('18446744073709551615') }],
  ])('accept %s', async (_what, classType, inputs) => {
    const graph = {
      '1': { class_type: classType, inputs: inputs as unknown as JsonValue },
      '2': { class_type: 'PreviewAny', inputs: { source: 'shown' } },
    };
    expect(await problemsOf(graph)).toEqual({});
  });

  it('serve the types, choices and options of every input as ComfyUI gives them, with those that it does not judge', async () => {
    const raw = {
      required: {
        ckpt: [[], { tooltip: 'A model' }],
        any: ['COMFY_MATCHTYPE_V3', { template: { template_id: 'T', allowed_types: '*' } }],
        images: [
          'COMFY_AUTOGROW_V3',
          { template: { input: { required: { image: ['LOAD_3D', {}] } }, prefix: 'image', min: 1, max: 3 } },
        ],
        format: [
          'COMFY_DYNAMICCOMBO_V3',
          {
            options: [
              { key: 'mp4', inputs: { required: { model: ['COMBO', { options: [] }], crf: ['FLOAT', { min: 0 }] } } },
            ],
          },
        ],
      },
      optional: { colors: ['COLORS', { default: [] }], size: ['INT', { min: 1 }] },
    };
    const text = JSON.stringify({ Save: { input: raw, output: ['COMFY_MATCHTYPE_V3'], output_node: true } });
    const definition = (await readDefinitions(text))['Save'];
    expect(definition?.input).toEqual(raw);
    expect(definition?.output).toEqual(['COMFY_MATCHTYPE_V3']);
    expect(definition?.unchecked_inputs).toEqual(['ckpt', 'any', 'images', 'format.model', 'colors']);
  });

  it.each([
    ['a match type, which is not a concrete type', { any: ['COMFY_MATCHTYPE_V3', {}] }, {}, { any: 5 }],
    ['links into a match type', { any: ['COMFY_MATCHTYPE_V3', {}] }, {}, { any: ['1', 0] }],
    ['an empty list of choices', { choice: ['COMBO', { options: [] }] }, {}, { choice: 'new' }],
    ['a list without choices', { choice: [[], {}] }, {}, { choice: 'new' }],
    ['a literal for a union with a widget', { model: ['STRING,FILE_3D_GLB', {}] }, {}, { model: '3d/a.glb' }],
    ['a link for a union with a widget', { rate: ['FLOAT,IMAGE', {}] }, {}, { rate: ['1', 0] }],
    [
      'open lists of optional inputs next to a dynamic input',
      {
        images: ['COMFY_AUTOGROW_V3', { template: { input: { optional: { image: ['IMAGE', {}] } }, prefix: 'image' } }],
      },
      { format: ['COMBO', { remote: {} }], codec: ['CODEC_OF_OLD', {}] },
      { format: 'auto', codec: 'h264' },
    ],
  ])('accept %s', async (_what, required, optional, inputs) => {
    const definitions = JSON.stringify({
      Load: { input: { required: {} }, output: ['IMAGE'] },
      Other: { input: { required: {} }, output: ['COMFY_MATCHTYPE_V3', 'FILE_3D_GLB'] },
      Save: { input: { required, optional }, output: [], output_node: true },
    });
    const graph = {
      '1': { class_type: 'Load', inputs: {} },
      '2': { class_type: 'Save', inputs: inputs as unknown as JsonValue },
    };
    expect(await problemsOf(graph, definitions)).toEqual({});
  });

  it('treat match types as any type', async () => {
    const definitions = JSON.stringify({
      Switch: { input: { required: {} }, output: ['COMFY_MATCHTYPE_V3'] },
      Save: { input: { required: { images: ['IMAGE'] } }, output: [], output_node: true },
    });
    const graph = {
      '1': { class_type: 'Switch', inputs: {} },
      '2': { class_type: 'Save', inputs: { images: ['1', 0] } },
    };
    expect(await problemsOf(graph, definitions)).toEqual({});
  });

  it('of unusual node packs do not hide other classes', async () => {
    const odd = `{"Bounds": {"input": {"required": {"x": ["FLOAT", {"max": Infinity, "min": -Infinity, "default": NaN}]}},
      "output": ["FLOAT"], "output_node": true, "note": "a } in \\"text\\" ]"},
      "Broken": {"input": 7, "output_node": true}, "Nothing": null, "__proto__": {"input": {}},
      "Last": {"input": {"required": {}}, "output": [], "output_node": true}}`;
    const definitions = await readDefinitions(odd);
    expect(Object.keys(definitions)).toEqual(['Bounds', 'Broken', '__proto__', 'Last']);
    expect(await problemsOf({ '1': { class_type: 'Bounds', inputs: { x: 1e30 } } }, odd)).toEqual({});
    const graph = {
      '1': { class_type: 'Broken', inputs: { anything: 1 } },
      '2': { class_type: 'Bounds', inputs: { x: ['1', 3] } },
    };
    expect(await problemsOf(graph, odd)).toEqual({});
  });

  it('of 3 MB never block the event loop for long', async () => {
    const members = recorded.trim().slice(1, -1);
    const copies = Math.ceil(3_000_000 / members.length);
    const text = `{${Array.from({ length: copies }, (_, copy) => members.replaceAll(/^ {2}"/gm, `  "${copy}-`)).join(',')}}`;
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const definitions = await readDefinitions(text);
    isDone = true;
    expect(Object.keys(definitions)).toHaveLength(copies * Object.keys(JSON.parse(recorded) as object).length);
    expect(turns).toBeGreaterThan(3);
  });
});
