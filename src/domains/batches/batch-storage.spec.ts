import { expect, it } from 'vitest';
import { superfluousBatches } from './batch-storage';
import { makeBatch } from './testing/make-batch';

it('the 200 newest batches are stored, and older ones only while they are in progress', () => {
  const done = { next: 4, finishedAt: 1 };
  const batches = Array.from({ length: 203 }, (_, index) => makeBatch({ id: `batch-${index}`, ...done }));
  batches[201] = makeBatch({ id: 'running' });
  expect(superfluousBatches(batches)).toEqual(['batch-200', 'batch-202']);
});
