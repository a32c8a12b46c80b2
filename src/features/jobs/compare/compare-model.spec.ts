import { describe, expect, it } from 'vitest';
import type { Output } from '@contract/jobs/schemas';
import { choicesFor, comparedOf, firstPair, nextRight, withoutPlace, withPlace } from './compare-model';

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
const [film, other] = [output('film', 'video/mp4'), output('other', 'video/webm')] as const;
const outputs = [a, output('sound', 'audio/wav'), b, c];

describe('comparing', () => {
  it('takes those that the address names, and nothing that is no pair of a kind', () => {
    expect(comparedOf(outputs, ['a', 'c'])).toEqual([a, c]);
    expect(comparedOf([film, a, other], ['film', 'other'])).toEqual([film, other]);
    for (const ids of [['a', 'a'], ['a', 'gone'], ['sound', 'a'], ['a', undefined], ['a', 'gone', 'b'], []]) {
      expect(comparedOf(outputs, ids)).toBeNull();
    }
    expect(comparedOf([a, film], ['a', 'film'])).toBeNull();
  });

  it('takes up to four, each once, and leaves out what is not there', () => {
    const all = [a, b, c, d, e, film];
    expect(comparedOf(all, ['c', 'b', 'gone', 'b', 'film', 'a'])).toEqual([c, b, a]);
    expect(comparedOf(all, ['a', 'b', 'c', 'd', 'e'])).toEqual([a, b, c, d]);
  });

  it('begins with what is shown and its neighbour of the same kind', () => {
    expect(firstPair(outputs, 'c')).toEqual([b, c]);
    expect(firstPair(outputs, 'a')).toEqual([b, a]);
    expect(firstPair(outputs, 'sound')).toEqual([b, a]);
    expect(firstPair([a], 'a')).toBeNull();
    expect(firstPair([film, a, other, b], 'other')).toEqual([film, other]);
    expect(firstPair([film, a, b], 'film')).toEqual([b, a]);
    expect(firstPair([film, a], 'film')).toBeNull();
  });

  it('goes through the others on the right side and leaves out what stands elsewhere', () => {
    expect(nextRight(outputs, [b, a], 1)).toBe(c);
    expect(nextRight(outputs, [b, c], -1)).toBe(a);
    expect(nextRight(outputs, [b, c], 1)).toBeNull();
    expect(nextRight(outputs, [c, b], 1)).toBeNull();
    expect(nextRight([a, b, c, d], [b, a, c], 1)).toBe(d);
  });

  it('puts another one in a place, adds one, and takes one out', () => {
    expect(choicesFor([a, b, c, film], [a, b], 1)).toEqual([b, c]);
    expect(withPlace([a, b], 0, c)).toEqual([c, b]);
    expect(withPlace([a, b], 2, c)).toEqual([a, b, c]);
    expect(withoutPlace([a, b, c], 0)).toEqual([b, c]);
    expect(withoutPlace([a, b], 0)).toEqual([a, b]);
  });
});
