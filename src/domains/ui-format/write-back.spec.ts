import { describe, expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import { isNumber } from '@contract/json/json-values';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { assetReference } from '@contract/workflow/asset-references';
import { readWorkflow } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { EDITOR_PAIRS } from '@server/engines/comfyui/testing/editor-pairs';
import { readDefinitions as readObjectInfo } from '@server/engines/comfyui/definitions/definitions-reader';
import { fieldKey } from '../drafts/field-key';
import { readDefinitions } from '../read-definitions';
import { convertUiText } from './convert-ui-workflow';
import { UI_DEFINITIONS, uiFile, uiSubgraph, type LinkSketch, type NodeSketch } from './testing/ui-fixtures';
import { writeBack, type LeftChange } from './write-back';

type PlainGraph = Record<string, { class_type: string; inputs: JsonObject }>;

function graphOf(text: string, definitions: NodeDefinitions): PlainGraph {
  const result = convertUiText(text, definitions);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return parsed(result.text);
}

/** A graph is one by its shape, which the converter guarantees. */
function parsed(text: string): PlainGraph {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  return Object.fromEntries(
    [...result.graph].map(([id, { classType, inputs }]) => [id, { class_type: classType, inputs }]),
  );
}

/** Writes changed inputs back, by node and input. */
function written(
  source: string,
  changes: readonly (readonly [nodeId: string, input: string, value: JsonValue])[],
  definitions = UI_DEFINITIONS,
  fileNames = {},
): { text: string; left: LeftChange[]; files: string[]; after: PlainGraph } {
  const before = graphOf(source, definitions);
  const after = graphOf(source, definitions);
  for (const [nodeId, input, value] of changes) {
    const node = after[nodeId];
    if (!node) throw new Error(`No node ${nodeId}`);
    node.inputs[input] = value;
  }
  const request = { source, before: stringifyJson(asJson(before)), after: stringifyJson(asJson(after)), fileNames };
  const result = writeBack(request, definitions);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return { ...result, after };
}

function asJson(graph: PlainGraph): JsonObject {
  return Object.fromEntries(Object.entries(graph).map(([id, node]) => [id, { ...node }]));
}

/** Everything of a file except for the values of its widgets. */
function frameOf(text: string): string {
  return JSON.stringify(JSON.parse(text), (name, value: unknown) => (name.startsWith('widgets_values') ? '' : value));
}

const NODES: NodeSketch[] = [
  { id: 1, type: 'Load', out: ['MODEL', 'CLIP', 'VAE'], values: ['a.safetensors'] },
  { id: 2, type: 'Text', in: [['clip', 'CLIP', 1]], out: ['CONDITIONING'], values: ['a tree'] },
  { id: 3, type: 'Empty', out: ['LATENT'], values: [640, 640] },
  {
    id: 4,
    type: 'Sample',
    in: [
      ['model', 'MODEL', 2],
      ['positive', 'CONDITIONING', 3],
      ['latent', 'LATENT', 4],
    ],
    out: ['LATENT'],
    values: [42, 'randomize', 20, 7.5, 'heun', 0.5],
  },
  { id: 5, type: 'Show', in: [['images', 'IMAGE,LATENT', 5]], values: ['shown'] },
];
const LINKS: LinkSketch[] = [
  [1, 1, 1, 2, 0, 'CLIP'],
  [2, 1, 0, 4, 0, 'MODEL'],
  [3, 2, 0, 4, 1, 'CONDITIONING'],
  [4, 3, 0, 4, 2, 'LATENT'],
  [5, 4, 0, 5, 0, 'LATENT'],
];

/** The five nodes, the fourth with changes. */
function sampling(changes: Partial<NodeSketch> = {}, links: LinkSketch[] = [], more: NodeSketch[] = []): string {
  const nodes = NODES.map((node) => (node.id === 4 ? { ...node, ...changes } : node));
  return JSON.stringify(uiFile([...nodes, ...more], [...LINKS, ...links]));
}

const STEPS_LINK: NonNullable<NodeSketch['in']> = [...(NODES[3]?.in ?? []), ['steps', 'INT', 6, true]];
const SHARED: LinkSketch[] = [
  [6, 6, 0, 4, 3, 'INT'],
  [7, 6, 0, 3, 0, 'INT'],
];

/** A sampler in a subgraph, with a promoted input, in two instances. */
function twoInstances(values: [JsonValue[], JsonValue[]]): string {
  const sub = uiSubgraph(
    'sub-1',
    { inputs: [['steps', 'INT']], outputs: [['LATENT', 'LATENT']] },
    [
      { id: 3, type: 'Empty', out: ['LATENT'], values: [640, 480] },
      {
        id: 4,
        type: 'Sample',
        in: [
          ['latent', 'LATENT', 4],
          ['steps', 'INT', 6, true],
        ],
        out: ['LATENT'],
        values: [42, 'fixed', 20, 7.5, 'heun', 1],
      },
    ],
    [
      [4, 3, 0, 4, 0, 'LATENT'],
      [6, -10, 0, 4, 1, 'INT'],
      [9, 4, 0, -20, 0, 'LATENT'],
    ],
  );
  const hosts = values.map((own, index): NodeSketch => ({
    id: 57 + index,
    type: 'sub-1',
    out: ['LATENT'],
    values: own,
  }));
  const shows = values.map((_, index): NodeSketch => ({
    id: 70 + index,
    type: 'Show',
    in: [['images', 'IMAGE,LATENT', index + 1]],
    values: ['x'],
  }));
  const links = values.map((_, index): LinkSketch => [index + 1, 57 + index, 0, 70 + index, 0, 'LATENT']);
  return JSON.stringify(uiFile([...hosts, ...shows], links, { definitions: { subgraphs: [sub] } }));
}

describe('writeBack', () => {
  it('replaces saved values in their place, and nothing else of the text', () => {
    const source = sampling();
    const { text, left } = written(source, [
      ['2', 'text', 'a “fox”\nat night'],
      ['3', 'height', 512],
      ['4', 'cfg', 4],
    ]);
    expect(left).toEqual([]);
    const expected = source
      .replace('["a tree"]', JSON.stringify(['a “fox”\nat night']))
      .replace('[640,640]', '[640,512]')
      .replace('20,7.5,', '20,4,');
    expect(text).toBe(expected);
  });

  it('keeps every digit of a seed', () => {
    const seed = parseJson('18446744073709551615');
    expect(written(sampling(), [['4', 'seed', seed]]).text).toContain('[18446744073709551615,"randomize"');
  });

  it('writes values that are saved by name, and both of those that are saved twice', () => {
    const values = { sampler: 'euler', seed: 7, steps: 3, cfg: 1, denoise: 1 };
    const byName = written(sampling({ values }), [['4', 'denoise', 0.25]]);
    expect(JSON.parse(byName.text)).toMatchObject({
      nodes: [{}, {}, {}, { widgets_values: { cfg: 1, denoise: 0.25 } }, {}],
    });
    const named = { seed: 42, steps: 20, cfg: 7.5, sampler: 'heun', denoise: 0.5 };
    const twice = written(sampling({ named }), [['4', 'steps', 30]]);
    expect(twice.left).toEqual([]);
    expect(JSON.parse(twice.text)).toMatchObject({
      nodes: [
        {},
        {},
        {},
        { widgets_values: [42, 'randomize', 30, 7.5, 'heun', 0.5], widgets_values_named: { steps: 30 } },
        {},
      ],
    });
  });

  it('writes into primitives, unless an unchanged input has the same one', () => {
    const primitive: NodeSketch = { id: 6, type: 'PrimitiveNode', out: ['INT'], values: [99, 'fixed'] };
    const one = sampling({ in: STEPS_LINK }, SHARED.slice(0, 1), [primitive]);
    const { text, left } = written(one, [['4', 'steps', 12]]);
    expect(left).toEqual([]);
    expect(text).toContain('[12,"fixed"]');
    const both = JSON.stringify(
      uiFile(
        [
          ...NODES.map((node) =>
            node.id === 4 ? { ...node, in: STEPS_LINK } : node.id === 3 ? { ...node, in: WIDTH_LINK } : node,
          ),
          primitive,
        ],
        [...LINKS, ...SHARED],
      ),
    );
    expect(written(both, [['4', 'steps', 12]]).left).toMatchObject([{ nodeId: '4', input: 'steps', reason: 'shared' }]);
    expect(
      written(both, [
        ['4', 'steps', 12],
        ['3', 'width', 12],
      ]).left,
    ).toEqual([]);
  });

  it('writes values of subgraphs: promoted ones at their instance, others only if no other instance changes', () => {
    const source = twoInstances([[33], [44]]);
    const { text, left } = written(source, [
      ['57:4', 'steps', 5],
      ['57:4', 'cfg', 2],
      ['58:4', 'cfg', 2],
      ['58:3', 'width', 64],
    ]);
    expect(left).toMatchObject([{ nodeId: '58:3', input: 'width', reason: 'shared' }]);
    expect(graphOf(text, UI_DEFINITIONS)).toMatchObject({
      '57:4': { inputs: { steps: 5, cfg: 2 } },
      '58:4': { inputs: { steps: 44, cfg: 2 } },
      '58:3': { inputs: { width: 640 } },
    });
  });

  it('writes the name of a file that has another place on a server', () => {
    const picture: NodeSketch = { id: 8, type: 'Picture', out: ['IMAGE'], values: ['in.png', 'image'] };
    const source = JSON.stringify(
      uiFile(
        [picture, { id: 9, type: 'Show', in: [['images', 'IMAGE,LATENT', 1]], values: ['x'] }],
        [[1, 8, 0, 9, 0, 'IMAGE']],
      ),
    );
    const file = assetReference({ id: 'a' });
    const names = { [fieldKey('8', 'image')]: 'photo.png' };
    expect(written(source, [['8', 'image', file]], UI_DEFINITIONS, names)).toMatchObject({
      text: expect.stringContaining('["photo.png","image"]'),
      left: [],
      files: ['photo.png'],
    });
    expect(written(source, [['8', 'image', file]]).left).toMatchObject([
      { nodeId: '8', input: 'image', reason: 'file' },
    ]);
  });

  it('names what no saved value carries', () => {
    const source = sampling({ values: [42, 'randomize', 20, 7.5, 'heun'] });
    const before = stringifyJson(asJson(graphOf(source, UI_DEFINITIONS)));
    const after = graphOf(source, UI_DEFINITIONS);
    const [, , empty, sample] = ['1', '2', '3', '4'].map((id) => after[id]);
    if (!empty || !sample) throw new Error('Nodes are missing');
    sample.inputs['denoise'] = 0.1;
    sample.inputs['latent'] = ['7', 0];
    sample.inputs['steps'] = ['3', 0];
    empty.class_type = 'Other';
    const { '2': _deleted, ...rest } = after;
    const changed = { ...rest, '7': { class_type: 'Empty', inputs: { width: 1, height: 1 } } };
    const result = writeBack({ source, before, after: stringifyJson(asJson(changed)), fileNames: {} }, UI_DEFINITIONS);
    expect(result.ok && result.text).toBe(source);
    expect(result.ok && result.left.map(({ nodeId, input, reason }) => [nodeId, input, reason])).toEqual([
      ['2', null, 'deleted'],
      ['3', null, 'class'],
      ['4', 'steps', 'link'],
      ['4', 'latent', 'link'],
      ['7', null, 'added'],
      ['4', 'denoise', 'unsaved'],
    ]);
  });
});

const WIDTH_LINK: NonNullable<NodeSketch['in']> = [['width', 'INT', 7, true]];

/** Another value of the same kind. */
function otherValue(value: JsonValue): JsonValue | null {
  if (typeof value === 'string') return `${value} 2`;
  if (typeof value === 'boolean') return !value;
  if (isNumber(value))
    return Number.isInteger(Number(value)) ? (Number(value) % 1_000_000) + 7 : Number(value) / 3 + 0.125;
  return null;
}

describe('any changes of values', async () => {
  const read = readDefinitions(
    JSON.parse(JSON.stringify(await readObjectInfo(JSON.stringify(EDITOR_PAIRS.definitions)))),
  );
  if (!read) throw new Error('The definitions cannot be read');
  const files: [name: string, source: string, definitions: NodeDefinitions][] = [
    ...EDITOR_PAIRS.pairs.map(({ name, workflow }): (typeof files)[number] => [name, JSON.stringify(workflow), read]),
    ['samplers', sampling(), UI_DEFINITIONS],
    ['two instances', twoInstances([[33], []]), UI_DEFINITIONS],
  ];

  it.each(files)('%s: the written file converts to the changed graph', (_name, source, definitions) => {
    const literals = Object.entries(graphOf(source, definitions)).flatMap(([nodeId, { inputs }]) =>
      Object.entries(inputs).flatMap(([input, value]) => {
        const other = otherValue(value);
        return other === null ? [] : [[nodeId, input, other] as const];
      }),
    );
    fc.assert(
      fc.property(
        fc.subarray(literals, { minLength: Math.min(1, literals.length), maxLength: Math.min(5, literals.length) }),
        (changes) => {
          const { text, left, after } = written(source, changes, definitions);
          const expected = { ...after };
          const before = graphOf(source, definitions);
          for (const { nodeId, input } of left) {
            const [node, was] = [expected[nodeId], input === null ? undefined : before[nodeId]?.inputs[input]];
            if (node && input !== null && was !== undefined) node.inputs[input] = was;
          }
          expect(graphOf(text, definitions)).toEqual(expected);
          expect(frameOf(text)).toBe(frameOf(source));
          expect(left.every(({ reason }) => reason === 'shared' || reason === 'unsaved')).toBe(true);
        },
      ),
      { numRuns: 8 },
    );
  });
});

it('writes values of a node of a later version of its class to their place there', () => {
  const whole = ['INT', { default: 1 }];
  const required = { width: whole, batch: whole, height: whole };
  const newer = { Empty: { ...UI_DEFINITIONS['Empty'], name: 'Empty', input: { required } } };
  const source = JSON.stringify(uiFile([{ id: 3, type: 'Empty', out: ['LATENT'], values: [640, 2, 480] }], []));
  const converted = convertUiText(source, UI_DEFINITIONS, newer);
  if (!converted.ok) throw new Error(converted.problems[0]?.message);
  const request = { source, before: converted.text, after: converted.text.replace('480', '512'), fileNames: {} };
  expect(writeBack(request, UI_DEFINITIONS)).toMatchObject({ ok: false });
  expect(writeBack(request, UI_DEFINITIONS, newer)).toMatchObject({
    ok: true,
    text: source.replace('[640,2,480]', '[640,2,512]'),
    left: [],
  });
});
