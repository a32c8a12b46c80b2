import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/lossless';
import { checkWorkflow, isRunByComfyui } from './comfyui-rejections';
import { readGraph } from './graph';
import type { NodeDefinition, NodeDefinitions } from './node-definitions';

function define(name: string, required: Record<string, unknown[]>, more: Partial<NodeDefinition> = {}): NodeDefinition {
  return { name, input: { required }, output: ['IMAGE'], python_module: 'nodes', ...more };
}

const definitions: NodeDefinitions = Object.fromEntries(
  [
    define('Make', { size: ['INT', { min: 1 }], mode: [['a', 'b']] }),
    define('Text', {}, { output: ['STRING'] }),
    define('Custom', { size: ['INT', { min: 1 }] }, { python_module: 'custom_nodes.pack' }),
    define('Save', { images: ['IMAGE'] }, { output_node: true, output: [] }),
    define(
      'Load',
      {},
      { input: { required: { image: [['a.png'], { image_upload: true }] }, optional: { width: ['INT', { min: 1 }] } } },
    ),
    define('Grow', {}, { input: { optional: { mode: ['COMFY_DYNAMICCOMBO_V3', { options: [] }] } } }),
    define(
      'Write',
      {
        images: ['IMAGE'],
        format: [
          'COMFY_DYNAMICCOMBO_V3',
          {
            options: [
              { key: 'plain', inputs: { required: {} } },
              {
                key: 'video',
                inputs: {
                  required: {
                    rate: ['INT', { min: 1 }],
                    codec: ['COMFY_DYNAMICCOMBO_V3', { options: [{ key: 'av1', inputs: { required: {} } }] }],
                  },
                },
              },
            ],
          },
        ],
      },
      { output_node: true, output: [] },
    ),
    define('Join', {
      images: [
        'COMFY_AUTOGROW_V3',
        { template: { input: { required: { image: ['IMAGE'] } }, prefix: 'image', min: 1, max: 3 } },
      ],
    }),
    define('Choose', { mode: ['COMFY_DYNAMICCOMBO_V3', { options: [{ key: 'a', inputs: { required: {} } }] }] }),
    define('Own', { size: ['INT', { min: 1 }] }, { python_module: 'flowdeck.embedded' }),
  ].map((definition) => [definition.name, definition]),
);

const graphOf = (text: string) => {
  const result = readGraph(parseJson(text));
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
};
const rejected = (text: string) => checkWorkflow(graphOf(text), definitions).rejected;

const MAKE = '"1":{"class_type":"Make","inputs":{"size":8,"mode":"a"}}';
const SAVE = '"9":{"class_type":"Save","inputs":{"images":["1",0]}}';

/** An image and the node that writes it. */
const write = (inputs: Record<string, unknown>) =>
  `{${MAKE},"9":{"class_type":"Write","inputs":${JSON.stringify({ images: ['1', 0], ...inputs })}}}`;

