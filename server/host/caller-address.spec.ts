import { expect, test } from 'vitest';
import { callerAddress } from './caller-address';

const from = (forwarded: string | null, isBehindProxy: boolean) =>
  callerAddress(
    new Request('http://127.0.0.1', { headers: forwarded === null ? {} : { 'x-forwarded-for': forwarded } }),
    '127.0.0.1',
    isBehindProxy,
  );

test.each([
  ['198.51.100.7', true, '198.51.100.7'],
  ['made up, 198.51.100.7', true, '198.51.100.7'],
  [null, true, '127.0.0.1'],
  ['', true, '127.0.0.1'],
  ['198.51.100.7', false, '127.0.0.1'],
])('forwarded for %s, behind a proxy: %s, it is %s', (forwarded, isBehindProxy, address) => {
  expect(from(forwarded, isBehindProxy)).toBe(address);
});
