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

it('has the time left on its last line', () => {
  const left = { text: '15 to 25 s left', source: 'based on 5 previous runs', basis: '' };
  expect(rowText('Coral', { createdAt: null, startedAt: null, completedAt: null }, left)).toBe(
    'Coral\n15 to 25 s left, based on 5 previous runs',
  );
});
