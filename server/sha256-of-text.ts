import { createHash } from 'node:crypto';

/** As hex, at once. The demo in a browser has another file in the place of this one (`server/demo/replaced-modules.mjs`). */
export function sha256OfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
