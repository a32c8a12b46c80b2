import { describe, expect, it } from 'vitest';
import { convert, inputsOf, uiFile, type LinkSketch, type NodeSketch } from './testing/ui-fixtures';

/** A sampler and a decoder as one node, with a reroute in front of the model. */
const MEMBERS = [
  { type: 'Reroute', inputs: [{ name: '', type: '*', link: null }], outputs: [{ name: '', type: '*' }] },
  {
    type: 'Sample',
    inputs: [
      { name: 'model', type: 'MODEL', link: null },
      { name: 'positive', type: 'CONDITIONING', link: null },
      { name: 'latent', type: 'LATENT', link: null },
    ],
    outputs: [{ name: 'LATENT', type: 'LATENT' }],
    widgets_values: [1, 'fixed', 1, 1, 'dpm', 1],
  },
  {
    type: 'Decode',
    inputs: [{ name: 'samples', type: 'LATENT', link: null }],
    outputs: [{ name: 'IMAGE', type: 'IMAGE' }],
  },
];
const GROUP = {
  nodes: MEMBERS,
  links: [
    [null, 0, 0, 0, 1, 'MODEL'],
    [0, 0, 1, 0, 5, 'MODEL'],
    [1, 0, 2, 0, 6, 'LATENT'],
  ],
  external: [[2, 0, 'IMAGE']],
  config: { 0: { input: { MODEL: { name: 'base' } } }, 1: { input: { positive: { name: 'prompt' } } } },
};

const NODES: NodeSketch[] = [
  { id: 1, type: 'Load', out: ['MODEL', 'CLIP', 'VAE'], values: ['a.safetensors'] },
  { id: 2, type: 'Text', in: [['clip', 'CLIP', 1]], out: ['CONDITIONING'], values: ['a tree'] },
  { id: 3, type: 'Empty', out: ['LATENT'], values: [640, 480] },
  {
    id: 7,
    type: 'workflow>mine',
    in: [
      ['base', 'MODEL', 2],
      ['prompt', 'CONDITIONING', 3],
      ['latent', 'LATENT', 4],
    ],
    out: ['IMAGE'],
    values: [42, 'randomize', 20, 7.5, 'heun', 0.5],
  },
  { id: 9, type: 'Show', in: [['images', 'IMAGE,LATENT', 5]], values: ['shown'] },
];
const LINKS: LinkSketch[] = [
  [1, 1, 1, 2, 0, 'CLIP'],
  [2, 1, 0, 7, 0, 'MODEL'],
  [3, 2, 0, 7, 1, 'CONDITIONING'],
  [4, 3, 0, 7, 2, 'LATENT'],
  [5, 7, 0, 9, 0, 'IMAGE'],
];
const SAMPLED = {
  model: ['1', 0],
  seed: 42,
  steps: 20,
  cfg: 7.5,
  sampler: 'heun',
  positive: ['2', 0],
  latent: ['3', 0],
  denoise: 0.5,
};

function grouped(host: Partial<NodeSketch> = {}, group: unknown = GROUP): unknown {
  const nodes = NODES.map((node) => (node.id === 7 ? { ...node, ...host } : node));
  return uiFile(nodes, LINKS, { extra: { groupNodes: { mine: group } } });
}

describe('group nodes', () => {
  it('are opened with their values and connections', () => {
    expect(inputsOf(grouped())).toMatchObject({
      '7:1': SAMPLED,
      '7:2': { samples: ['7:1', 0] },
      '9': { images: ['7:2', 0] },
    });
    const result = convert(grouped());
    expect(result.ok && Object.values(result.seedModes)).toEqual(['randomize']);
  });

  it('of early editors have another separator in their type', () => {
    expect(inputsOf(grouped({ type: 'workflow/mine' }))).toMatchObject({ '7:1': SAMPLED });
  });

  it('take a widget that was made an input from its connection, and its value from the group', () => {
    const [reroute, sample, decode] = MEMBERS;
    const steps = { name: 'steps', type: 'INT', link: null, widget: { name: 'steps' } };
    const group = {
      ...GROUP,
      nodes: [reroute, { ...sample, inputs: [...(sample?.inputs ?? []), steps] }, decode],
    };
    expect(inputsOf(grouped({ values: [42, 'fixed', 7.5, 'heun', 0.5] }, group))).toMatchObject({
      '7:1': { ...SAMPLED, steps: 1 },
    });
  });

  it('of newer editors list each widget as an input, and save its value even so', () => {
    const [reroute, sample, decode] = MEMBERS;
    const listed = ['seed', 'steps', 'cfg', 'sampler', 'denoise'].map((name) => ({
      name,
      type: 'INT',
      link: null,
      widget: { name },
    }));
    const group = { ...GROUP, nodes: [reroute, { ...sample, inputs: [...(sample?.inputs ?? []), ...listed] }, decode] };
    expect(inputsOf(grouped({}, group))).toMatchObject({ '7:1': SAMPLED });
  });

  it('may be in a group node, and not in themselves', () => {
    const outer = {
      nodes: [
        {
          type: 'workflow>mine',
          inputs: [
            { name: 'base', type: 'MODEL', link: null },
            { name: 'prompt', type: 'CONDITIONING', link: null },
            { name: 'latent', type: 'LATENT', link: null },
          ],
          outputs: [{ name: 'IMAGE', type: 'IMAGE' }],
          widgets_values: [42, 'fixed', 20, 7.5, 'heun', 0.5],
        },
      ],
      links: [],
    };
    const cycle = { ...outer, nodes: outer.nodes.map((node) => ({ ...node, type: 'workflow>outer' })) };
    const file = (groupNodes: object) =>
      uiFile(
        NODES.map((node) => (node.id === 7 ? { ...node, type: 'workflow>outer', values: [] } : node)),
        LINKS,
        { extra: { groupNodes } },
      );
    expect(inputsOf(file({ mine: GROUP, outer }))).toMatchObject({ '7:0:1': SAMPLED });
    expect(convert(file({ outer: cycle }))).toMatchObject({ ok: false });
    // Which of the values belong to the inner one is not known.
    const around = grouped({ type: 'workflow>outer', values: [7] }) as { extra: object };
    expect(convert({ ...around, extra: { groupNodes: { mine: GROUP, outer } } })).toMatchObject({ ok: false });
  });

  it.each([
    ['a value too many', grouped({ values: [42, 'randomize', 20, 7.5, 'heun', 0.5, 1] })],
    ['a connected input that the group does not have', grouped({}, { ...GROUP, config: {} })],
    ['no group of the name', grouped({ type: 'workflow>yours' })],
  ])('with %s are a problem', (_what, file) => {
    const result = convert(file);
    expect(!result.ok && result.problems[0]).toMatchObject({
      nodeId: '7',
      message: expect.stringContaining('does not fit the group'),
    });
  });
});
