import type { NodeDefinition, NodeDefinitions } from '@contract/workflow/node-definitions';
import { parseJson, type JsonValue } from '@contract/json/lossless';
import { convertUiText } from '../convert-ui-workflow';
import type { UiConversion } from '../conversion-result';

function define(
  name: string,
  output: string[],
  required: Record<string, unknown[]>,
  optional: Record<string, unknown[]> = {},
): NodeDefinition {
  return { name, display_name: `The ${name}`, input: { required, optional }, output };
}

/** Classes in the shape of ComfyUI's: sockets between widgets, seeds with controls, uploads, choices that add inputs. */
export const UI_DEFINITIONS: NodeDefinitions = {
  Load: define('Load', ['MODEL', 'CLIP', 'VAE'], { file: [['a.safetensors', 'b.safetensors'], {}] }),
  Text: define('Text', ['CONDITIONING'], {
    text: ['STRING', { multiline: true, dynamicPrompts: true }],
    clip: ['CLIP', {}],
  }),
  Empty: define('Empty', ['LATENT'], {
    width: ['INT', { default: 512 }],
    height: ['INT', { default: 512 }],
  }),
  Sample: define(
    'Sample',
    ['LATENT'],
    {
      model: ['MODEL', {}],
      seed: ['INT', { default: 0, control_after_generate: true }],
      steps: ['INT', { default: 20 }],
      cfg: ['FLOAT', { default: 8 }],
      sampler: ['COMBO', { options: ['euler', 'heun'] }],
      positive: ['CONDITIONING', {}],
      latent: ['LATENT', {}],
    },
    { denoise: ['FLOAT', { default: 1 }] },
  ),
  Sharpen: define('Sharpen', ['LATENT'], { strength: ['FLOAT', {}], mask: ['MASK', {}], samples: ['LATENT', {}] }),
  Picture: define('Picture', ['IMAGE', 'MASK'], { image: [['in.png'], { image_upload: true }] }),
  Show: {
    ...define('Show', [], { images: ['IMAGE,LATENT', {}], filename_prefix: ['STRING', { default: 'out' }] }),
    output_node: true,
  },
  Forced: define('Forced', ['INT'], {
    value: ['INT', { forceInput: true }],
    mode: [['add', 'multiply'], {}],
    by: ['INT', { default: 1 }],
  }),
  Scale: define('Scale', ['IMAGE'], {
    images: ['IMAGE', {}],
    how: [
      'COMFY_DYNAMICCOMBO_V3',
      {
        options: [
          { key: 'by factor', inputs: { required: { factor: ['FLOAT', { default: 2 }] } } },
          {
            key: 'to size',
            inputs: { required: { width: ['INT', {}], height: ['INT', {}] }, optional: { like: ['IMAGE', {}] } },
          },
        ],
      },
    ],
    crop: ['BOOLEAN', {}],
  }),
  Decode: define('Decode', ['IMAGE'], { samples: ['LATENT', {}] }),
  Camera: define('Camera', ['IMAGE'], { image: ['WEBCAM', {}] }),
  Compare: define('Compare', [], { compare_view: ['IMAGECOMPARE', {}] }, { image_a: ['IMAGE', {}] }),
  Scene: define('Scene', ['IMAGE'], {
    model_file: ['COMBO', { options: ['none'], file_upload: true }],
    image: ['LOAD_3D', {}],
    width: ['INT', {}],
  }),
  View: define('View', [], { model_3d: ['FILE_3D', {}], viewport_state: ['LOAD_3D', {}] }),
};

type Widgets = JsonValue[] | Record<string, JsonValue>;

export interface NodeSketch {
  id: number | string;
  type: string;
  /** Name, type, link; a fourth item marks a widget. */
  in?: [name: string, type: string, link: number | null, widget?: true][];
  out?: string[];
  values?: Widgets;
  /** Values by name, which newer editors save beside the list. */
  named?: Record<string, JsonValue>;
  mode?: number;
  title?: string;
  properties?: Record<string, JsonValue>;
}

export type LinkSketch = [
  id: number,
  from: number | string,
  slot: number,
  to: number | string,
  slot: number,
  type: string,
];

export function uiNode({
  id,
  type,
  in: inputs = [],
  out = [],
  values,
  named,
  mode = 0,
  title,
  properties = {},
}: NodeSketch) {
  return {
    id,
    type,
    pos: [0, 0],
    size: [210, 80],
    flags: {},
    order: 0,
    mode,
    inputs: inputs.map(([name, slotType, link, widget]) => ({
      name,
      type: slotType,
      link,
      ...(widget ? { widget: { name } } : {}),
    })),
    outputs: out.map((slotType) => ({ name: slotType, type: slotType, links: [] })),
    properties,
    ...(values === undefined ? {} : { widgets_values: values }),
    ...(named === undefined ? {} : { widgets_values_named: named }),
    ...(title === undefined ? {} : { title }),
  };
}

/** A file as the editor saves it, schema 0.4. */
export function uiFile(nodes: NodeSketch[], links: LinkSketch[], more: Record<string, unknown> = {}) {
  return {
    last_node_id: 99,
    last_link_id: 99,
    nodes: nodes.map(uiNode),
    links,
    groups: [],
    config: {},
    extra: {},
    version: 0.4,
    ...more,
  };
}

export function uiSubgraph(
  id: string,
  ports: { inputs?: [name: string, type: string][]; outputs?: [name: string, type: string][] },
  nodes: NodeSketch[],
  links: LinkSketch[],
) {
  const port = ([name, type]: [string, string]) => ({ id: `${id} ${name}`, name, type, linkIds: [] });
  return {
    id,
    name: `Group ${id}`,
    inputNode: { id: -10 },
    outputNode: { id: -20 },
    inputs: (ports.inputs ?? []).map(port),
    outputs: (ports.outputs ?? []).map(port),
    nodes: nodes.map(uiNode),
    links: links.map(([linkId, from, fromSlot, to, toSlot, type]) => ({
      id: linkId,
      origin_id: from,
      origin_slot: fromSlot,
      target_id: to,
      target_slot: toSlot,
      type,
    })),
  };
}

export function convert(file: unknown, definitions: NodeDefinitions = UI_DEFINITIONS): UiConversion {
  return convertUiText(typeof file === 'string' ? file : JSON.stringify(file), definitions);
}

/** Inputs by node id, of a file that converts. */
export function inputsOf(file: unknown): Record<string, JsonValue> {
  const result = convert(file);
  if (!result.ok) throw new Error(result.problems.map(({ nodeId, message }) => `${nodeId}: ${message}`).join('\n'));
  const graph = parseJson(result.text);
  if (typeof graph !== 'object' || graph === null) throw new Error('No graph');
  return Object.fromEntries(
    Object.entries(graph).map(([id, node]) => [
      id,
      typeof node === 'object' && node !== null && 'inputs' in node ? node['inputs'] : null,
    ]),
  );
}
