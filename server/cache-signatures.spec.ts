import { expect, test } from 'vitest';
import { cacheSignatures } from './cache-signatures';

function countingSigner(max: number) {
  const signed: string[] = [];
  const sign = cacheSignatures((text) => {
    signed.push(text);
    return `signature of ${text}`;
  }, max);
  return { signed, sign };
}

test('signs each text once, with its own signature', () => {
  const { signed, sign } = countingSigner(4);
  for (const text of ['a', 'b', 'a', 'b', 'a']) expect(sign(text)).toBe(`signature of ${text}`);
  expect(signed).toEqual(['a', 'b']);
});

test('keeps signatures in use and drops others', () => {
  const { signed, sign } = countingSigner(4);
  sign('once');
  for (let n = 0; n < 20; n += 1) {
    sign('often');
    sign(`other ${n}`);
  }
  sign('once');
  expect(signed.filter((text) => text === 'often')).toHaveLength(1);
  expect(signed.filter((text) => text === 'once')).toHaveLength(2);
});
