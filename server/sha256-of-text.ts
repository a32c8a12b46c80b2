import { createHash } from 'node:crypto';

/** As hex, at once. The demo has another file in the place of this one (`scripts/demo-worker.mjs`). */
export function sha256OfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
