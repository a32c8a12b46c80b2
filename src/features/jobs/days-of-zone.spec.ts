import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { applyTimeZone, type TimeZone } from '@/lib/time-zone';
import { formatDateRange } from './date-range-text';
import { filterOf, startOfDay } from './jobs-search';
import { summarySpan } from './summary-model';

const at = (instant: string) => Date.parse(instant);
/** In the early hours of the 22nd on the machine of whoever looks, and of the 21st in UTC. */
const now = at('2026-11-21T12:30:00Z');

// Fourteen hours ahead: for most of each day the calendars of the two zones differ.
beforeAll(() => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
});
afterAll(() => {
  vi.unstubAllEnvs();
});
afterEach(() => {
  applyTimeZone('local');
});

describe('days are those of the chosen zone', () => {
  it('has a machine whose day is another one', () => {
    expect(new Date(now).getTimezoneOffset()).toBe(-14 * 60);
  });

  it.each<[TimeZone, string]>([
    ['utc', '2026-11-21T00:00:00Z'],
    ['local', '2026-11-22T00:00:00+14:00'],
  ])('%s: today, its hours, and the periods', (zone, midnight) => {
    const dayMs = 24 * 3600 * 1000;
    const start = at(midnight);
    expect(startOfDay(now, zone)).toBe(start);
    expect(filterOf({ period: 'today' }, now, zone)).toMatchObject({ from: start, before: null });
    expect(filterOf({ period: '7d' }, now, zone)).toMatchObject({ from: start - 6 * dayMs, before: null });
    expect(summarySpan({ from: null, before: null }, now, zone)).toEqual({
      from: start,
      to: start + dayMs,
      buckets: 24,
    });
  });

  it.each<[TimeZone, string]>([
    ['utc', 'Z'],
    ['local', '+14:00'],
  ])('%s: the days that were chosen, and their words', (zone, offset) => {
    const filter = filterOf({ from: '2026-11-19', to: '2026-11-20' }, now, zone);
    expect(filter).toMatchObject({
      from: at(`2026-11-19T00:00:00${offset}`),
      before: at(`2026-11-21T00:00:00${offset}`),
    });
    expect(summarySpan(filter, now, zone)).toEqual({ from: filter.from, to: filter.before, buckets: 48 });
    applyTimeZone(zone);
    expect(formatDateRange({ from: '2026-11-19', to: '2026-11-20' })).toBe('19 Nov 2026 to 20 Nov 2026');
  });

  it('has days of 25 hours on the machine only', () => {
    vi.stubEnv('TZ', 'America/New_York');
    const hours = (zone: TimeZone) => {
      const { from, before } = filterOf({ from: '2026-11-01', to: '2026-11-01' }, now, zone);
      return ((before ?? 0) - (from ?? 0)) / 3_600_000;
    };
    expect([hours('utc'), hours('local')]).toEqual([24, 25]);
  });
});
