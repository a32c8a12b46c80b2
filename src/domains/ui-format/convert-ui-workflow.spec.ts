import { describe, expect, it } from 'vitest';
import { readWorkflow } from '@contract/workflow/graph';
import { fc, runs } from '@contract/testing/properties';
import { fieldKey, splitFieldKey } from '@/domains/drafts/field-key';
import {
  convert,
  inputsOf,
  UI_DEFINITIONS,
  uiFile,
  uiNode,
  uiSubgraph,
  type LinkSketch,
  type NodeSketch,
} from './testing/ui-fixtures';
import { convertUiWorkflow } from './convert-ui-workflow';

const LOAD: NodeSketch = { id: 1, type: 'Load', out: ['MODEL', 'CLIP', 'VAE'], values: ['a.safetensors'] };
const TEXT: NodeSketch = { id: 2, type: 'Text', in: [['clip', 'CLIP', 1]], out: ['CONDITIONING'], values: ['a tree'] };
const EMPTY: NodeSketch = { id: 3, type: 'Empty', out: ['LATENT'], values: [640, 480] };
const SAMPLE: NodeSketch = {
  id: 4,
  type: 'Sample',
  in: [
    ['model', 'MODEL', 2],
    ['positive', 'CONDITIONING', 3],
    ['latent', 'LATENT', 4],
  ],
  out: ['LATENT'],
  values: [42, 'randomize', 20, 7.5, 'heun', 0.5],
};
const SHOW: NodeSketch = { id: 5, type: 'Show', in: [['images', 'IMAGE,LATENT', 5]], values: ['shown'] };
const LINKS: LinkSketch[] = [
  [1, 1, 1, 2, 0, 'CLIP'],
  [2, 1, 0, 4, 0, 'MODEL'],
  [3, 2, 0, 4, 1, 'CONDITIONING'],
  [4, 3, 0, 4, 2, 'LATENT'],
  [5, 4, 0, 5, 0, 'LATENT'],
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

function problemsOf(file: unknown): { nodeId: string; message: string }[] {
  const result = convert(file);
  return result.ok ? [] : result.problems.map(({ nodeId, message }) => ({ nodeId, message }));
}

/** What the seeds do after a run, by node and input. */
function seedModesOf(file: unknown): Record<string, string> {
  const result = convert(file);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return Object.fromEntries(
    Object.entries(result.seedModes).map(([key, mode]) => {
      const { nodeId, input } = splitFieldKey(key);
      return [`${nodeId} ${input}`, mode];
    }),
  );
}

/** The five nodes with a change to some of them. */
function changed(changes: Record<number, Partial<NodeSketch>>, links: LinkSketch[] = LINKS, more: NodeSketch[] = []) {
  const nodes = [LOAD, TEXT, EMPTY, SAMPLE, SHOW].map((node) => ({ ...node, ...changes[Number(node.id)] }));
  return uiFile([...nodes, ...more], links);
}

describe('convertUiWorkflow', () => {
  it('converts nodes, links, widget values and titles', () => {
    const result = convert(changed({ 2: { title: 'What to paint' } }));
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    expect(JSON.parse(result.text)).toEqual({
      '1': { class_type: 'Load', inputs: { file: 'a.safetensors' }, _meta: { title: 'The Load' } },
      '2': { class_type: 'Text', inputs: { text: 'a tree', clip: ['1', 1] }, _meta: { title: 'What to paint' } },
      '3': { class_type: 'Empty', inputs: { width: 640, height: 480 }, _meta: { title: 'The Empty' } },
      '4': { class_type: 'Sample', inputs: SAMPLED, _meta: { title: 'The Sample' } },
      '5': { class_type: 'Show', inputs: { filename_prefix: 'shown', images: ['4', 0] }, _meta: { title: 'The Show' } },
    });
    expect(result.notes).toEqual([]);
  });

  it('leaves out saved values of a class that takes none', () => {
    const merge: NodeSketch = { id: 8, type: 'Decode', in: [['samples', 'LATENT', 9]], out: ['IMAGE'], values: [1] };
    const file = changed({}, [...LINKS, [9, 4, 0, 8, 0, 'LATENT']], [merge]);
    expect(inputsOf(file)['8']).toEqual({ samples: ['4', 0] });
  });

  it('reads links as objects (schema 1.0)', () => {
    const file = changed({});
    const links = LINKS.map(([id, from, fromSlot, to, toSlot, type]) => ({
      id,
      origin_id: from,
      origin_slot: fromSlot,
      target_id: to,
      target_slot: toSlot,
      type,
    }));
    expect(inputsOf({ ...file, version: 1, links })).toEqual(inputsOf(file));
  });

  it('keeps every digit of a seed', () => {
    const text = JSON.stringify(changed({})).replace('[42,', '[18446744073709551615,');
    const result = convert(text);
    expect(result.ok && result.text).toContain('"seed": 18446744073709551615');
  });

  it('reads values that are saved by name', () => {
    const values = { sampler: 'euler', seed: 7, steps: 3, cfg: 1, denoise: 1, preview: { some: 'thing' } };
    expect(inputsOf(changed({ 4: { values } }))['4']).toMatchObject({ sampler: 'euler', seed: 7, steps: 3 });
  });

  it('runs the values by position, as ComfyUI does, and says where those by name differ', () => {
    const named = { seed: 42, steps: 4, cfg: 7.5, sampler: 'heun', denoise: 1 };
    const values = [42, 'randomize', 30, 7.5, 'heun', 0.5];
    const result = convert(changed({ 4: { values, named } }));
    expect(inputsOf(changed({ 4: { values, named } }))['4']).toMatchObject({ steps: 30, denoise: 0.5 });
    expect(result).toMatchObject({
      notes: [expect.stringMatching(/^Node 4 .*“steps” and “denoise”: the file has two different values/)],
    });
    expect(convert(changed({ 4: { values, named: { ...named, steps: 30, denoise: 0.5 } } }))).toMatchObject({
      notes: [],
    });
  });

  it('reads values by name if those by position are of another version of the class', () => {
    const named = { seed: 7, steps: 3, cfg: 1, sampler: 'euler', denoise: 'auto' };
    const file = changed({ 4: { values: ['new', 7, 'fixed', 3, 1, 'euler'], named } });
    // A value that no longer fits moves no other, so the form shows what is wrong with it.
    expect(inputsOf(file)['4']).toMatchObject({ seed: 7, steps: 3, sampler: 'euler', denoise: 'auto' });
  });

  it('keeps the values of an option that the class does not have if they are saved by name', () => {
    const named = { how: 'to moon', 'how.speed': 9, crop: true };
    const scale: NodeSketch = { id: 2, type: 'Scale', values: ['to moon', 9, true], named };
    expect(inputsOf(uiFile([scale], []))).toEqual({ '2': named });
  });

  it('sends what the editor makes when it queues, and keeps what it has saved', () => {
    const compare: NodeSketch = { id: 1, type: 'Compare', values: [] };
    const camera: NodeSketch = { id: 2, type: 'Camera', values: ['webcam/1.png [temp]'] };
    const unused: NodeSketch = { id: 3, type: 'Camera', values: [] };
    const scene: NodeSketch = { id: 4, type: 'Scene', values: ['a.glb', 'upload3dmodel', 'clear', '', 64] };
    const state = { position: { x: 1 }, fov: 35 };
    const view: NodeSketch = { id: 5, type: 'View', values: [''], properties: { 'Camera Config': { state } } };
    expect(inputsOf(uiFile([compare, camera, unused, scene, view], []))).toEqual({
      '1': { compare_view: { __value__: ['', ''] } },
      '2': { image: 'webcam/1.png [temp]' },
      '3': { image: '' },
      '4': { model_file: 'a.glb', image: '', width: 64 },
      '5': {
        viewport_state: { image: '', mask: '', normal: '', camera_info: state, recording: '', model_3d_info: [] },
      },
    });
  });

  it('uses the link of a widget that has become an input', () => {
    const inputs: NodeSketch['in'] = [...(SAMPLE.in ?? []), ['steps', 'INT', 6, true]];
    const number: NodeSketch = {
      id: 6,
      type: 'Forced',
      in: [['value', 'INT', null]],
      out: ['INT'],
      values: ['add', 2],
    };
    const links: LinkSketch[] = [...LINKS, [6, 6, 0, 4, 3, 'INT']];
    const file = changed({ 4: { in: inputs } }, links, [number]);
    expect(inputsOf(file)['4']).toEqual({ ...SAMPLED, steps: ['6', 0] });
  });

  it('skips the value of an input that is a socket only, as early editors saved it', () => {
    const forced: NodeSketch = {
      id: 1,
      type: 'Forced',
      in: [['value', 'INT', null]],
      out: ['INT'],
      values: [9, 'multiply', 4],
    };
    expect(inputsOf(uiFile([forced], []))).toEqual({ '1': { mode: 'multiply', by: 4 } });
    expect(inputsOf(uiFile([{ ...forced, values: ['multiply', 4] }], []))).toEqual({
      '1': { mode: 'multiply', by: 4 },
    });
  });

  it('ignores what the editor saves for an upload button', () => {
    const picture: NodeSketch = { id: 1, type: 'Picture', out: ['IMAGE'], values: ['in.png', 'image', ''] };
    expect(inputsOf(uiFile([picture], []))).toEqual({ '1': { image: 'in.png' } });
  });

  it('adds the inputs of the chosen option of a dynamic choice, in their place', () => {
    const scale = (values: NodeSketch['values'] = []): NodeSketch => ({
      id: 2,
      type: 'Scale',
      in: [
        ['images', 'IMAGE', 1],
        ['how.like', 'IMAGE', 1],
      ],
      values,
    });
    const picture: NodeSketch = { id: 1, type: 'Picture', out: ['IMAGE'], values: ['in.png', 'image'] };
    const links: LinkSketch[] = [[1, 1, 0, 2, 0, 'IMAGE']];
    expect(inputsOf(uiFile([picture, scale(['to size', 10, 20, true])], links))['2']).toEqual({
      images: ['1', 0],
      how: 'to size',
      'how.width': 10,
      'how.height': 20,
      'how.like': ['1', 0],
      crop: true,
    });
    expect(problemsOf(uiFile([picture, scale(['to moon', true])], links))).toMatchObject([
      { nodeId: '2', message: expect.stringContaining('no option "to moon"') },
    ]);
  });

  it('follows reroutes and lets notes, groups and reroutes of links out', () => {
    const reroutes: NodeSketch[] = [
      { id: 7, type: 'Reroute', in: [['', '*', 4]], out: ['LATENT'] },
      { id: 8, type: 'Reroute', in: [['', '*', 7]], out: ['LATENT'] },
      { id: 9, type: 'Note', values: ['read me'] },
      { id: 10, type: 'MarkdownNote', values: ['# read me'] },
    ];
    const links: LinkSketch[] = [
      ...LINKS.filter(([id]) => id !== 4),
      [4, 3, 0, 7, 0, 'LATENT'],
      [7, 7, 0, 8, 0, 'LATENT'],
      [8, 8, 0, 4, 2, 'LATENT'],
    ];
    const inputs = SAMPLE.in?.map((input): NonNullable<NodeSketch['in']>[number] =>
      input[0] === 'latent' ? ['latent', 'LATENT', 8] : input,
    );
    const file = {
      ...changed({ 4: { in: inputs ?? [] } }, links, reroutes),
      groups: [{ title: 'All of it', bounding: [0, 0, 9, 9] }],
      extra: { reroutes: [{ id: 1, linkIds: [8] }], linkExtensions: [{ id: 8, parentId: 1 }] },
      floatingLinks: [{ id: 40, origin_id: 3, origin_slot: 0, target_id: -1, target_slot: -1 }],
    };
    expect(inputsOf(file)['4']).toEqual(SAMPLED);
    expect(Object.keys(inputsOf(file))).toEqual(['1', '2', '3', '4', '5']);
  });

  it('writes the value of a primitive into its inputs', () => {
    const inputs: NodeSketch['in'] = [...(SAMPLE.in ?? []), ['seed', 'INT', 6, true]];
    const primitive: NodeSketch = { id: 6, type: 'PrimitiveNode', out: ['INT'], values: [777, 'fixed'] };
    const file = changed({ 4: { in: inputs } }, [...LINKS, [6, 6, 0, 4, 3, 'INT']], [primitive]);
    expect(inputsOf(file)).toMatchObject({ '4': { ...SAMPLED, seed: 777 } });
    expect(Object.keys(inputsOf(file))).not.toContain('6');
  });

  it('leaves the value of a primitive behind a reroute out, as the editor does', () => {
    const inputs: NodeSketch['in'] = [...(SAMPLE.in ?? []), ['steps', 'INT', 7, true]];
    const primitive: NodeSketch = { id: 6, type: 'PrimitiveNode', out: ['INT'], values: [99, 'fixed'] };
    const reroute: NodeSketch = { id: 7, type: 'Reroute', in: [['', '*', 6]], out: ['INT'] };
    const links: LinkSketch[] = [...LINKS, [6, 6, 0, 7, 0, 'INT'], [7, 7, 0, 4, 3, 'INT']];
    expect(inputsOf(changed({ 4: { in: inputs } }, links, [primitive, reroute]))['4']).toMatchObject({ steps: 20 });
  });

  it('takes over what a seed does after a run', () => {
    const saved = (control: string) => ({ 4: { values: [42, control, 20, 7.5, 'heun', 0.5] } });
    expect(seedModesOf(changed({}))).toEqual({ '4 seed': 'randomize' });
    expect(seedModesOf(changed(saved('increment')))).toEqual({ '4 seed': 'increment' });
    expect(seedModesOf(changed(saved('decrement')))).toEqual({ '4 seed': 'decrement' });
    expect(seedModesOf(changed(saved('fixed')))).toEqual({});
    const values = { sampler: 'euler', seed: 7, control_after_generate: 'increment', steps: 3, cfg: 1, denoise: 1 };
    expect(seedModesOf(changed({ 4: { values } }))).toEqual({ '4 seed': 'increment' });
  });

  it('takes over what a primitive does after a run, unless its random value would differ between its inputs', () => {
    const seeded = (id: number, link: number): Partial<NodeSketch> => ({
      id,
      in: [...(SAMPLE.in ?? []), ['seed', 'INT', link, true]],
    });
    const other: NodeSketch = { ...SAMPLE, ...seeded(7, 8) };
    const primitive = (control: string): NodeSketch => ({
      id: 6,
      type: 'PrimitiveNode',
      out: ['INT'],
      values: [777, control],
    });
    const first: LinkSketch[] = [...LINKS, [7, 6, 0, 4, 3, 'INT']];
    const both: LinkSketch[] = [...first, [8, 6, 0, 7, 3, 'INT']];
    const one = (control: string) => changed({ 4: seeded(4, 7) }, first, [primitive(control)]);
    const two = (control: string) => changed({ 4: seeded(4, 7) }, both, [primitive(control), other]);
    expect(seedModesOf(one('randomize'))).toEqual({ '4 seed': 'randomize' });
    const steps: NodeSketch['in'] = [...(SAMPLE.in ?? []), ['steps', 'INT', 7, true]];
    expect(seedModesOf(changed({ 4: { in: steps } }, first, [primitive('increment')]))).toEqual({
      '4 seed': 'randomize',
    });
    expect(seedModesOf(two('increment'))).toEqual({ '4 seed': 'increment', '7 seed': 'increment' });
    expect(seedModesOf(two('randomize'))).toEqual({});
    expect(convert(two('randomize'))).toMatchObject({
      notes: [expect.stringContaining('4'), expect.stringContaining('7')],
    });
  });

  it('connects Get nodes to the Set node of their name', () => {
    const nodes: NodeSketch[] = [
      { id: 6, type: 'SetNode', in: [['LATENT', 'LATENT', 6]], out: ['*'], values: ['size'] },
      { id: 7, type: 'GetNode', out: ['LATENT'], values: ['size'] },
    ];
    const links: LinkSketch[] = [
      ...LINKS.filter(([id]) => id !== 4),
      [6, 3, 0, 6, 0, 'LATENT'],
      [4, 7, 0, 4, 2, 'LATENT'],
    ];
    expect(inputsOf(changed({}, links, nodes))['4']).toEqual(SAMPLED);
    const twice = [...nodes, { id: 8, type: 'SetNode', values: ['size'] }];
    expect(problemsOf(changed({}, links, twice))).toMatchObject([
      { nodeId: '4', message: expect.stringContaining('Several Set nodes') },
    ]);
    const none = nodes.filter(({ type }) => type === 'GetNode');
    expect(problemsOf(changed({}, links, none))).toMatchObject([
      { nodeId: '4', message: expect.stringContaining('finds no Set node') },
    ]);
  });

  it('leaves muted nodes out, with the connections to them', () => {
    expect(inputsOf(changed({ 3: { mode: 2 } }))['4']).not.toHaveProperty('latent');
    expect(inputsOf(changed({ 3: { mode: 2, type: 'Unknown' } }))).not.toHaveProperty('3');
  });

  it('passes through bypassed nodes by type', () => {
    const sharpen: NodeSketch = {
      id: 6,
      type: 'Sharpen',
      mode: 4,
      in: [
        ['mask', 'MASK', 7],
        ['samples', 'LATENT', 4],
      ],
      out: ['LATENT'],
      values: [1],
    };
    const picture: NodeSketch = { id: 7, type: 'Picture', out: ['IMAGE', 'MASK'], values: ['in.png', 'image'] };
    const links: LinkSketch[] = [
      ...LINKS.filter(([id]) => id !== 4),
      [4, 3, 0, 6, 1, 'LATENT'],
      [7, 7, 1, 6, 0, 'MASK'],
      [8, 6, 0, 4, 2, 'LATENT'],
    ];
    const inputs = SAMPLE.in?.map((input): NonNullable<NodeSketch['in']>[number] =>
      input[0] === 'latent' ? ['latent', 'LATENT', 8] : input,
    );
    const file = (type: string) => changed({ 4: { in: inputs ?? [] } }, links, [{ ...sharpen, type }, picture]);
    expect(inputsOf(file('Sharpen'))['4']).toEqual(SAMPLED);
    // Of a class that is not installed, the file tells the types.
    expect(inputsOf(file('Unknown'))['4']).toEqual(SAMPLED);
  });

  it('keeps prompts and file names as written, and says which texts each run fills in', () => {
    const file = changed({
      2: { values: ['a {red|blue} tree // or bush'] },
      5: { values: ['%date:yyyy-MM-dd%/tree'] },
    });
    expect(inputsOf(file)['2']).toMatchObject({ text: 'a {red|blue} tree // or bush' });
    expect(convert(file)).toMatchObject({
      fillIns: { [fieldKey('2', 'text')]: 'prompt', [fieldKey('5', 'filename_prefix')]: 'file_name' },
      notes: [],
    });
  });

  it('fills in no text that is linked, except for that of a primitive', () => {
    const primitive: NodeSketch = { id: 6, type: 'PrimitiveNode', out: ['STRING'], values: ['{a|b}', 'fixed'] };
    const inputs: NodeSketch['in'] = [...(TEXT.in ?? []), ['text', 'STRING', 6, true]];
    const links: LinkSketch[] = [...LINKS, [6, 6, 0, 2, 1, 'STRING']];
    const isFilled = (file: unknown) => Object.keys((convert(file) as { fillIns?: object }).fillIns ?? {});
    expect(isFilled(changed({ 2: { in: inputs } }, links, [primitive]))).toContain(fieldKey('2', 'text'));
    const text: NodeSketch = { ...TEXT, id: 6, out: ['STRING'] };
    expect(isFilled(changed({ 2: { in: inputs } }, links, [text]))).not.toContain(fieldKey('2', 'text'));
  });

  it('fills in what the class has got since, and says so', () => {
    const result = convert(changed({ 4: { values: [42, 'randomize', 20, 7.5, 'heun'] } }));
    expect(result).toMatchObject({
      ok: true,
      notes: ['Node 4 (The Sample): “denoise”: not in the file, so the default is used.'],
    });
  });
});

describe('convertUiWorkflow, subgraphs', () => {
  const inner: NodeSketch = { ...SAMPLE, id: 4, in: [...(SAMPLE.in ?? []), ['steps', 'INT', 6, true]] };
  const innerLinks: LinkSketch[] = [
    [2, -10, 0, 4, 0, 'MODEL'],
    [3, -10, 1, 4, 1, 'CONDITIONING'],
    [4, 3, 0, 4, 2, 'LATENT'],
    [6, -10, 2, 4, 3, 'INT'],
    [9, 4, 0, -20, 0, 'LATENT'],
  ];
  const ports: Parameters<typeof uiSubgraph>[1] = {
    inputs: [
      ['model', 'MODEL'],
      ['positive', 'CONDITIONING'],
      ['steps', 'INT'],
    ],
    outputs: [['LATENT', 'LATENT']],
  };
  const host: NodeSketch = {
    id: 57,
    type: 'sub-1',
    in: [
      ['model', 'MODEL', 2],
      ['positive', 'CONDITIONING', 3],
    ],
    out: ['LATENT'],
    values: [33],
  };
  const links: LinkSketch[] = [
    [1, 1, 1, 2, 0, 'CLIP'],
    [2, 1, 0, 57, 0, 'MODEL'],
    [3, 2, 0, 57, 1, 'CONDITIONING'],
    [5, 57, 0, 5, 0, 'LATENT'],
  ];
  const file = (hosts: NodeSketch, extra: unknown[] = []) =>
    uiFile([LOAD, TEXT, hosts, SHOW], links, {
      definitions: { subgraphs: [uiSubgraph('sub-1', ports, [EMPTY, inner], innerLinks), ...extra] },
    });

  it('puts the nodes of a subgraph in place of it, with ids of both', () => {
    const inputs = inputsOf(file(host));
    expect(Object.keys(inputs)).toEqual(['1', '2', '5', '57:3', '57:4']);
    expect(inputs['57:4']).toEqual({ ...SAMPLED, latent: ['57:3', 0], steps: 33 });
    expect(inputs['5']).toEqual({ filename_prefix: 'shown', images: ['57:4', 0] });
  });

  it('uses the inner value where the host has none', () => {
    expect(inputsOf(file({ ...host, values: [] }))['57:4']).toMatchObject({ steps: 20 });
  });

  it('places values of promoted widgets by `proxyWidgets`', () => {
    const properties = {
      proxyWidgets: [
        ['4', 'cfg'],
        ['-1', 'steps'],
        ['3', 'width'],
        ['4', 'control_after_generate'],
      ],
    };
    const inputs = inputsOf(file({ ...host, properties, values: [1.5, 12, 1024, 'fixed'] }));
    expect(inputs['57:4']).toMatchObject({ cfg: 1.5, steps: 12 });
    expect(inputs['57:3']).toEqual({ width: 1024, height: 480 });
    const modes = (control: string) => seedModesOf(file({ ...host, properties, values: [1.5, 12, 1024, control] }));
    expect(modes('increment')).toEqual({ '57:4 seed': 'increment' });
    expect(modes('fixed')).toEqual({});
    const lost = { proxyWidgets: [['4', 'missing']] };
    expect(problemsOf(file({ ...host, properties: lost, values: [1] }))).toMatchObject([
      { nodeId: '57', message: expect.stringContaining('“missing”') },
    ]);
  });

  it('refuses values of the host that have moved, or are too many', () => {
    expect(problemsOf(file({ ...host, values: ['heun'] }))).toMatchObject([
      { nodeId: '57:4', message: expect.stringContaining('"heun" does not fit its input “steps”') },
    ]);
    expect(problemsOf(file({ ...host, values: [33, 'heun'] }))).toMatchObject([
      { nodeId: '57', message: expect.stringContaining('2 values for 1 input') },
    ]);
    const properties = { proxyWidgets: [['4', 'cfg']] };
    expect(problemsOf(file({ ...host, properties, values: ['high'] }))).toMatchObject([
      { nodeId: '57:4', message: expect.stringContaining('"high" does not fit its input “cfg”') },
    ]);
  });

  it('opens subgraphs in subgraphs, each instance with its own values', () => {
    const outerLinks: LinkSketch[] = [
      [1, -10, 0, 10, 0, 'MODEL'],
      [2, -10, 1, 10, 1, 'CONDITIONING'],
      [3, -10, 2, 10, 2, 'INT'],
      [4, 10, 0, -20, 0, 'LATENT'],
    ];
    const nested: NodeSketch = {
      id: 10,
      type: 'sub-1',
      in: [
        ['model', 'MODEL', 1],
        ['positive', 'CONDITIONING', 2],
        ['steps', 'INT', 3, true],
      ],
      out: ['LATENT'],
      values: [5],
    };
    const outer = uiSubgraph('sub-2', ports, [nested], outerLinks);
    const twice: NodeSketch = { ...host, id: 58, values: [44] };
    const whole = uiFile([LOAD, TEXT, { ...host, type: 'sub-2' }, { ...twice, type: 'sub-2', in: [] }, SHOW], links, {
      definitions: { subgraphs: [outer, uiSubgraph('sub-1', ports, [EMPTY, inner], innerLinks)] },
    });
    const inputs = inputsOf(whole);
    expect(inputs['57:10:4']).toMatchObject({ steps: 33, model: ['1', 0], latent: ['57:10:3', 0] });
    expect(inputs['58:10:4']).toMatchObject({ steps: 44 });
    expect(inputs['58:10:4']).not.toHaveProperty('model');
    expect(inputs['5']).toMatchObject({ images: ['57:10:4', 0] });
  });

  it('passes through a bypassed subgraph and leaves a muted one out', () => {
    const through = file({ ...host, mode: 2 });
    expect(inputsOf(through)['5']).not.toHaveProperty('images');
    expect(Object.keys(inputsOf(through))).toEqual(['1', '2', '5']);
  });

  it('refuses a subgraph that contains itself', () => {
    const cyclic = uiSubgraph('sub-1', ports, [{ ...host, id: 7, values: [] }], []);
    const whole = uiFile([LOAD, { ...host, values: [] }], links, { definitions: { subgraphs: [cyclic] } });
    expect(problemsOf(whole)).toMatchObject([{ nodeId: '57:7', message: expect.stringContaining('contains itself') }]);
  });

  it('refuses subgraphs that multiply beyond any editor', () => {
    const subgraphs = Array.from({ length: 40 }, (_, level) =>
      uiSubgraph(
        `s${level}`,
        {},
        [1, 2].map((id) => ({ id, type: level === 39 ? 'Empty' : `s${level + 1}`, values: [] })),
        [],
      ),
    );
    expect(problemsOf(uiFile([{ id: 1, type: 's0' }], [], { definitions: { subgraphs } }))).toMatchObject([
      { message: expect.stringContaining('more than 50000 nodes') },
    ]);
  });
});

describe('convertUiWorkflow, nodes of a later version of their class', () => {
  const later = (widgets: Record<string, unknown[]>) => ({
    Empty: { ...UI_DEFINITIONS['Empty'], name: 'Empty', input: { required: widgets } },
  });
  const file = uiFile([{ ...EMPTY, values: [640, 2, 480] }], []);
  const whole = ['INT', { default: 1 }];

  it('have the values that the version of the server knows, by name, and a note names the others', () => {
    const result = convertUiWorkflow(file, UI_DEFINITIONS, later({ width: whole, batch: whole, height: whole }));
    if (!result.ok) throw new Error(result.problems[0]?.message);
    expect(readWorkflow(result.text)).toMatchObject({ ok: true });
    expect(JSON.parse(result.text)).toMatchObject({ 3: { inputs: { width: 640, height: 480 } } });
    expect(result.text).not.toContain('batch');
    expect(result.notes).toEqual([
      'Node 3 (The Empty): “batch”: this server has an older version of the class without it, so its value is left out.',
    ]);
  });

  it('share a note if they lack the same', () => {
    const node = (id: number, title?: string) => ({ ...EMPTY, id, values: [640, 2, 480], ...(title ? { title } : {}) });
    const notesOf = (...nodes: NodeSketch[]) => {
      const newer = later({ width: whole, batch: whole, height: whole });
      const result = convertUiWorkflow(uiFile(nodes, []), UI_DEFINITIONS, newer);
      return result.ok ? result.notes : null;
    };
    expect(notesOf(node(3), node(5), node(8))).toEqual([
      expect.stringMatching(/^Nodes 3, 5 and 8 \(The Empty\): “batch”: this server has an older version/),
    ]);
    expect(notesOf(node(3), node(5, 'Canvas'))).toEqual([expect.stringMatching(/^Nodes 3 and 5 \(Empty\): “batch”/)]);
  });

  it.each([
    ['does not fit the later version either', later({ width: whole, batch: ['STRING', {}], height: whole })],
    ['has no value that the server can take', later({ width: whole, height: whole, batch: ['BOOLEAN', {}] })],
    ['is of a class without a later version', {}],
  ])('are a problem if the node %s', (_what, newer) => {
    const result = convertUiWorkflow(file, UI_DEFINITIONS, newer);
    expect(result).toMatchObject({ ok: false, problems: [{ nodeId: '3' }] });
  });

  it('do not change how a node is read that fits the version of the server', () => {
    const fitting = uiFile([EMPTY], []);
    const newer = later({ height: whole, width: whole });
    expect(convertUiWorkflow(fitting, UI_DEFINITIONS, newer)).toEqual(convertUiWorkflow(fitting, UI_DEFINITIONS));
  });
});

describe('convertUiWorkflow, problems', () => {
  it.each<[string, unknown, string, string]>([
    [
      'a value too many',
      changed({ 3: { values: [640, 480, 1] } }),
      '3',
      'It has 3 saved values, but its class accepts 2.',
    ],
    [
      'values that have moved',
      changed({ 4: { values: [42, 20, 7.5, 'heun', 0.5] } }),
      '4',
      'does not fit the input “steps”',
    ],
    [
      'no value for a required input',
      changed({ 2: { values: [null] } }),
      '2',
      'The saved value null does not fit the input “text”',
    ],
    [
      'a link that the file does not have',
      changed(
        {},
        LINKS.filter(([id]) => id !== 4),
      ),
      '4',
      'connection of “latent” is broken',
    ],
    [
      'a link from a node that the file does not have',
      changed(
        {},
        LINKS.map((link): LinkSketch => (link[0] === 4 ? [4, 77, 0, 4, 2, 'LATENT'] : link)),
      ),
      '4',
      'connection of “latent” is broken',
    ],
    [
      'an output that the class does not have',
      changed(
        {},
        LINKS.map((link): LinkSketch => (link[0] === 4 ? [4, 3, 5, 4, 2, 'LATENT'] : link)),
      ),
      '4',
      'uses output 6 of node 3',
    ],
    [
      'a connected input that the class does not have',
      changed({ 3: { in: [['depth', 'INT', 1, true]] } }),
      '3',
      'no input “depth”',
    ],
    ['a group node', changed({}, LINKS, [{ id: 9, type: 'workflow/mine' }]), '9', 'It is a group node'],
    [
      'a node that connects others',
      changed({}, LINKS, [{ id: 9, type: 'Anything Everywhere' }]),
      '9',
      'these connections are not in the file',
    ],
    [
      'a circle of reroutes',
      changed(
        {},
        [...LINKS.filter(([id]) => id !== 4), [4, 9, 0, 4, 2, 'LATENT'], [9, 9, 0, 9, 0, '*']],
        [{ id: 9, type: 'Reroute', in: [['', '*', 9]], out: ['*'] }],
      ),
      '4',
      'leads in a circle',
    ],
  ])('reports %s', (_, file, nodeId, message) => {
    expect(problemsOf(file)).toContainEqual({ nodeId, message: expect.stringContaining(message) });
  });

  it('lists every node with a problem, with its title, its class and what to do', () => {
    const values = [640, 480, 1];
    expect(convert(changed({ 2: { values: [null] }, 3: { title: 'Mine', values } }))).toMatchObject({
      ok: false,
      problems: [
        { nodeId: '2', advice: expect.stringContaining('check the node') },
        { nodeId: '3', title: 'Mine', classType: 'Empty' },
      ],
    });
  });

  it('converts the part that it can if classes are unknown, and names each of them once', () => {
    const packed = [11, 12].map((id): NodeSketch => ({ id, type: 'Packed', named: { power: 5 }, values: [5] }));
    const result = convert(changed({ 3: { type: 'Other' } }, LINKS, packed));
    expect(result).toMatchObject({ ok: true, unknownClasses: ['Other', 'Packed'] });
    expect(inputsOf(changed({ 3: { type: 'Other' } }, LINKS, packed))).toMatchObject({
      '3': {},
      '4': { latent: ['3', 0], steps: 20 },
      '11': { power: 5 },
    });
  });

  it('reports a file in which nothing runs, and nodes without an id', () => {
    expect(problemsOf(uiFile([{ id: 1, type: 'Note', values: [''] }], []))).toEqual([
      { nodeId: '', message: 'No node of it runs.' },
    ]);
    expect(problemsOf({ nodes: [{ type: 'Load' }, 7], links: [] })).toMatchObject([
      { nodeId: '', message: expect.stringContaining('2 entries') },
    ]);
  });

  it('follows 5,000 reroutes', () => {
    const count = 5000;
    const reroutes = Array.from({ length: count }, (_, index): NodeSketch => ({
      id: index + 10,
      type: 'Reroute',
      in: [['', '*', index + 10]],
      out: ['*'],
    }));
    const links = reroutes.map(({ id }, index): LinkSketch => [index + 10, index === 0 ? 3 : index + 9, 0, id, 0, '*']);
    links.push([4, count + 9, 0, 4, 2, '*']);
    const file = changed({}, [...LINKS.filter(([id]) => id !== 4), ...links], reroutes);
    expect(inputsOf(file)['4']).toMatchObject({ latent: ['3', 0] });
  });

  const names = fc.constantFrom('__proto__', 'constructor', 'toString', 'seed', '', '1');
  const ids = fc.oneof(fc.integer({ min: -20, max: 6 }), names);
  const types = fc.constantFrom(
    'Load',
    'Sample',
    'Text',
    'Show',
    'Scale',
    'Reroute',
    'PrimitiveNode',
    'GetNode',
    'SetNode',
    'sub',
    '__proto__',
    'toString',
  );
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom([1, 'fixed', 2, 3, 'euler'], ['a'], { __proto__: null, seed: 1 }),
  );
  const nodes = fc.array(
    fc.record({
      id: ids,
      type: types,
      mode: fc.constantFrom(0, 2, 4, 'x'),
      inputs: fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.array(fc.record({ name: names, type: names, link: ids, widget: fc.option(fc.record({ name: names })) }), {
          maxLength: 3,
        }),
      ),
      outputs: fc.jsonValue({ maxDepth: 2 }),
      widgets_values: values,
      properties: fc.record({
        proxyWidgets: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.array(fc.tuple(ids, names), { maxLength: 3 })),
      }),
    }),
    { maxLength: 6 },
  );
  const links = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.array(fc.tuple(ids, ids, fc.integer({ min: -1, max: 3 }), ids, fc.integer({ min: -1, max: 3 }), types), {
      maxLength: 8,
    }),
  );
  const ports = fc.array(fc.record({ name: names, type: types, linkIds: fc.array(ids, { maxLength: 3 }) }), {
    maxLength: 3,
  });
  const subgraph = fc.record({ id: fc.constantFrom('sub', '__proto__'), nodes, links, inputs: ports, outputs: ports });
  const hostile = fc.record({
    nodes,
    links,
    extra: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant({ groupNodes: { mine: {} } })),
    definitions: fc.record({ subgraphs: fc.array(subgraph, { maxLength: 2 }) }),
  });

  it('answers any input with a graph that the API format allows, or with problems', () => {
    fc.assert(
      fc.property(hostile, (file) => {
        const result = convert(file);
        expect(result.ok ? readWorkflow(result.text).ok : result.problems.length > 0).toBe(true);
      }),
      { numRuns: runs(500) },
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(convert(JSON.stringify(value)).ok).toBe(false);
      }),
      { numRuns: runs(100) },
    );
  });

  it('keeps a node whose id is the name of a prototype', () => {
    const text = JSON.stringify(uiFile([{ ...EMPTY, id: '__proto__' }], []));
    const result = convert(text);
    expect(result.ok && readWorkflow(result.text)).toMatchObject({ ok: true });
    expect(result.ok && result.text).toContain('"__proto__"');
    expect(convertUiWorkflow({ nodes: [JSON.parse(JSON.stringify(uiNode(EMPTY)))], links: [] }, {})).toMatchObject({
      unknownClasses: ['Empty'],
    });
  });
});
