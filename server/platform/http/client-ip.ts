/**
 * Returns the client IP, by which wrong tokens are counted. The IP that a reverse proxy added last is trusted if the connection
 * comes from a declared proxy; any other client could send a false one. One machine has millions of loopback addresses, so all of
 * them count as one.
 */
export function clientIp(request: Request, peer: string, proxies: readonly string[]): string {
  const own = plainAddress(peer);
  const isProxy = proxies.some((proxy) => plainAddress(proxy) === own);
  const forwarded = isProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const address = forwarded ? plainAddress(forwarded) : own;
  return /^127\.|^::1$/.test(address) ? 'loopback' : address;
}

/** Converts an IPv4-mapped IPv6 address, such as `::ffff:127.0.0.1`, to IPv4. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
}
