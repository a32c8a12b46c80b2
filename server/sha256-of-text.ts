import { createHash } from 'node:crypto';

/** Returns the hash as hex, synchronously. The demo build replaces this file (`scripts/build/demo-worker.mjs`). */
export function sha256OfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
