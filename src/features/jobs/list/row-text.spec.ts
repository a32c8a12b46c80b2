import { expect, it } from 'vitest';
import { formatDateTime } from '@/lib/format';
import { rowText } from './row-text';

it('lists the known timestamps in full', () => {
  const createdAt = Date.UTC(2026, 10, 21, 9, 30);
  const startedAt = createdAt + 65_000;
  expect(rowText('Coral', { createdAt, startedAt, completedAt: null }, null)).toBe(
    `Coral\nSubmitted ${formatDateTime(createdAt)}\nStarted ${formatDateTime(startedAt)}`,
  );
  expect(rowText('Coral', { createdAt: null, startedAt: null, completedAt: null }, null)).toBe('Coral');
});

it('has the time left and its source on its last lines', () => {
  const left = {
    text: '15 to 25 s left',
    short: '15 to 25 s',
    source: 'based on 5 previous runs',
    basis: 'Most of 5 runs took 30 s',
  };
  expect(rowText('Coral', { createdAt: null, startedAt: null, completedAt: null }, left)).toBe(
    'Coral\n15 to 25 s left, based on 5 previous runs\nMost of 5 runs took 30 s',
  );
});
