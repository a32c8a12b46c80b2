import { isFields } from '@contract/typed-objects';
import type { Setting, SettingSchema } from '@/lib/settings/setting';
import { json } from '@/lib/settings/setting-schemas';

/**
 * Keys that were entered in this page. Each is kept in one place of the user's choice: the memory of the page, the storage of its
 * tab, or this device, where every script of this origin could read it, unless a passphrase encrypts it. An encrypted key is locked
 * after a load; unlocked, it is in the memory of the page only. `change-keys.ts` changes them.
 */
export interface Keys<Value extends object> {
  read: (stored: unknown) => Value;
  page: Map<string, Value>;
  tab: (id: string) => Setting<Value | SealedKey | null>;
  device: (id: string) => Setting<Value | SealedKey | null>;
  /** By record: one that another tab has replaced is locked. */
  unlocked: WeakMap<SealedKey, Value>;
}

/** An encrypted key as it is stored. `sealed-key.ts` reads the rest of it. */
export interface SealedKey {
  readonly sealed: unknown;
  /** Of the servers that the key was entered for. */
  readonly origins: readonly string[];
  readonly [rest: string]: unknown;
}

/** Options of the settings that store keys. */
export function keyOptions<Value extends object>(
  read: (stored: unknown) => Value,
): {
  schema: SettingSchema<Value | SealedKey | null>;
  default: null;
} {
  return { schema: json((stored) => (isSealed(stored) ? stored : read(stored))), default: null };
}

/** Returns the key as it is stored. */
export function storedKey<Value extends object>({ page, tab, device }: Keys<Value>, id: string) {
  return page.get(id) ?? tab(id).get() ?? device(id).get();
}

export function isSealed(stored: unknown): stored is SealedKey {
  return isFields(stored) && 'sealed' in stored && Array.isArray(stored['origins']);
}
