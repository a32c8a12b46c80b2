import { expect, it } from 'vitest';
import { ALL_JOBS } from '@/api/jobs/job-filter';
import { extendOrder, adjacencyOf, rememberOrder, useListOrder } from './list-context';

it('leads from a job to those before and behind it in the list', () => {
  const ids = ['a', 'b', 'c'];
  expect(adjacencyOf(ids, 'b')).toEqual({ place: 2, count: 3, previous: 'a', next: 'c' });
  expect(adjacencyOf(ids, 'a')).toMatchObject({ previous: null, next: 'b' });
  expect(adjacencyOf(ids, 'c')).toMatchObject({ previous: 'b', next: null });
  expect(adjacencyOf(ids, 'z')).toBeNull();
});

it('goes on with the rows that come later, each once', () => {
  rememberOrder({ ids: ['a', 'b'], rest: { surfaceId: 'local', filter: ALL_JOBS, cursor: 'c2' } });
  extendOrder(['b', 'c'], null);
  expect(useListOrder.getState()).toEqual({ ids: ['a', 'b', 'c'], rest: null });
});
