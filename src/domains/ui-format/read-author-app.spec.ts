import { expect, test } from 'vitest';
import { pinnedInputs } from '@/domains/drafts/template';
import { convert, uiFile, uiSubgraph, type NodeSketch } from './testing/ui-fixtures';

const TEXT: NodeSketch = { id: 4, type: 'Text', title: 'Scene', out: ['CONDITIONING'], values: ['a fox'] };
const EMPTY: NodeSketch = { id: 5, type: 'Empty', out: ['LATENT'], values: [640, 480] };
const SHOW: NodeSketch = { id: 6, type: 'Show', in: [['images', 'LATENT', 1]], values: ['out'] };
const LINK: [number, number, number, number, number, string] = [1, 5, 0, 6, 0, 'LATENT'];

function partsOf(linearData: object, nodes: NodeSketch[] = [TEXT, EMPTY, SHOW], more: object = {}) {
  const result = convert(uiFile(nodes, [LINK], { ...more, extra: { linearMode: true, linearData } }));
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  return result.author;
}

function inputsOf(...given: Parameters<typeof partsOf>): string[] {
  const { template } = partsOf(...given);
  return template ? pinnedInputs(template).map(({ nodeId, input, label }) => `${nodeId} ${input} ${label}`.trim()) : [];
}

test('pins the inputs of App mode in the order of the author, whichever version saved them', () => {
  expect(
    inputsOf({
      inputs: [
        [5, 'height'],
        ['4', 'text', { height: 90 }],
      ],
      outputs: [6],
    }),
  ).toEqual(['5 height', '4 text']);
  expect(
    inputsOf({
      inputs: [
        ['36f3-uuid:5:width', 'width'],
        ['36f3-uuid:4:text', 'What to paint'],
      ],
    }),
  ).toEqual(['5 width', '4 text What to paint']);
});

test('leaves out what is not a value in the graph, and what is no entry', () => {
  const inputs = [[5, 'depth'], [6, 'images'], [99, 'text'], 'no', [null, 'text'], [4, 'text'], [4, 'text']];
  expect(inputsOf({ inputs })).toEqual(['4 text']);
  expect(partsOf({ inputs: [[5, 'depth']], outputs: {} })).not.toHaveProperty('template');
  expect(partsOf([])).not.toHaveProperty('outputNodes');
});

test('pins the inner inputs of promoted widgets, under the names that the author sees', () => {
  const group = uiSubgraph(
    'sub',
    {
      inputs: [
        ['prompt', 'STRING'],
        ['size', 'INT'],
      ],
    },
    [
      { ...TEXT, in: [['text', 'STRING', 11, true]] },
      {
        ...EMPTY,
        in: [
          ['width', 'INT', 12, true],
          ['height', 'INT', 13, true],
        ],
      },
    ],
    [
      [11, -10, 0, 4, 0, 'STRING'],
      [12, -10, 1, 5, 0, 'INT'],
      [13, -10, 1, 5, 1, 'INT'],
    ],
  );
  const host: NodeSketch = {
    id: 8,
    type: 'sub',
    in: [
      ['prompt', 'STRING', null, true],
      ['size', 'INT', null, true],
    ],
    values: ['an owl', 512],
  };
  const more = { definitions: { subgraphs: [group] } };
  const nodes = [host, { ...EMPTY }, SHOW];
  expect(
    inputsOf(
      {
        inputs: [
          ['u:8:prompt', 'prompt'],
          [8, 'size'],
        ],
      },
      nodes,
      more,
    ),
  ).toEqual([
    '8:4 text prompt',
    // One widget of the canvas sets both.
    '8:5 width size, The Empty 8:5',
    '8:5 height size, The Empty 8:5',
  ]);
  // Saved by the inner node, as early versions do.
  expect(inputsOf({ inputs: [['4', 'text']] }, nodes, more)).toEqual(['8:4 text']);
});

test('pins the inner inputs that a host lists, and those behind a primitive', () => {
  const group = uiSubgraph('sub', {}, [TEXT], []);
  const host: NodeSketch = { id: 8, type: 'sub', properties: { proxyWidgets: [['4', 'text']] }, values: [] };
  const nodes = [host, EMPTY, SHOW];
  expect(inputsOf({ inputs: [[8, 'text']] }, nodes, { definitions: { subgraphs: [group] } })).toEqual(['8:4 text']);

  const sized: NodeSketch = { ...EMPTY, in: [['width', 'INT', 2, true]] };
  const primitive: NodeSketch = { id: 9, type: 'PrimitiveNode', out: ['INT'], values: [300, 'fixed'] };
  const result = convert(
    uiFile([primitive, sized, SHOW], [LINK, [2, 9, 0, 5, 0, 'INT']], {
      extra: { linearData: { inputs: [[9, 'value']], outputs: [] } },
    }),
  );
  expect(result.ok && result.author.template && pinnedInputs(result.author.template)).toMatchObject([
    { nodeId: '5', input: 'width', label: '' },
  ]);
});

