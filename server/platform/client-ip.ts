/**
 * Where a request comes from, to count wrong tokens by. The address that a reverse proxy added last is believed if the
 * connection comes from a proxy that the owner declared; any other client could write anything there. One machine has
 * millions of loopback addresses, so all of them count as one.
 */
export function clientIp(request: Request, peer: string, proxies: readonly string[]): string {
  const own = plainAddress(peer);
  const isProxy = proxies.some((proxy) => plainAddress(proxy) === own);
  const forwarded = isProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const address = forwarded ? plainAddress(forwarded) : own;
  return /^127\.|^::1$/.test(address) ? 'loopback' : address;
}

/** IPv4 within IPv6, `::ffff:127.0.0.1`, is that IPv4 address. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
}
