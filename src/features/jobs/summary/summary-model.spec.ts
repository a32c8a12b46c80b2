import { describe, expect, it } from 'vitest';
import { summaryBars } from './summary-bars-model';
import { summaryStats, summarySpan, summaryText } from './summary-model';

const noon = new Date(2026, 10, 21, 12).getTime();
const day = (month: number, date: number) => new Date(2026, month - 1, date).getTime();
const stats = { total: 2, ended: 2, failed: 1, waitMs: 4200, runMs: 46_000 };
const span = { from: day(11, 21), to: day(11, 22), buckets: 2 };

describe('the span of the stats', () => {
  it('is the current day by hours, unless the filter has days', () => {
    expect(summarySpan({ from: null, before: null }, noon, 'local')).toEqual({ ...span, buckets: 24 });
    expect(summarySpan({ from: day(11, 15), before: null }, noon, 'local')).toEqual({
      from: day(11, 15),
      to: day(11, 22),
      buckets: 7,
    });
    expect(summarySpan({ from: day(11, 19), before: day(11, 21) }, noon, 'local')).toMatchObject({ buckets: 48 });
    expect(summarySpan({ from: null, before: day(11, 21) }, noon, 'local')).toEqual({
      from: day(10, 22),
      to: day(11, 21),
      buckets: 30,
    });
  });

  it('has a limited number of parts, and is never empty', () => {
    expect(summarySpan({ from: day(1, 1), before: null }, noon, 'local').buckets).toBe(60);
    const turned = summarySpan({ from: day(12, 5), before: null }, noon, 'local');
    expect(turned.from).toBeLessThan(turned.to);
  });

  it('has a name', () => {
    expect(summaryText({})).toBe('Today');
    expect(summaryText({ period: '30d', q: 'coral' })).toBe('Matching, last 30 days');
    expect(summaryText({ ran: '60s' })).toBe('Matching, today');
    expect(summaryText({ from: '2026-11-20', to: '2026-11-20' })).toBe('20 Nov 2026');
    expect(summaryText({ q: 'reef', period: '7d' })).toBe('Matching, last 7 days');
    expect(summaryText({ q: 'reef', from: '2026-11-20' })).toBe('Matching, since 20 Nov 2026');
    expect(summaryText({ q: 'reef', to: '2026-11-20' })).toBe('Matching, until 20 Nov 2026');
    expect(summaryText({ q: 'reef', from: '2026-11-20', to: '2026-11-21' })).toBe(
      'Matching, 20 Nov 2026 to 21 Nov 2026',
    );
  });
});

describe('the stats', () => {
  it('show counts, medians and the failure rate', () => {
    const shown = summaryStats({ ...stats, buckets: [] }, 'Today');
    expect(shown.map(({ label, value, note }) => [label, value, note])).toEqual([
      ['Today', '2', null],
      ['Median wait', '4.2 s', null],
      ['Median run', '46 s', null],
      ['Failed', '1', '50 %'],
    ]);
  });

  it('include bars for the parts of the span', () => {
    const summary = { ...stats, buckets: [stats, { ...stats, waitMs: null }] };
    expect(summaryBars(summary, span, 'waitMs')).toEqual([
      { value: 4200, title: 'Sat 00:00: 4.2 s' },
      { value: 0, title: 'Sat 12:00: none' },
    ]);
  });

  it('are dashes while unknown, and never round a failure to zero', () => {
    expect(summaryStats(undefined, 'Today').map(({ value }) => value)).toEqual(['–', '–', '–', '–']);
    const rare = { ...stats, ended: 5000, waitMs: null, runMs: null, buckets: [] };
    expect(summaryStats(rare, 'Today').map(({ value, note }) => note ?? value)).toEqual(['2', '–', '–', '< 0.1 %']);
  });
});
