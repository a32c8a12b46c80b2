import { describe, expect, test } from 'vitest';
import { toOpenMetrics, wantsOpenMetrics } from './prometheus-metrics';

describe('the format of a scrape', () => {
  test.each([
    [
      'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;q=0.5',
      true,
    ],
    ['application/openmetrics-text; version=1.0.0; q=0.6, text/plain; q=0.5, */*; q=0.1', true],
    ['Application/OpenMetrics-Text', true],
    ['text/plain;version=0.0.4, application/openmetrics-text;q=0.5', false],
    ['application/openmetrics-text;q=0, text/plain', false],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    ['*/*', false],
    ['', false],
    [null, false],
  ])('for Accept %j is OpenMetrics: %s', (accept, isOpen) => {
    expect(wantsOpenMetrics(accept)).toBe(isOpen);
  });
});

test('only names of families of counters lose their suffix, and the text has one end', () => {
  const lines = [
    '# HELP jobs_total Jobs that ended, as jobs_total says.',
    '# TYPE jobs_total counter',
    'jobs_total{status="failed"} 1',
    '',
    '# HELP seats_total Seats.',
    '# TYPE seats_total gauge',
    'seats_total 7',
    '',
  ];
  expect(toOpenMetrics(lines.join('\n')).text.split('\n')).toEqual([
    '# HELP jobs Jobs that ended, as jobs_total says.',
    '# TYPE jobs counter',
    'jobs_total{status="failed"} 1',
    '# HELP seats_total Seats.',
    '# TYPE seats_total gauge',
    'seats_total 7',
    '# EOF',
    '',
  ]);
});
