import { describe, expect, it } from 'vitest';
import type { Output } from '@contract/jobs/schemas';
import { firstPair, nextRight, pairOf } from './compare-model';

const output = (id: string, content_type = 'image/png'): Output => ({
  id,
  node_id: '9',
  name: `${id}.png`,
  type: 'image',
  content_type,
  size_bytes: 1,
  hash: null,
  url: 'http://127.0.0.1/x',
  url_expires_at: '2030-01-01T00:00:00Z',
});
const [a, b, c] = [output('a'), output('b'), output('c')] as const;
const outputs = [a, output('sound', 'audio/wav'), b, c];

describe('comparing', () => {
  it('takes the pair that the address names, and nothing that is no pair of pictures', () => {
    expect(pairOf(outputs, 'a', 'c')).toEqual({ left: a, right: c });
    for (const [left, right] of [
      ['a', 'a'],
      ['a', 'gone'],
      ['sound', 'a'],
      ['a', undefined],
    ] as const) {
      expect(pairOf(outputs, left, right)).toBeNull();
    }
  });

  it('begins with the shown picture and its neighbour', () => {
    expect(firstPair(outputs, 'c')).toEqual({ left: b, right: c });
    expect(firstPair(outputs, 'a')).toEqual({ left: b, right: a });
    expect(firstPair(outputs, 'sound')).toEqual({ left: b, right: a });
    expect(firstPair([a], 'a')).toBeNull();
  });

  it('goes through the others on the right side and leaves the left one out', () => {
    expect(nextRight(outputs, { left: b, right: a }, 1)).toBe(c);
    expect(nextRight(outputs, { left: b, right: c }, -1)).toBe(a);
    expect(nextRight(outputs, { left: b, right: c }, 1)).toBeNull();
    expect(nextRight(outputs, { left: c, right: b }, 1)).toBeNull();
  });
});
