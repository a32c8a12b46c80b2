import { defineSetting } from '@/lib/settings/setting';
import { entriesIn, isText, json } from '@/lib/settings/setting-schemas';
import { useSetting } from '@/lib/settings/use-setting';
import { COMMAND_KEYS, type CommandId } from './command-keys';
import { ownKeys } from '@contract/typed-objects';

export type Keymap = Readonly<Partial<Record<CommandId, readonly string[]>>>;

const MAX_KEYS = 4;
const KEY_NAME = /^(?:mod\+)?(?:shift\+)?(?:[A-Z][A-Za-z\d]{1,20}|[^\sA-Z])$/;

/** Shortcuts whose keys the user changed. An empty list: no key at all. Handlers read it on each press. */
export const keymapSetting = defineSetting<Keymap>('shortcuts', { schema: json(readKeymap), default: {} });

export function keysOf(id: CommandId, changed = keymapSetting.get()): readonly string[] {
  return changed[id] ?? COMMAND_KEYS[id];
}

export function useKeys(id: CommandId): readonly string[] {
  return useSetting(keymapSetting, (changed) => keysOf(id, changed));
}

/** Sets the keys of some shortcuts; those that equal the default are not stored. */
export function changeKeys(keys: Keymap): void {
  keymapSetting.update((changed) => {
    const all: Keymap = { ...changed, ...keys };
    const own = ownKeys(all).filter((id) => all[id]?.join(' ') !== COMMAND_KEYS[id].join(' '));
    return Object.fromEntries(own.map((id) => [id, all[id]]));
  });
}

export function resetKeys(): void {
  keymapSetting.set({});
}

/** The valid entries; anything else counts as default. */
function readKeymap(stored: unknown): Keymap | undefined {
  const valid = entriesIn(stored)?.filter(([id, keys]) => Object.hasOwn(COMMAND_KEYS, id) && isKeyList(keys));
  return valid && Object.fromEntries(valid);
}

function isKeyList(keys: unknown): boolean {
  return Array.isArray(keys) && keys.length <= MAX_KEYS && keys.every(isKeySequence);
}

function isKeySequence(keys: unknown): boolean {
  return isText(keys) && keys.split(' ').every((press) => KEY_NAME.test(press));
}
