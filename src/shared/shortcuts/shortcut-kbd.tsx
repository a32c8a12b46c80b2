import { Kbd } from '@/ui/kbd';
import { keyHint } from './key-labels';
import { keysOf, useKeymap } from './keymap';
import type { ShortcutId } from './shortcut-table';

/** The current key of a shortcut, for the eye; nothing if the user took it away. */
export function ShortcutKbd({ id, className }: { id: ShortcutId; className?: string }) {
  const [first] = useKeymap((state) => keysOf(id, state));
  return first === undefined ? null : <Kbd {...(className ? { className } : {})}>{keyHint(first)}</Kbd>;
}
