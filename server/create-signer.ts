import { createHMAC, createSHA256 } from 'hash-wasm';

/** HMAC-SHA-256 as hex, equal to the Node implementation; for tests and browsers. */
export async function createSigner(secret: string): Promise<(text: string) => string> {
  const hmac = await createHMAC(createSHA256(), secret);
  return (text) => hmac.init().update(text).digest('hex');
}
