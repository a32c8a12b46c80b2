import { describe, expect, it } from 'vitest';
import { findTrigger } from './snippet-trigger';

const triggerIn = (marked: string) => findTrigger(marked.replace('|', ''), marked.indexOf('|'));

describe('findTrigger', () => {
  it.each([
    ['/|', 0, ''],
    ['a fox /li|', 6, 'li'],
    ['a fox,/li| and more', 6, 'li'],
    ['(/soft|', 1, 'soft'],
    ['first\n/x|', 6, 'x'],
  ])('finds the start and the query in %s', (marked, start, query) => {
    expect(triggerIn(marked)).toEqual({ of: 'snippet', start, query });
  });

  it.each([
    ['__|', 0, ''],
    ['a __co|', 2, 'co'],
    ['__color__ and __ani|', 14, 'ani'],
    ['pre__hair/col|', 3, 'hair/col'],
    ['__a__\n__b|', 6, 'b'],
  ])('finds where the name of a list begins in %s', (marked, start, query) => {
    expect(triggerIn(marked)).toEqual({ of: 'wildcard', start, query });
  });

  it.each(['__color__|', '__color__ and|', '__a b|', '_a|', '___|', '__-|'])('finds no open name in %s', (marked) => {
    expect(triggerIn(marked)).toBeNull();
  });

  it.each(['|', 'and/or|', 'http://|', '/li ght|', '|/li', '1/2|', '/a/b|'])('finds none in %s', (marked) => {
    expect(triggerIn(marked)).toBeNull();
  });
});
