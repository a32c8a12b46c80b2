import { describe, expect, test } from 'vitest';
import { columnTracks, COLUMNS, USUAL_COLUMNS, useListView, type Column } from './list-view';

describe('the columns of the list', () => {
  test('are the usual ones where nothing was chosen, or nothing is kept', () => {
    expect(useListView.getState()).toEqual({
      density: 'comfortable',
      columns: USUAL_COLUMNS,
      timeZone: 'local',
    });
  });

  test('are laid out by styles alone where they are the usual ones', () => {
    expect(columnTracks([...USUAL_COLUMNS])).toBeUndefined();
  });

  test('have a track each beside title, status and menu, and those that were added none in a narrow window', () => {
    const countsOf = (columns: readonly Column[]) =>
      Object.values(columnTracks(columns) ?? {}).map((tracks) => tracks.split(' ').length);
    expect(countsOf([])).toEqual([3, 3]);
    expect(countsOf(['run'])).toEqual([4, 4]);
    expect(countsOf(COLUMNS)).toEqual([6, 9]);
  });
});
