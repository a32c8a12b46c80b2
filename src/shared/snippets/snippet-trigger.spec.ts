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
    expect(triggerIn(marked)).toEqual({ start, query });
  });

  it.each(['|', 'and/or|', 'http://|', '/li ght|', '|/li', '1/2|', '/a/b|'])('finds none in %s', (marked) => {
    expect(triggerIn(marked)).toBeNull();
  });
});
