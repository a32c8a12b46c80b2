import { ownKeys } from '@contract/typed-objects';
import { t } from '@/lib/i18n/messages';
import { keysOf } from '@/shared/commands/keymap';
import { COMMAND_KEYS, type CommandId } from '@/shared/commands/command-keys';
import type { Command } from './command';
import { COMMANDS } from './shortcuts';

/** Keys that controls and dialogs need: alone they would stop working everywhere. */
const RESERVED: ReadonlySet<string> = new Set(['Tab', 'shift+Tab', 'Enter', 'shift+Enter', 'Space', 'Escape']);

/** Modifiers alone, and what input methods send. */
const NO_KEY = /^(?:mod\+)?(?:shift\+)?(?:Control|Shift|Meta|Alt|AltGraph|CapsLock|Dead|Process|Unidentified)$/;

/** Returns why a key cannot be a shortcut, or `null` if it can; empty if it is only part of a key. */
export function reservedReason(keys: string): string | null {
  if (NO_KEY.test(keys)) return '';
  return RESERVED.has(keys) ? t('Buttons and dialogs use this key.') : null;
}

/** Returns the other shortcuts that keys would collide with on some page: the same keys, or the start of theirs. */
export function findConflicts(id: CommandId, keys: string): CommandId[] {
  const own = placesOf(id);
  return ownKeys(COMMAND_KEYS).filter(
    (other) =>
      other !== id &&
      placesOf(other).some((place) => place === 'everywhere' || own.includes(place) || own.includes('everywhere')) &&
      keysOf(other).some((used) => used === keys || used.startsWith(`${keys} `) || keys.startsWith(`${used} `)),
  );
}

/** Returns the title of a shortcut on the first page that has it. */
export function shortcutTitle(id: CommandId): string {
  const [command] = commandsOf(id);
  return command ? t(command.title) : id;
}

function placesOf(id: CommandId) {
  return commandsOf(id).map(({ place }) => place);
}

function commandsOf(id: CommandId): readonly Command[] {
  return COMMANDS.filter(({ commands }) => commands?.includes(id));
}
