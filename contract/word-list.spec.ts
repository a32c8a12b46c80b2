import { describe, expect, it } from 'vitest';
import { andList, orList } from './word-list';

describe('a list of words', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
  ])('%j is joined as %j', (words, text) => {
    expect(andList(words)).toBe(text);
    expect(orList(words)).toBe(text.replace(' and ', ' or '));
  });

  it('counts what is not shown', () => {
    expect(andList(['a', 'b', 'c'], 3)).toBe('a, b and c');
    expect(andList(['a', 'b', 'c', 'd', 'e'], 3)).toBe('a, b, c and 2 more');
    expect(andList(['a', 'b'], 1)).toBe('a and 1 more');
  });
});
