import { createSHA256, type IHasher } from 'hash-wasm';

let hasher: IHasher | null = null;

/** Await this before the first hash: browsers compile WebAssembly only asynchronously. */
export async function prepareSha256(): Promise<void> {
  hasher ??= await createSHA256();
}

/** Replaces `server/sha256-of-text.ts`. */
export function sha256OfText(text: string): string {
  if (!hasher) throw new Error('The hash is not prepared');
  return hasher.init().update(text).digest('hex');
}
