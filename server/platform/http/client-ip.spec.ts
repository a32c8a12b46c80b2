import { expect, test } from 'vitest';
import { clientIp } from './client-ip';

const from = (forwarded: string | null, peer: string, proxies: string[]) =>
  clientIp(
    new Request('http://127.0.0.1', { headers: forwarded === null ? {} : { 'x-forwarded-for': forwarded } }),
    peer,
    proxies,
  );

test.each([
  ['198.51.100.7', '127.0.0.1', ['127.0.0.1'], '198.51.100.7'],
  ['made up, 198.51.100.7', '::ffff:127.0.0.1', ['127.0.0.1'], '198.51.100.7'],
  [null, '127.0.0.1', ['127.0.0.1'], 'loopback'],
  ['', '127.0.0.1', ['127.0.0.1'], 'loopback'],
  ['198.51.100.7', '127.0.0.1', [], 'loopback'],
  ['198.51.100.7', '127.0.0.2', ['127.0.0.1'], 'loopback'],
  [null, '127.9.8.7', [], 'loopback'],
  [null, '::1', [], 'loopback'],
  ['127.0.0.9', '127.0.0.1', ['127.0.0.1'], 'loopback'],
])('the request forwarded for %s by %s, with the proxies %j, counts as %s', (forwarded, peer, proxies, address) => {
  expect(from(forwarded, peer, proxies)).toBe(address);
});