describe('in front of ComfyUI', () => {
  it.each([
    ['a valid graph', `{${MAKE},${SAVE}}`],
    ['a broken node that no output needs', `{${MAKE},${SAVE},"5":{"class_type":"Make","inputs":{"size":["404",0]}}}`],
    [
      'a cycle that no output needs',
      `{${MAKE},${SAVE},"5":{"class_type":"Save","inputs":{"images":["5",0]}}}`.replace(
        '"Save","inputs":{"images":["5"',
        '"Make","inputs":{"x":["5"',
      ),
    ],
    ['one valid output next to an invalid one', `{${MAKE},${SAVE},"8":{"class_type":"Save","inputs":{}}}`],
    ['a value that is not in the list', `{"1":{"class_type":"Make","inputs":{"size":8,"mode":"new"}},${SAVE}}`],
    ['a number as text', `{"1":{"class_type":"Make","inputs":{"size":"8","mode":"a"}},${SAVE}}`],
    ['a wrapped file name', `{"1":{"class_type":"Load","inputs":{"image":{"__value__":"a.png"}}},${SAVE}}`],
    [
      'bounds of a core class that checks the file it loads',
      `{"1":{"class_type":"Load","inputs":{"image":"a.png","width":0}},${SAVE}}`,
    ],
    ['a slot counted from the end', `{"1":{"class_type":"Make","inputs":{"size":["1",-1],"mode":"a"}},${SAVE}}`],
    ['a literal for a link', '{"9":{"class_type":"Save","inputs":{"images":"a"}}}'],
    ['bounds of a class that may have its own checks', `{"1":{"class_type":"Custom","inputs":{"size":0}},${SAVE}}`],
    [
      'a link to a missing node in an undeclared input of a node that no good output needs',
      `{${MAKE},${SAVE},"5":{"class_type":"Make","inputs":{"size":8,"mode":"a","x":["404",0]}},"8":{"class_type":"Save","inputs":{"x":["404",0]}}}`,
    ],
    [
      'a self-link in an input that depends on a choice',
      `{"1":{"class_type":"Grow","inputs":{"mode":["1",0]}},${SAVE}}`,
    ],
    ['a choice with all of its inputs', write({ format: 'video', 'format.codec': 'av1', 'format.rate': 8 })],
    ['inputs of an option that is not chosen', write({ format: 'plain', 'format.rate': 0 })],
    [
      'a choice within a choice that is missing, which the class may have a value for',
      write({ format: 'video', 'format.rate': 8 }),
    ],
    ['a missing choice of a node that no output needs', `{${MAKE},${SAVE},"5":{"class_type":"Choose","inputs":{}}}`],
    [
      'two members of a group',
      `{${MAKE},"2":{"class_type":"Join","inputs":{"images.image0":["1",0],"images.image1":["1",0]}},"9":{"class_type":"Save","inputs":{"images":["2",0]}}}`,
    ],
    [
      'a member beyond the last one of a group, which ComfyUI ignores',
      `{${MAKE},"2":{"class_type":"Join","inputs":{"images.image0":["1",0],"images.image3":5}},"9":{"class_type":"Save","inputs":{"images":["2",0]}}}`,
    ],
    [
      'a cycle through an input that the class does not declare',
      `{${MAKE},"9":{"class_type":"Save","inputs":{"images":["1",0],"x":["9",0]}}}`,
    ],
  ])('forwards %s', (_, text) => {
    expect(rejected(text)).toEqual({});
  });

  it.each([
    ['an unknown class, needed or not', `{${MAKE},${SAVE},"5":{"class_type":"Nope"}}`, { '5': ['unknown_class'] }],
    ['a workflow without an output', `{${MAKE}}`, { '1': ['no_output_node'] }],
    [
      'a workflow without an output and with errors',
      '{"1":{"class_type":"Make","inputs":{"size":0}}}',
      { '1': ['no_output_node'] },
    ],
    ['a missing input', `{"1":{"class_type":"Make","inputs":{"size":8}},${SAVE}}`, { '1': ['missing_input'] }],
    [
      'a value that cannot be converted',
      `{"1":{"class_type":"Make","inputs":{"size":"big","mode":"a"}},${SAVE}}`,
      { '1': ['wrong_type'] },
    ],
    [
      'a list that is not a link',
      `{"1":{"class_type":"Make","inputs":{"size":[1,2,3],"mode":"a"}},${SAVE}}`,
      { '1': ['wrong_type'] },
    ],
    [
      'bounds of a core class',
      `{"1":{"class_type":"Make","inputs":{"size":0,"mode":"a"}},${SAVE}}`,
      { '1': ['below_min'] },
    ],
    ['a link of the wrong type', `{"1":{"class_type":"Text"},${SAVE}}`, { '9': ['wrong_type'] }],
    ['a missing slot', `{${MAKE},"9":{"class_type":"Save","inputs":{"images":["1",3]}}}`, { '9': ['bad_link'] }],
    ['a link to a missing node', '{"9":{"class_type":"Save","inputs":{"images":["1",0]}}}', { '9': ['missing_node'] }],
    [
      'a link to a missing node that crashes the ComfyUI worker: in an undeclared input',
      `{${MAKE},"9":{"class_type":"Save","inputs":{"images":["1",0],"x":["404",0]}}}`,
      { '9': ['missing_node'] },
    ],
    [
      'a link to a missing node that crashes the ComfyUI worker: in an input that depends on a choice',
      `{"1":{"class_type":"Grow","inputs":{"mode":["404",0]}},${SAVE}}`,
      { '1': ['missing_node'] },
    ],
    [
      'a choice that is missing, since ComfyUI would run everything before the node',
      write({}),
      { '9': ['missing_input'] },
    ],
    ['a choice that has no such option', write({ format: 'gif' }), { '9': ['not_in_list'] }],
    ['a choice that is connected', write({ format: ['1', 0] }), { '9': ['missing_input'] }],
    [
      'a choice that is missing beside an output that runs',
      `{${MAKE},${SAVE},"8":{"class_type":"Write","inputs":{"images":["1",0]}}}`,
      { '8': ['missing_input'] },
    ],
    [
      'a missing input of the chosen option',
      write({ format: 'video', 'format.codec': 'av1' }),
      { '9': ['missing_input'] },
    ],
    [
      'bounds of an input of the chosen option',
      write({ format: 'video', 'format.codec': 'av1', 'format.rate': 0 }),
      { '9': ['below_min'] },
    ],
    ['a group without its first member', `{"1":{"class_type":"Join"},${SAVE}}`, { '1': ['missing_input'] }],
    [
      'a link of the wrong type in a group',
      `{"2":{"class_type":"Text"},"1":{"class_type":"Join","inputs":{"images.image0":["2",0]}},${SAVE}}`,
      { '1': ['wrong_type'] },
    ],
    [
      'a cycle',
      `{"1":{"class_type":"Make","inputs":{"size":["1",0],"mode":"a"}},${SAVE}}`,
      { '1': ['cycle'], '9': ['cycle'] },
    ],
    [
      'two invalid outputs',
      '{"8":{"class_type":"Save"},"9":{"class_type":"Save"}}',
      { '8': ['missing_input'], '9': ['missing_input'] },
    ],
  ])('rejects %s', (_, text, expected) => {
    const found = Object.entries(rejected(text)).map(([id, problems]) => [
      id,
      [...new Set(problems.map(({ reason }) => reason))],
    ]);
    const reasons = Object.fromEntries(found) as Record<string, string[]>;
    for (const [id, wanted] of Object.entries(expected)) expect(reasons[id]).toEqual(expect.arrayContaining(wanted));
    expect(Object.keys(reasons)).toEqual(Object.keys(expected));
  });
});