test('names an inner input as its host does', () => {
  const ports: [string, string][] = [
    ['text', 'STRING'],
    ['text_1', 'STRING'],
  ];
  const group = uiSubgraph(
    'sub',
    { inputs: ports },
    [
      { ...TEXT, in: [['text', 'STRING', 11, true]] },
      { ...TEXT, id: 7, in: [['text', 'STRING', 12, true]] },
    ],
    [
      [11, -10, 0, 4, 0, 'STRING'],
      [12, -10, 1, 7, 0, 'STRING'],
    ],
  );
  const named = { ...group, inputs: group.inputs.map((port) => ({ ...port, label: `inside ${port.name}` })) };
  const host: NodeSketch = { id: 8, type: 'sub', in: [['text_1', 'STRING', null, true]], values: ['an owl', 'rain'] };
  const file = uiFile([host, EMPTY, SHOW], [LINK], {
    definitions: { subgraphs: [named] },
    extra: {
      linearData: {
        inputs: [
          ['4', 'text'],
          ['7', 'text'],
        ],
      },
    },
  });
  const [saved] = file.nodes;
  const renamed = { ...saved, inputs: [{ name: 'text_1', type: 'STRING', link: null, label: 'Negative' }] };
  const result = convert({ ...file, nodes: [renamed, ...file.nodes.slice(1)] });
  expect(result.ok && result.author.template && pinnedInputs(result.author.template)).toMatchObject([
    { nodeId: '8:4', input: 'text', label: 'inside text' },
    { nodeId: '8:7', input: 'text', label: 'Negative' },
  ]);
});

test('pins all inputs behind a primitive and a reroute, named after the primitive and the subgraphs', () => {
  const group = (id: string) => ({
    ...uiSubgraph(
      id,
      { inputs: [['width', 'INT']] },
      [{ ...EMPTY, in: [['width', 'INT', 12, true]] }],
      [[12, -10, 0, 5, 0, 'INT']],
    ),
    name: `Picture ${id}`,
  });
  const nodes: NodeSketch[] = [
    { id: 9, type: 'PrimitiveNode', title: 'Breadth', out: ['INT'], values: [300, 'fixed'] },
    { id: 10, type: 'Reroute', in: [['', '*', 2]], out: ['INT'] },
    { id: 11, type: 'a', in: [['width', 'INT', 3, true]] },
    { id: 12, type: 'b', in: [['width', 'INT', 4, true]] },
    EMPTY,
    SHOW,
  ];
  const links: (typeof LINK)[] = [LINK, [2, 9, 0, 10, 0, 'INT'], [3, 10, 0, 11, 0, 'INT'], [4, 10, 0, 12, 0, 'INT']];
  const result = convert(
    uiFile(nodes, links, {
      definitions: { subgraphs: [group('a'), group('b')] },
      extra: { linearData: { inputs: [[9, 'value']] } },
    }),
  );
  expect(result.ok && result.author.template && pinnedInputs(result.author.template)).toMatchObject([
    { nodeId: '11:5', input: 'width', label: 'Breadth, Picture a' },
    { nodeId: '12:5', input: 'width', label: 'Breadth, Picture b' },
  ]);
});

test('says which inputs and outputs of App mode the workflow lacks', () => {
  const notesOf = (linearData: object) => {
    const result = convert(uiFile([TEXT, EMPTY, SHOW], [LINK], { extra: { linearData } }));
    return result.ok ? result.notes : null;
  };
  const inputs = [
    [4, 'text'],
    [4, 'text'],
    [99, 'seed'],
    ['u:5:depth', 'depth'],
  ];
  expect(notesOf({ inputs, outputs: [6, 98] })).toEqual([
    'App mode names inputs that have no value in this workflow: “seed” of node 99 and “depth” of node 5.',
    'App mode names outputs of nodes that do not run or are missing: 98.',
  ]);
  expect(notesOf({ inputs: [[4, 'text']], outputs: [6] })).toEqual([]);
});

test('has the form beside a node of an unknown class, but not without one of its inputs', () => {
  const unknown: NodeSketch = { id: 7, type: 'FromAPack', values: [1] };
  const withInputs = (inputs: unknown[]) => {
    const result = convert(uiFile([TEXT, EMPTY, SHOW, unknown], [LINK], { extra: { linearData: { inputs } } }));
    return result.ok ? result : null;
  };
  expect(withInputs([[4, 'text']])).toMatchObject({
    unknownClasses: ['FromAPack'],
    author: { template: { groups: [{ inputs: [{ nodeId: '4', input: 'text' }] }] } },
  });
  const waiting = withInputs([
    [4, 'text'],
    [7, 'level'],
  ]);
  expect(waiting?.unknownClasses).toEqual(['FromAPack']);
  expect(waiting?.author).not.toHaveProperty('template');
});

test('tells inputs of the same name apart by their nodes', () => {
  const nodes = [TEXT, { ...TEXT, id: 7, title: 'Style' }, EMPTY, SHOW];
  expect(
    inputsOf(
      {
        inputs: [
          [4, 'text'],
          [7, 'text'],
        ],
      },
      nodes,
    ),
  ).toEqual(['4 text text, Scene', '7 text text, Style']);
});

test('names the nodes whose outputs come first, also inside of subgraphs', () => {
  expect(partsOf({ inputs: [], outputs: ['6', 99] }).outputNodes).toEqual(['6']);
  const group = uiSubgraph('sub', {}, [SHOW, EMPTY], [LINK]);
  const more = { definitions: { subgraphs: [group] } };
  const nodes: NodeSketch[] = [{ id: 8, type: 'sub' }, EMPTY, { ...SHOW, in: [] }];
  expect(partsOf({ outputs: ['8'] }, nodes, more).outputNodes).toEqual(['8:6', '8:5']);
});

test('ends for a subgraph that contains itself', () => {
  const loop = uiSubgraph(
    'loop',
    { inputs: [['text', 'STRING']] },
    [{ id: 2, type: 'loop', in: [['text', 'STRING', 11]] }],
    [[11, -10, 0, 2, 0, 'STRING']],
  );
  const file = uiFile([{ id: 8, type: 'loop' }, EMPTY, SHOW], [LINK], {
    definitions: { subgraphs: [loop] },
    extra: { linearData: { inputs: [[8, 'text']], outputs: ['8'] } },
  });
  expect(convert(file)).toMatchObject({ ok: false });
});
