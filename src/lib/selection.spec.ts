import { describe, expect, it } from 'vitest';
import { allOf, chosen, extendedTo, selectedRows, toggled, type Selection } from './selection';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const NONE: Selection<string> = { ids: new Set(), anchor: null };
const idsOf = (selection: Selection<string>) => [...selection.ids].sort().join('');

describe('the selection of rows', () => {
  it('adds and removes a row', () => {
    const one = toggled(NONE, 'b');
    expect(idsOf(one)).toBe('b');
    expect(idsOf(toggled(one, 'b'))).toBe('');
  });

  it('extends from the row selected last, in both directions, and keeps the previous selection', () => {
    const start = toggled(toggled(NONE, 'a'), 'c');
    expect(idsOf(extendedTo(start, 'e', ORDER))).toBe('acde');
    const both = extendedTo(extendedTo(start, 'e', ORDER), 'b', ORDER);
    expect(idsOf(both)).toBe('abcde');
    expect(both.anchor).toBe('c');
  });

  it('toggles one row, or extends the range to it', () => {
    const one = chosen(NONE, 'b', false, ORDER);
    expect(idsOf(chosen(one, 'd', true, ORDER))).toBe('bcd');
    expect(idsOf(chosen(one, 'b', false, ORDER))).toBe('');
  });

  it('starts with the row itself if there is no anchor', () => {
    expect(extendedTo(NONE, 'd', ORDER)).toEqual({ ids: new Set(['d']), anchor: 'd' });
    const gone = { ids: new Set(['z']), anchor: 'z' };
    expect(idsOf(extendedTo(gone, 'd', ORDER))).toBe('dz');
    expect(extendedTo(gone, 'y', ORDER)).toEqual(gone);
  });

  it('only counts rows in the list, in list order', () => {
    const all = toggled(allOf(['e', 'a', 'z']), 'c');
    expect(selectedRows(ORDER, (id) => id, all)).toEqual(['a', 'c', 'e']);
  });
});
