import { describe, expect, test } from 'vitest';
import { COLUMNS, DEFAULT_COLUMNS, type Column } from '../view/list-view';
import { columnTracks } from './job-columns';

describe('the columns of the list', () => {
  test('are laid out by stylesheet alone if they are the default ones', () => {
    expect(columnTracks([...DEFAULT_COLUMNS])).toBeUndefined();
  });

  test('each have a grid track besides title, status and menu, and added ones have none in a narrow window', () => {
    const countsOf = (columns: readonly Column[]) =>
      Object.values(columnTracks(columns) ?? {}).map((tracks) => tracks.split(' ').length);
    expect(countsOf([])).toEqual([3, 3]);
    expect(countsOf(['run'])).toEqual([4, 4]);
    expect(countsOf(COLUMNS)).toEqual([6, 9]);
  });
});
