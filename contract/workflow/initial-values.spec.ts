import { describe, expect, it } from 'vitest';
import { parseJson, type JsonObject } from '../json/lossless';
import { withChoice } from './initial-values';
import type { NodeDefinition } from './node-definitions';

const choice = (options: Record<string, object>) => [
  'COMFY_DYNAMICCOMBO_V3',
  { options: Object.entries(options).map(([key, required]) => ({ key, inputs: { required } })) },
];

const SAVE: NodeDefinition = {
  name: 'Save',
  input: {
    required: {
      video: ['VIDEO'],
      format: choice({
        auto: {},
        mp4: {
          crf: ['FLOAT', { default: 23, min: 0, max: 51 }],
          codec: choice({ h264: { fast: ['BOOLEAN', { default: true }] }, av1: {} }),
        },
        webm: { crf: ['FLOAT', { default: 30, min: 25, max: 63 }], mask: ['MASK', {}] },
      }),
    },
  },
};

const after = (inputs: JsonObject, key: string) => withChoice(SAVE, { video: ['1', 0], ...inputs }, 'format', key);

describe('a choice that decides which inputs a node has', () => {
  it('adds those of the option with their defaults, at any depth', () => {
    expect(after({ format: 'auto' }, 'mp4')).toEqual({
      video: ['1', 0],
      format: 'mp4',
      'format.crf': 23,
      'format.codec': 'h264',
      'format.codec.fast': true,
    });
  });

  it('keeps a value under the same name if it fits, with every digit, and a link', () => {
    const crf = parseJson('40.00000000000000000001');
    const before = { format: 'mp4', 'format.crf': crf, 'format.codec': 'av1', 'format.mask': ['2', 0] };
    expect(after(before, 'webm')).toEqual({
      video: ['1', 0],
      format: 'webm',
      'format.crf': crf,
      'format.mask': ['2', 0],
    });
    expect(after({ ...before, 'format.crf': 5 }, 'webm')).toMatchObject({ 'format.crf': 30 });
  });

  it('removes the inputs of the other options', () => {
    expect(
      after({ format: 'mp4', 'format.crf': 23, 'format.codec': 'h264', 'format.codec.fast': false }, 'auto'),
    ).toEqual({
      video: ['1', 0],
      format: 'auto',
    });
  });

  it('leaves the node without added inputs if there is no such option', () => {
    expect(after({ format: 'mp4', 'format.crf': 23 }, 'gif')).toEqual({ video: ['1', 0], format: 'gif' });
  });
});
