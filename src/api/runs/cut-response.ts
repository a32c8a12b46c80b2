/**
 * A browser takes a response whose head breaks off for one that ends there, without a body. A length of zero is only believed
 * if the response says so: otherwise the same idempotency key asks again.
 */
export function isCutInHead(sizeBytes: number, headers: Pick<Headers, 'get'>): boolean {
  return sizeBytes === 0 && headers.get('content-length')?.trim() !== '0';
}
