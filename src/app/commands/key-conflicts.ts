import { keysOf } from '@/shared/shortcuts/keymap';
import { SHORTCUTS, type ShortcutId } from '@/shared/shortcuts/shortcut-table';
import type { Command } from './command';
import { COMMANDS } from './shortcuts';

/** Keys that controls and dialogs need: alone they would stop working everywhere. */
const RESERVED: ReadonlySet<string> = new Set(['Tab', 'shift+Tab', 'Enter', 'shift+Enter', ' ', 'Escape']);

/** Modifiers alone, and what input methods send. */
const NO_KEY = /^(?:mod\+)?(?:shift\+)?(?:Control|Shift|Meta|Alt|AltGraph|CapsLock|Dead|Process|Unidentified)$/;

/** Returns why a key cannot be a shortcut, or `null` if it can; empty if it is only part of a key. */
export function reservedReason(keys: string): string | null {
  if (NO_KEY.test(keys)) return '';
  return RESERVED.has(keys) ? 'Buttons and dialogs use this key.' : null;
}

/** Returns the other shortcuts that keys would collide with on some page: the same keys, or the start of theirs. */
export function findConflicts(id: ShortcutId, keys: string): ShortcutId[] {
  const own = placesOf(id);
  return (Object.keys(SHORTCUTS) as ShortcutId[]).filter(
    (other) =>
      other !== id &&
      placesOf(other).some((place) => place === 'everywhere' || own.includes(place) || own.includes('everywhere')) &&
      keysOf(other).some((used) => used === keys || used.startsWith(`${keys} `) || keys.startsWith(`${used} `)),
  );
}

/** Returns what a shortcut does, on the first page that has it. */
export function shortcutTitle(id: ShortcutId): string {
  return commandsOf(id)[0]?.title ?? id;
}

function placesOf(id: ShortcutId) {
  return commandsOf(id).map(({ place }) => place);
}

function commandsOf(id: ShortcutId): readonly Command[] {
  return COMMANDS.filter(({ shortcuts }) => shortcuts?.includes(id));
}
