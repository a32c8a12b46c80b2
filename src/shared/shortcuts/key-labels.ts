import { keyCaps } from '@/lib/keys';
import { isMac } from '@/lib/platform';
import { keysOf, useKeymap } from './keymap';
import type { ShortcutId } from './shortcut-table';

/** Returns a tooltip with the current key of a shortcut: `Next job in list (J)`. */
export function useShortcutTitle(title: string, id: ShortcutId): string {
  const [first] = useKeymap((state) => keysOf(id, state));
  return first === undefined ? title : `${title} (${keyHint(first)})`;
}

/** Returns the label of keys as one text: `Ctrl ↵`, `J`. */
export function keyHint(keys: string): string {
  return keyCaps(keys, isMac)
    .map((press) => press.join(isMac ? '' : ' '))
    .join(' ');
}
