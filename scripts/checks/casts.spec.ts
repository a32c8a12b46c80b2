import { expect, test } from 'vitest';
import { findCasts, checkCasts, MAX_CASTS } from './casts.mjs';

test('finds casts by the syntax tree, but neither words in text nor `as const`', () => {
  const text = [
    'import { a as b } from "./a";',
    'const one = b as string;',
    'const two = (b as unknown) as number;',
    'const three = b!;',
    'const four = ["as string"] as const;',
    '// b as string',
    'export { one as two };',
  ].join('\n');
  expect(findCasts('a.ts', text)).toEqual([2, 3, 3, 4]);
  expect(findCasts('a.tsx', 'const a = <p>{b as string} as such</p>;')).toEqual([1]);
  expect(findCasts('a.ts', 'const a = <string>b;')).toEqual([1]);
});

test('one cast above the limit is a problem', () => {
  expect(checkCasts(4, 3).problems).toHaveLength(1);
  expect(checkCasts(3, 3)).toEqual({ problems: [], note: '3 casts' });
  expect(checkCasts(2, 3).note).toContain('lower MAX_CASTS');
});

test('a scan that finds none is a problem, since it would satisfy any limit', () => {
  expect(checkCasts(0, 3).problems).toHaveLength(1);
});

test('the limit is at most 150', () => {
  expect(MAX_CASTS).toBeLessThanOrEqual(150);
});
