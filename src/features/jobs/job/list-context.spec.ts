import { expect, it } from 'vitest';
import { ALL_JOBS } from '@/domains/jobs/job-filter';
import { adjacencyOf, extendOrder, listOrder } from './list-context';

it('links from a job to the previous and the next in the list', () => {
  const ids = ['a', 'b', 'c'];
  expect(adjacencyOf(ids, 'b')).toEqual({ place: 2, count: 3, previous: 'a', next: 'c' });
  expect(adjacencyOf(ids, 'a')).toMatchObject({ previous: null, next: 'b' });
  expect(adjacencyOf(ids, 'c')).toMatchObject({ previous: 'b', next: null });
  expect(adjacencyOf(ids, 'z')).toBeNull();
});

it('continues with the rows that are loaded later, each once', () => {
  listOrder.set({ ids: ['a', 'b'], rest: { surfaceId: 'local', filter: ALL_JOBS, cursor: 'c2' } });
  extendOrder(['b', 'c'], null);
  expect(listOrder.get()).toEqual({ ids: ['a', 'b', 'c'], rest: null });
});
