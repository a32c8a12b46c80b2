import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobsSearch } from '../filters/jobs-search';
import { columnsSetting, DEFAULT_COLUMNS, densitySetting, layoutSetting } from './list-view';
import { looksSame, viewsOfPage } from '@/shared/saved-views/saved-views';
import { applyView, currentView, JOBS_VIEW } from './saved-views';

const LAYOUT = { layout: 'rows', columns: DEFAULT_COLUMNS, density: 'comfortable' } as const;
const stored = (search: object | string, rest = {}) =>
  JOBS_VIEW.read({
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

const given = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

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
      like: 'job-1',
      workflow: 'job-2',
      star: true,
      tags: 'best,night',
      rated: 4,
      kept: true,
      scope: 'all',
      servers: 'local,far',
    };
    expect(given(currentView({ ...search, compare: 'a,b' }, LAYOUT).search)).toEqual(search);
    expect(given(stored(search).search)).toEqual(search);
    expect(JOBS_VIEW.read(JOBS_VIEW.write(stored(search)))).toEqual(stored(search));
  });

  test.each([
    ['{"status":5,"sort":"by_color","star":"yes","rated":9,"color":"red"}', {}],
    ['[1]', {}],
    ['null', {}],
    ['{', {}],
    ['{"q":"","status":"failed"}', { status: 'failed' }],
  ])('leaves out what this list does not know: %s', (text, search) => {
    expect(given(stored(text).search)).toEqual(search);
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
    expect(looksSame(JOBS_VIEW, view, shown)).toBe(true);
    expect(looksSame(JOBS_VIEW, view, { ...shown, layout: 'wall' })).toBe(false);
    expect(looksSame(JOBS_VIEW, view, { ...shown, density: 'compact' })).toBe(false);
    expect(looksSame(JOBS_VIEW, view, { ...shown, columns: ['wait'] })).toBe(false);
    expect(looksSame(JOBS_VIEW, view, currentView({ status: 'failed' }, LAYOUT))).toBe(false);
  });

  test('of the job list has no page in its record, as those of older versions', () => {
    const fields = { name: 'Failed', search: '{"status":"failed"}', columns: 'wait', density: 'compact' };
    const records = [
      { id: 'a', fields },
      { id: 'b', fields: { ...fields, name: 'Best', page: 'gallery' } },
      { id: 'c', fields: { ...fields, name: 'Later', page: 'a page of a newer version' } },
    ];
    expect(viewsOfPage(JOBS_VIEW, records).map(({ name }) => name)).toEqual(['Failed']);
    expect(Object.keys(JOBS_VIEW.write(stored({}))).toSorted()).toEqual(['columns', 'density', 'layout', 'search']);
  });
});