describe('a workflow of which ComfyUI runs a part', () => {
  const check = (text: string) => checkWorkflow(graphOf(text), definitions);
  const GROW =
    '"4":{"class_type":"Make","inputs":{"size":0,"mode":"a"}},"5":{"class_type":"Grow","inputs":{"x":["4",0]}}';

  it('names the outputs that run and those that are left out, each with the node that is why', () => {
    const made =
      '"4":{"class_type":"Make","inputs":{"size":0,"mode":"a"}},"7":{"class_type":"Save","inputs":{"images":["4",0]}}';
    expect(check(`{${MAKE},${SAVE},${made},"8":{"class_type":"Save"}}`)).toMatchObject({
      rejected: {},
      partial: {
        runs: ['9'],
        leftOut: [
          { id: '7', causeId: '4' },
          { id: '8', causeId: '8' },
        ],
        problems: {
          '4': [{ field: 'size', reason: 'below_min' }],
          '8': [{ field: 'images', reason: 'missing_input' }],
        },
      },
    });
  });

  it.each([
    ['every output runs', `{${MAKE},${SAVE}}`],
    ['an invalid node is not needed', `{${MAKE},${SAVE},${GROW}}`],
    ['no output runs', '{"8":{"class_type":"Save"},"9":{"class_type":"Save"}}'],
    [
      'a class is unknown, since nothing runs then',
      `{${MAKE},${SAVE},"7":{"class_type":"Nope"},"8":{"class_type":"Save"}}`,
    ],
    [
      'a dead link is rejected',
      `{${MAKE},"8":{"class_type":"Save"},"9":{"class_type":"Save","inputs":{"images":["1",0],"x":["404",0]}}}`,
    ],
    [
      'it is unknown whether ComfyUI rejects a value',
      `{${MAKE},${SAVE},"4":{"class_type":"Make","inputs":{"size":8,"mode":"new"}},"8":{"class_type":"Save","inputs":{"images":["4",0]}}}`,
    ],
    [
      'the embedded engine runs every node',
      `{"1":{"class_type":"Own","inputs":{"size":8}},${SAVE},"8":{"class_type":"Save"}}`,
    ],
  ])('is not reported if %s', (_, text) => {
    expect(check(text).partial).toBeNull();
  });
});

describe('a choice within a choice', () => {
  it('is reported as doubtful if it is missing', () => {
    expect(checkWorkflow(graphOf(write({ format: 'video', 'format.rate': 8 })), definitions)).toMatchObject({
      rejected: {},
      doubtful: { '9': [{ field: 'format.codec', reason: 'missing_input' }] },
    });
  });
});

describe('elsewhere', () => {
  it('rejects every problem, since the engine runs every node', () => {
    const text = `{"1":{"class_type":"Own","inputs":{"size":0}},${SAVE}}`;
    expect(isRunByComfyui(graphOf(text), definitions)).toBe(false);
    expect(rejected(text)).toMatchObject({ '1': [{ reason: 'below_min' }] });
  });

  it('validates the structure without definitions', () => {
    expect(checkWorkflow(graphOf('{"1":{"class_type":"X","inputs":{"x":["2",0]}}}'), null).rejected).toHaveProperty(
      '1',
    );
  });
});
