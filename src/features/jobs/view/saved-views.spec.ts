import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobsSearch } from '../filters/jobs-search';
import { columnsSetting, DEFAULT_COLUMNS, densitySetting, layoutSetting } from './list-view';
import { applyView, currentView, isShown, viewOfFields } from './saved-views';

const LAYOUT = { layout: 'rows', columns: DEFAULT_COLUMNS, density: 'comfortable' } as const;
const stored = (search: object | string, rest = {}) =>
  viewOfFields('a', {
    name: 'Failed',
    search: typeof search === 'string' ? search : JSON.stringify(search),
    columns: 'progress run age',
    density: 'comfortable',
    ...rest,
  });

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
});
afterEach(() => {
  columnsSetting.set(DEFAULT_COLUMNS);
  densitySetting.set('comfortable');
  layoutSetting.set('rows');
  vi.unstubAllGlobals();
});

describe('a saved view', () => {
  test('has all filters and the order of the list, but not the compared jobs', () => {
    const search: JobsSearch = {
      status: 'failed',
      q: 'fox',
      period: '7d',
      from: '2026-11-20',
      to: '2026-11-21',
      sort: 'longest_run',
      ran: '60s',
      title: 'Portrait',
      star: true,
      tags: 'best,night',
      rated: 4,
      kept: true,
      scope: 'all',
      servers: 'local,far',
    };
    expect(currentView({ ...search, compare: 'a,b' }, LAYOUT).search).toEqual(search);
    expect(stored(search).search).toEqual(search);
  });

  test.each([
    ['{"status":5,"sort":"by_color","star":"yes","rated":9,"color":"red"}', {}],
    ['[1]', {}],
    ['null', {}],
    ['{', {}],
    ['{"q":"","status":"failed"}', { status: 'failed' }],
  ])('leaves out what this list does not know: %s', (text, search) => {
    expect(stored(text).search).toEqual(search);
  });

  test('replaces every filter and the layout', () => {
    const change = applyView(stored({ status: 'failed' }, { layout: 'wall', columns: 'wait', density: 'compact' }));
    const shown = { star: true, q: 'fox', sort: 'title', ...change };
    expect(Object.entries(shown).filter(([, value]) => value !== undefined)).toEqual([['status', 'failed']]);
    expect([layoutSetting.get(), columnsSetting.get(), densitySetting.get()]).toEqual(['wall', ['wait'], 'compact']);
  });

  test('is shown if filters, order and layout are the same', () => {
    const view = stored({ status: 'failed', sort: 'title' });
    const shown = currentView({ sort: 'title', star: undefined, status: 'failed' }, LAYOUT);
    expect(isShown(view, shown)).toBe(true);
    expect(isShown(view, { ...shown, layout: 'wall' })).toBe(false);
    expect(isShown(view, { ...shown, density: 'compact' })).toBe(false);
    expect(isShown(view, { ...shown, columns: ['wait'] })).toBe(false);
    expect(isShown(view, { ...shown, search: { status: 'failed' } })).toBe(false);
  });
});
