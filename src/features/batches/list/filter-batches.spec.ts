import { expect, it } from 'vitest';
import { makeBatch } from '@/domains/batches/testing/make-batch';
import { filterBatches, type BatchFilter } from './filter-batches';

const batches = [
  makeBatch({ id: 'fox', title: 'Fox in snow', createdAt: 100, axes: [{ label: 'Steps', count: 3 }] }),
  makeBatch({ id: 'sea', title: 'Sea', createdAt: 200, surfaceIds: ['local', 'cloud'] }),
  makeBatch({ id: 'gone', title: 'Old', createdAt: 300, surfaceIds: ['removed'] }),
];
const found = (filter: Partial<BatchFilter>) =>
  filterBatches(batches, { text: '', from: null, before: null, serverIds: null, ...filter }).map(({ id }) => id);

it('finds batches by the words of title and axes', () => {
  expect(found({ text: 'SNOW fox' })).toEqual(['fox']);
  expect(found({ text: 'steps' })).toEqual(['fox']);
  expect(found({ text: 'fox sea' })).toEqual([]);
});

it('finds batches by the time of their start, and by any of their servers', () => {
  expect(found({ from: 200 })).toEqual(['sea', 'gone']);
  expect(found({ before: 200 })).toEqual(['fox']);
  expect(found({ serverIds: ['cloud'] })).toEqual(['sea']);
  expect(found({ serverIds: ['removed'] })).toEqual(['gone']);
});

it('shows all batches without a filter, also those of removed servers', () => {
  expect(found({})).toEqual(['fox', 'sea', 'gone']);
});
