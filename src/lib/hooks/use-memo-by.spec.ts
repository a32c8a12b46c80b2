import { expect, it } from 'vitest';
import { memoBy } from './use-memo-by';

it('makes the value of an item again only if its own inputs change', () => {
  const memo = memoBy<object>();
  const value = (key: string, ...inputs: readonly unknown[]) => memo(key, inputs, () => ({}));
  const first = value('a', 1, 'x');
  const other = value('b', 1, 'x');
  expect(other).not.toBe(first);
  expect(value('a', 1, 'x')).toBe(first);
  expect(value('a', 2, 'x')).not.toBe(first);
  expect(value('b', 1, 'x')).toBe(other);
  // A prefix of the inputs is another list of inputs.
  expect(value('b', 1)).not.toBe(other);
});
