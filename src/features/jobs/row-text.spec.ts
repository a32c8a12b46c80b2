import { expect, it } from 'vitest';
import { formatDateTime } from '@/lib/format';
import { rowWords } from './row-text';

it('names the times that are known, each in full', () => {
  const createdAt = Date.UTC(2026, 10, 21, 9, 30);
  const startedAt = createdAt + 65_000;
  expect(rowWords('Coral', { createdAt, startedAt, completedAt: null }, null)).toBe(
    `Coral\nSubmitted ${formatDateTime(createdAt)}\nStarted ${formatDateTime(startedAt)}`,
  );
  expect(rowWords('Coral', { createdAt: null, startedAt: null, completedAt: null }, null)).toBe('Coral');
});

it('tells what is left last', () => {
  const left = { text: '15 to 25 s left', source: 'based on 5 previous runs', basis: '' };
  expect(rowWords('Coral', { createdAt: null, startedAt: null, completedAt: null }, left)).toBe(
    'Coral\n15 to 25 s left, based on 5 previous runs',
  );
});
