import { describe, expect, it } from 'vitest';
import type { Output } from '@contract/jobs/schemas';
import { choicesFor, comparedOf, firstPair, nextRight, withoutPosition, withPosition } from './compare-model';

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
const [a, b, c, d, e] = [output('a'), output('b'), output('c'), output('d'), output('e')] as const;
const [video, other] = [output('film', 'video/mp4'), output('other', 'video/webm')] as const;
const outputs = [a, output('sound', 'audio/wav'), b, c];

describe('the comparison model', () => {
  it('accepts the outputs that the URL names, unless they are not a pair of the same kind', () => {
    expect(comparedOf(outputs, ['a', 'c'])).toEqual([a, c]);
    expect(comparedOf([video, a, other], ['film', 'other'])).toEqual([video, other]);
    for (const ids of [['a', 'a'], ['a', 'gone'], ['sound', 'a'], ['a', undefined], ['a', 'gone', 'b'], []]) {
      expect(comparedOf(outputs, ids)).toBeNull();
    }
    expect(comparedOf([a, video], ['a', 'film'])).toBeNull();
  });

  it('accepts up to four outputs, each once, and skips missing ones', () => {
    const all = [a, b, c, d, e, video];
    expect(comparedOf(all, ['c', 'b', 'gone', 'b', 'film', 'a'])).toEqual([c, b, a]);
    expect(comparedOf(all, ['a', 'b', 'c', 'd', 'e'])).toEqual([a, b, c, d]);
  });

  it('starts with the shown output and its neighbor of the same kind', () => {
    expect(firstPair(outputs, 'c')).toEqual([b, c]);
    expect(firstPair(outputs, 'a')).toEqual([b, a]);
    expect(firstPair(outputs, 'sound')).toEqual([b, a]);
    expect(firstPair([a], 'a')).toBeNull();
    expect(firstPair([video, a, other, b], 'other')).toEqual([video, other]);
    expect(firstPair([video, a, b], 'film')).toEqual([b, a]);
    expect(firstPair([video, a], 'film')).toBeNull();
  });

  it('steps through the outputs on the right side, and skips those already shown', () => {
    expect(nextRight(outputs, [b, a], 1)).toBe(c);
    expect(nextRight(outputs, [b, c], -1)).toBe(a);
    expect(nextRight(outputs, [b, c], 1)).toBeNull();
    expect(nextRight(outputs, [c, b], 1)).toBeNull();
    expect(nextRight([a, b, c, d], [b, a, c], 1)).toBe(d);
  });

  it('replaces, adds and removes an output', () => {
    expect(choicesFor([a, b, c, video], [a, b], 1)).toEqual([b, c]);
    expect(withPosition([a, b], 0, c)).toEqual([c, b]);
    expect(withPosition([a, b], 2, c)).toEqual([a, b, c]);
    expect(withoutPosition([a, b, c], 0)).toEqual([b, c]);
    expect(withoutPosition([a, b], 0)).toEqual([a, b]);
  });
});
