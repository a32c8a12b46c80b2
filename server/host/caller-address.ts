/**
 * Where a request comes from, to count wrong tokens by. Behind the proxy of a public address every connection is the
 * proxy's own, so the address that it added last is believed; whoever connects straight could write anything there.
 */
export function callerAddress(request: Request, peer: string, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? request.headers.get('x-forwarded-for') : null;
  return forwarded?.split(',').at(-1)?.trim() || peer;
}
