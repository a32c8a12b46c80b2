import { expect, it } from 'vitest';
import { neighboursOf } from './list-order';

it('leads from a job to those before and behind it in the list', () => {
  const ids = ['a', 'b', 'c'];
  expect(neighboursOf(ids, 'b')).toEqual({ place: 2, count: 3, previous: 'a', next: 'c' });
  expect(neighboursOf(ids, 'a')).toMatchObject({ previous: null, next: 'b' });
  expect(neighboursOf(ids, 'c')).toMatchObject({ previous: 'b', next: null });
  expect(neighboursOf(ids, 'z')).toBeNull();
});
