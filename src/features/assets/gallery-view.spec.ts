import { afterEach, describe, expect, test } from 'vitest';
import { looksSame } from '@/shared/saved-views/saved-views';
import type { AssetsSearch } from './assets-search';
import { applyView, currentView, GALLERY_VIEW, MAX_SIDE, tileSideSetting } from './gallery-view';

const SEARCH: AssetsSearch = {
  kind: 'starred',
  type: 'image',
  period: '7d',
  from: '2026-11-01',
  to: '2026-11-20',
  q: 'prompt:fox',
  title: 'Portrait',
  like: 'job-1',
  workflow: 'job-2',
  rated: 4,
};
const given = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

afterEach(() => tileSideSetting.set(176));

describe('a saved view of the gallery', () => {
  test('has all filters and the tile size, but not the opened file', () => {
    const view = currentView({ ...SEARCH, asset: 'a', large: true }, 240);
    expect(given(view.search)).toEqual(SEARCH);
    expect(GALLERY_VIEW.read(GALLERY_VIEW.write(view))).toEqual(view);
  });

  test('replaces every filter and the tile size', () => {
    const change = applyView(currentView({ type: 'video' }, 240));
    expect(given({ ...SEARCH, ...change })).toEqual({ type: 'video' });
    expect(tileSideSetting.get()).toBe(240);
  });

  test('leaves out what this gallery does not know', () => {
    const read = (search: string, side: number | string) => GALLERY_VIEW.read({ search, side });
    expect(given(read('{"kind":"hidden","type":5,"rated":9,"q":"","color":"red"}', 9000).search)).toEqual({});
    expect([read('{', 9000).side, read('{}', 'large').side]).toEqual([MAX_SIDE, 176]);
  });

  test('is shown if filters and tile size are the same', () => {
    const view = currentView({ type: 'image', rated: 4 }, 176);
    expect(looksSame(GALLERY_VIEW, view, currentView({ rated: 4, type: 'image', asset: 'a' }, 176))).toBe(true);
    expect(looksSame(GALLERY_VIEW, view, currentView({ rated: 4, type: 'image' }, 240))).toBe(false);
    expect(looksSame(GALLERY_VIEW, view, currentView({ type: 'image' }, 176))).toBe(false);
  });
});
