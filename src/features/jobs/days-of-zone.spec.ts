import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { timeZoneSetting, type TimeZone } from '@/lib/time-zone';
import { startOfDay } from '@/lib/days';
import { formatDateRange } from '@/shared/page/date-range';
import { filterOf } from './filters/jobs-search';
import { summarySpan } from './summary/summary-model';

const at = (timestamp: string) => Date.parse(timestamp);
/** Early on the 22nd in the local time zone of the user, and still the 21st in UTC. */
const now = at('2026-11-21T12:30:00Z');

// Fourteen hours ahead: for most of each day, the dates in the two zones differ.
beforeAll(() => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
});
afterAll(() => {
  vi.unstubAllEnvs();
});
afterEach(() => {
  timeZoneSetting.set('local');
});

describe('days in the selected time zone', () => {
  it('are tested on a machine 14 hours ahead of UTC', () => {
    expect(new Date(now).getTimezoneOffset()).toBe(-14 * 60);
  });

  it.each<[TimeZone, string]>([
    ['utc', '2026-11-21T00:00:00Z'],
    ['local', '2026-11-22T00:00:00+14:00'],
  ])('%s: define today, its hours, and the periods', (zone, midnight) => {
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
  ])('%s: define the selected days, and their text', (zone, offset) => {
    const filter = filterOf({ from: '2026-11-19', to: '2026-11-20' }, now, zone);
    expect(filter).toMatchObject({
      from: at(`2026-11-19T00:00:00${offset}`),
      before: at(`2026-11-21T00:00:00${offset}`),
    });
    expect(summarySpan(filter, now, zone)).toEqual({ from: filter.from, to: filter.before, buckets: 48 });
    timeZoneSetting.set(zone);
    expect(formatDateRange({ from: '2026-11-19', to: '2026-11-20' })).toBe('19 Nov 2026 to 20 Nov 2026');
  });

  it('only have 25 hours in the zone of the machine', () => {
    vi.stubEnv('TZ', 'America/New_York');
    const hours = (zone: TimeZone) => {
      const { from, before } = filterOf({ from: '2026-11-01', to: '2026-11-01' }, now, zone);
      return ((before ?? 0) - (from ?? 0)) / 3_600_000;
    };
    expect([hours('utc'), hours('local')]).toEqual([24, 25]);
  });
});
