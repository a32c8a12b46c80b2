import type { DroppedItems } from './dropped-files';

/** `public/early-files.js` listens for it. */
const TAKE = 'flowdeck:take-files';

/**
 * Takes over from `public/early-files.js`: `open` gets what was dropped or chosen before this code had loaded, and what is chosen
 * later in a dialog that was opened before.
 */
export function takeEarlyFiles(open: (dropped: DroppedItems) => void): void {
  window.dispatchEvent(new CustomEvent(TAKE, { detail: open }));
}
