import { describe, expect, it } from 'vitest';
import { inputSpecs, type NodeDefinition } from './node-definitions';

const choice = (options: [key: string, required: object, optional?: object][]) => [
  'COMFY_DYNAMICCOMBO_V3',
  {
    options: options.map(([key, required, optional]) => ({ key, inputs: { required, ...(optional && { optional }) } })),
  },
];

const SAVE: NodeDefinition = {
  name: 'Save',
  input: {
    required: {
      video: ['VIDEO'],
      format: choice([
        ['auto', {}],
        [
          'mp4',
          { codec: choice([['av1', { crf: ['FLOAT', { min: 0, max: 63 }] }]]) },
          { speed: ['INT', { default: 1 }] },
        ],
      ]),
    },
    optional: {
      frames: [
        'COMFY_AUTOGROW_V3',
        { template: { input: { required: { frame: ['IMAGE'] } }, prefix: 'frame', min: 2, max: 4 } },
      ],
      words: [
        'COMFY_AUTOGROW_V3',
        { template: { input: { required: { word: ['STRING'] } }, names: ['a', 'b'], min: 1 } },
      ],
      mask: ['COMFY_DYNAMICSLOT_V3', { slotType: 'MASK', inputs: { required: { grow: ['INT', {}] } } }],
    },
  },
};

const namesOf = (values: Record<string, unknown>) => inputSpecs(SAVE, values).map(({ name }) => name);

describe('the inputs of a node', () => {
  it('are those that every node of its class has, without values', () => {
    expect(inputSpecs(SAVE)).toMatchObject([
      { name: 'video', kind: 'link' },
      { name: 'format', kind: 'combo', isDynamic: true, options: ['auto', 'mp4'], required: true },
      { name: 'frames.frame0', kind: 'link', required: true, parent: 'frames' },
      { name: 'frames.frame1', required: true },
      { name: 'words.a', kind: 'string', required: true },
      { name: 'mask', kind: 'link', type: 'MASK', required: false },
    ]);
  });

  it('follow the choice that adds them, at any depth, with their bounds', () => {
    expect(namesOf({ format: 'mp4' }).slice(0, 4)).toEqual(['video', 'format', 'format.codec', 'format.speed']);
    const deep = inputSpecs(SAVE, { format: 'mp4', 'format.codec': 'av1' });
    expect(deep[3]).toMatchObject({ name: 'format.codec.crf', parent: 'format.codec', kind: 'float', min: 0, max: 63 });
  });

  it('are not added by a value that is no option, or by a link', () => {
    expect(namesOf({ format: 'gif' })).toEqual(namesOf({}));
    expect(namesOf({ format: ['1', 0], 'format.codec': 'av1' })).toEqual(namesOf({}));
  });

  it('have the members of a group that are given, up to its limit', () => {
    const given = {
      'frames.frame3': 1,
      'frames.frame4': 1,
      'frames.frame03': 1,
      'frames.other': 1,
      'words.b': 'x',
      'words.c': 'x',
    };
    const members = namesOf(given).filter((name) => /^(frames|words)/.test(name));
    expect(members).toEqual(['frames.frame0', 'frames.frame1', 'frames.frame3', 'words.a', 'words.b']);
  });

  it('have those behind a socket once it is connected', () => {
    expect(namesOf({ mask: ['1', 0] }).slice(-2)).toEqual(['mask', 'mask.grow']);
  });

  it('are in the order that the definition states, which names that are numbers would not keep', () => {
    const numbered = {
      name: 'N',
      input: { required: { b: ['INT'], '10': ['INT'], '2': ['INT'] } },
      input_order: { required: ['b', '10', '2'] },
    };
    expect(inputSpecs(numbered).map(({ name }) => name)).toEqual(['b', '10', '2']);
  });
});
