import { describe, expect, it } from 'vitest';
import { EMPTY_SELECTION } from './selection';
import { allOf, selectedRows, extendedTo, toggled } from './selection-model';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const chosen = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('');

describe('the selection of rows', () => {
  it('adds and removes a row', () => {
    const one = toggled(EMPTY_SELECTION, 'b');
    expect(chosen(one)).toBe('b');
    expect(chosen(toggled(one, 'b'))).toBe('');
  });

  it('extends from the row selected last, in both directions, and keeps the previous selection', () => {
    const start = toggled(toggled(EMPTY_SELECTION, 'a'), 'c');
    expect(chosen(extendedTo(start, 'e', ORDER))).toBe('acde');
    const both = extendedTo(extendedTo(start, 'e', ORDER), 'b', ORDER);
    expect(chosen(both)).toBe('abcde');
    expect(both.anchor).toBe('c');
  });

  it('starts with the row itself if there is no anchor', () => {
    expect(extendedTo(EMPTY_SELECTION, 'd', ORDER)).toEqual({ ids: new Set(['d']), anchor: 'd' });
    const gone = { ids: new Set(['z']), anchor: 'z' };
    expect(chosen(extendedTo(gone, 'd', ORDER))).toBe('dz');
    expect(extendedTo(gone, 'y', ORDER)).toEqual(gone);
  });

  it('only counts rows in the list, in list order', () => {
    const all = toggled(allOf(['e', 'a', 'z']), 'c');
    expect(selectedRows(ORDER, (id) => id, all)).toEqual(['a', 'c', 'e']);
  });
});
