import { create } from 'zustand';
import { writeSetting, readText } from '@/lib/local-storage';
import { SHORTCUTS, type ShortcutId } from './shortcut-table';

export type Keymap = Readonly<Partial<Record<ShortcutId, readonly string[]>>>;

const STORAGE_KEY = 'flowdeck.shortcuts';
const MAX_KEYS = 4;
const KEY_NAME = /^(?:mod\+)?(?:shift\+)?(?:[A-Z][A-Za-z\d]{1,20}|[^\sA-Z])$/;

interface KeymapState {
  /** Shortcuts whose keys the user changed. An empty list: no key at all. */
  changed: Keymap;
}

/** The keys of this browser. Handlers read them on each press, so that a change applies immediately. */
export const useKeymap = create<KeymapState>(() => ({ changed: parseKeymap(readText(STORAGE_KEY)) }));

export function keysOf(id: ShortcutId, { changed }: KeymapState = useKeymap.getState()): readonly string[] {
  return changed[id] ?? SHORTCUTS[id];
}

/** Sets the keys of some shortcuts; those that equal the default are not stored. */
export function changeKeys(keys: Keymap): void {
  const all = Object.entries({ ...useKeymap.getState().changed, ...keys }) as [ShortcutId, readonly string[]][];
  store(Object.fromEntries(all.filter(([id, own]) => own.join(' ') !== SHORTCUTS[id].join(' '))));
}

export function resetKeys(): void {
  store({});
}

/** Applies what another tab stored. */
export function applyStoredKeymap(key: string | null, text: string | null): void {
  if (key === STORAGE_KEY) useKeymap.setState({ changed: parseKeymap(text) });
}

/** Returns the valid entries of a stored keymap; anything else counts as default. */
export function parseKeymap(text: string | null): Keymap {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter(([id, keys]) => Object.hasOwn(SHORTCUTS, id) && isKeyList(keys)),
  );
}

function store(changed: Keymap): void {
  useKeymap.setState({ changed });
  writeSetting(STORAGE_KEY, Object.keys(changed).length === 0 ? null : JSON.stringify(changed));
}

function isKeyList(keys: unknown): boolean {
  return Array.isArray(keys) && keys.length <= MAX_KEYS && keys.every(isKeySequence);
}

function isKeySequence(keys: unknown): boolean {
  return typeof keys === 'string' && keys.split(' ').every((press) => KEY_NAME.test(press));
}
