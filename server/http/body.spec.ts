import { fc } from '@contract/testing/properties';
import { expect, test } from 'vitest';
import { JsonValueCounter } from './body';

const count = (text: string, step = Infinity): number => {
  const bytes = new TextEncoder().encode(text);
  const counter = new JsonValueCounter();
  let found = counter.push(new Uint8Array());
  for (let at = 0; at < bytes.length; at += step) found = counter.push(bytes.subarray(at, at + step));
  return found;
};

test.each([
  ['1', 1],
  ['[]', 2],
  ['[1,2,3]', 4],
  ['{"a":1,"b":[true,null]}', 5],
  ['"a,b{[\\",\\\\"', 1],
  ['["a\\"[,","b\\\\",{"c,":"}"}]', 5],
])('%s has at most %i values', (text, values) => {
  expect(count(text)).toBe(values);
});

test('no value is missed, at any chunk boundary', () => {
  const valuesIn = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Object.values(value).reduce((sum: number, item) => sum + valuesIn(item), 0)
      : 1;
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), (value, step) => {
      const text = JSON.stringify(value);
      expect(count(text, step)).toBe(count(text));
      expect(count(text)).toBeGreaterThanOrEqual(valuesIn(value));
      expect(count(text)).toBeLessThanOrEqual(valuesIn(value) * 2);
    }),
  );
});
