import { Kbd } from '@/ui/kbd';
import { keyHint } from './key-labels';
import { useKeys } from './keymap';
import type { CommandId } from './command-keys';

/** The current key of a shortcut, hidden from screen readers; renders nothing if the user removed it. */
export function ShortcutKbd({ id, className }: { id: CommandId; className?: string }) {
  const [first] = useKeys(id);
  return first === undefined ? null : <Kbd {...(className ? { className } : {})}>{keyHint(first)}</Kbd>;
}
