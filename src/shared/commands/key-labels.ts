import { ariaKeys, keyCaps } from '@/lib/keyboard/keys';
import { isMac } from '@/lib/keyboard/platform';
import { useSetting } from '@/lib/settings/use-setting';
import { keymapSetting, keysOf, useKeys } from './keymap';
import type { CommandId } from './command-keys';

interface CommandHint {
  title: string;
  'aria-keyshortcuts'?: string;
}

/** Returns the attributes of a button that show the current key of its command, as in `Next job in list (J)`. */
export function useCommandHint(title: string, id: CommandId): CommandHint {
  const [first] = useKeys(id);
  const spoken = useAriaKeys(id);
  if (first === undefined) return { title };
  return { title: `${title} (${keyHint(first)})`, ...(spoken ? { 'aria-keyshortcuts': spoken } : {}) };
}

/** Returns the current keys of a command for `aria-keyshortcuts`. */
export function useAriaKeys(id: CommandId): string | undefined {
  return ariaKeys(useKeys(id), isMac);
}

/** Returns the label of keys as one text: `Ctrl ↵`, `J`. */
export function keyHint(keys: string): string {
  return keyCaps(keys, isMac)
    .map((press) => press.join(isMac ? '' : ' '))
    .join(' ');
}

/** Returns what the first keys of some commands do, with each key in its text: `+ zooms in`. Commands without keys are left out. */
export function useKeyHints(hints: readonly (readonly [CommandId, (key: string) => string])[]): string[] {
  const changed = useSetting(keymapSetting);
  return hints.flatMap(([id, text]) => {
    const [first] = keysOf(id, changed);
    return first === undefined ? [] : [text(keyHint(first))];
  });
}
