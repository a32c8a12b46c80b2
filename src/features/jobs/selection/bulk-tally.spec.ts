import { expect, it, vi } from 'vitest';
import { BulkTally, createBatch } from './bulk-tally';
import type { BulkResult } from './bulk-work';

const result = (id: number, tone: BulkResult['tone']): BulkResult => ({
  id: String(id),
  title: `Job ${id}`,
  tone,
  words: tone,
  newJobId: null,
});
const ids = (tally: BulkTally) => Array.from({ length: tally.total }, (_, index) => tally.at(index)?.id);

it('holds failures first, each kind in the order in which it came', () => {
  const tally = new BulkTally();
  (['ok', 'bad', 'warn', 'ok', 'bad'] as const).forEach((tone, index) => tally.add(result(index, tone)));
  expect(ids(tally)).toEqual(['1', '4', '2', '0', '3']);
  expect(tally.counts).toEqual({ bad: 2, warn: 1, ok: 2 });
  expect(tally.at(5)).toBeUndefined();
  expect(tally.at(-1)).toBeUndefined();
});

it('is shown once for five thousand answers in a breath, and once more at the end', () => {
  vi.useFakeTimers();
  const shown: number[] = [];
  const tally = new BulkTally();
  const batch = createBatch(() => shown.push(tally.total), 100);
  for (let index = 0; index < 5000; index += 1) {
    tally.add(result(index, 'ok'));
    batch.ask();
  }
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(shown).toEqual([5000]);
  tally.add(result(5000, 'bad'));
  batch.ask();
  batch.end();
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([5000, 5001]);
  expect(tally.at(0)?.id).toBe('5000');
  vi.useRealTimers();
});
