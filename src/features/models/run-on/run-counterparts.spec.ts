import { expect, it } from 'vitest';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { counterpartsOf } from './run-counterparts';

let now = 0;
const run = (id: string, surfaceId: string, ranFrom?: string) =>
  ({ id, surfaceId, createdAt: (now += 1), ...(ranFrom === undefined ? {} : { ranFrom }) }) as RunRecord;
const idsOf = (records: readonly RunRecord[], of: RunRecord) =>
  counterpartsOf(Object.fromEntries(records.map((record) => [record.id, record])), of).map(({ id }) => id);

it('finds the runs of the same input on other servers from each of them, the newest per server', () => {
  const source = run('a', 'local');
  const first = run('b', 'first', 'a');
  const again = run('c', 'first', 'a');
  const second = run('d', 'second', 'a');
  const other = run('e', 'second');
  const all = [source, first, again, second, other];
  expect(idsOf(all, source)).toEqual(['d', 'c']);
  expect(idsOf(all, second)).toEqual(['c', 'a']);
  expect(idsOf(all, first)).toEqual(['d', 'a']);
  expect(idsOf(all, other)).toEqual([]);
});

it('works without the original run', () => {
  const first = run('b', 'first', 'gone');
  const second = run('d', 'second', 'gone');
  expect(idsOf([first, second], first)).toEqual(['d']);
});
