import { parseJson } from '@contract/json/lossless';
import { describe, expect, it } from 'vitest';
import { findColors } from './find-colors';

const of = (value: unknown) => findColors(parseJson(JSON.stringify(value)));

describe('the colors of an output', () => {
  it('are found with the name and share beside them', () => {
    expect(
      of({
        colors: [
          { hex: '#2A6a8f', share: 0.41, name: 'sea' },
          { hex: '#000000', name: null },
        ],
        mean: '#6d7f86',
      }),
    ).toEqual([
      { hex: '#2A6a8f', name: 'sea', share: 0.41 },
      { hex: '#000000', name: null, share: null },
      { hex: '#6d7f86', name: 'mean', share: null },
    ]);
  });

  it('are complete hexadecimal colors only', () => {
    expect(of({ a: '#12', b: 'a #123456', c: '#1234567', d: 'red', e: 7, share: '0.4' })).toEqual([]);
    expect(of(Array.from({ length: 500 }, () => '#123456'))).toHaveLength(64);
  });
});
