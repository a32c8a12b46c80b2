import { expect, test } from 'vitest';
import { forecastText } from './forecast-text';

const GIB = 1024 ** 3;

test.each([
  [7, 'limit', 9.4, 'About 1.00 GiB a day over the last 7 days: the limit is reached in about 9 days.'],
  [3, 'disk', 1.2, 'About 1.00 GiB a day over the last 3 days: the disk is full in about 1 day.'],
  [1, 'limit', 0.4, 'About 1.00 GiB in the last day: the limit is reached within a day.'],
  [7, 'limit', 0, 'About 1.00 GiB a day over the last 7 days: the limit is reached.'],
  [7, 'disk', 400, 'About 1.00 GiB a day over the last 7 days: the disk is not full within a year.'],
] as const)('%i days, %s in %f days: %s', (days, reaches, inDays, text) => {
  expect(forecastText({ bytes_per_day: GIB, days, reaches, in_days: inDays })).toBe(text);
});
