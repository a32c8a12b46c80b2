import { describe, expect, it } from 'vitest';
import type { Surface } from '@/api/surface';
import { readDay } from '@/lib/days';
import { filterOf, withoutFilters } from './jobs-search';

const noon = new Date(2026, 10, 21, 12).getTime();
const day = (month: number, date: number) => new Date(2026, month - 1, date).getTime();

describe('the search params of the list', () => {
  it('show all jobs, newest first, by default', () => {
    expect(filterOf({}, noon, 'local')).toEqual({ statuses: '', text: '', from: null, before: null, sort: 'newest' });
  });

  it('show the queue of a gateway in its order by default', () => {
    const server = (kind: Surface['kind']): Surface => ({
      id: kind,
      name: kind,
      kind,
      baseUrl: '',
      routerBaseUrl: null,
    });
    expect(filterOf({ status: 'queued' }, noon, 'local', server('gateway')).sort).toBe('queue');
    expect(filterOf({ status: 'queued', sort: 'newest' }, noon, 'local', server('gateway')).sort).toBe('newest');
    expect(filterOf({ status: 'queued' }, noon, 'local', server('managed')).sort).toBe('newest');
    expect(filterOf({ status: 'queued,running' }, noon, 'local', server('gateway')).sort).toBe('newest');
  });

  it('contain the search words', () => {
    expect(filterOf({ q: '  coral   sweep ' }, noon, 'local').text).toBe('coral sweep');
  });

  it('count the last days from midnight, including today', () => {
    expect(filterOf({ period: 'today' }, noon, 'local')).toMatchObject({ from: day(11, 21), before: null });
    expect(filterOf({ period: '7d' }, noon, 'local')).toMatchObject({ from: day(11, 15), before: null });
    expect(filterOf({ period: '30d' }, noon, 'local')).toMatchObject({ from: day(10, 23), before: null });
  });

  it('accept a first and a last day, both inclusive, or only one of them', () => {
    expect(filterOf({ from: '2026-11-19', to: '2026-11-20', period: '7d' }, noon, 'local')).toMatchObject({
      from: day(11, 19),
      before: day(11, 21),
    });
    expect(filterOf({ from: '2026-11-19' }, noon, 'local')).toMatchObject({ from: day(11, 19), before: null });
    expect(filterOf({ to: '2026-12-31' }, noon, 'local')).toMatchObject({
      from: null,
      before: new Date(2027, 0, 1).getTime(),
    });
  });

  it('filter by run time and workflow title', () => {
    expect(filterOf({ ran: '60s', title: 'Coral' }, noon, 'local')).toMatchObject({ ranMs: 60_000, title: 'Coral' });
    expect(withoutFilters({ ran: '60s', title: 'Coral', sort: 'oldest' })).toEqual({ sort: 'oldest' });
  });

  it('ignore days that do not exist', () => {
    for (const text of ['2026-02-30', '2026-13-01', '2026-00-10', '26-1-1', 'today'])
      expect(readDay(text, 'local')).toBeNull();
    expect(filterOf({ from: '2026-02-30' }, noon, 'local')).toMatchObject({ from: null, before: null });
  });

  it('keep status and order when the other filters are cleared', () => {
    expect(withoutFilters({ status: 'failed', q: 'coral', period: '7d', from: '2026-11-19', sort: 'oldest' })).toEqual({
      status: 'failed',
      sort: 'oldest',
    });
  });
});
