import { useEffect, useEffectEvent } from 'react';
import { nameKey } from '@/lib/keys';
import { isMac } from '@/lib/platform';
import { isTypingTarget, mayActOnKey } from '@/lib/character-shortcuts';
import { keysOf } from './keymap';
import { REPEATING, type ShortcutId } from './shortcut-table';

/**
 * Runs a shortcut. `key` is the pressed key as the browser names it, empty if the palette runs it. Returns false to leave
 * the key to others.
 */
export type ShortcutAct = (key: string) => boolean | void;
export type ShortcutActs = Readonly<Partial<Record<ShortcutId, ShortcutAct>>>;

interface ShortcutOptions {
  /** The shortcuts belong to a dialog, not to the page below it. */
  isInDialog?: boolean;
  /** Handles the keys before the focused control does, such as Ctrl+Enter on the button of a select. */
  isFirst?: boolean;
}

const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
/** Controls that use the arrow keys themselves. */
const ARROW_CONTROLS = 'input, video, audio, [role="slider"], [role="radio"], [role="tab"], [role="tree"]';

const mounted = new Set<{ current: ShortcutActs }>();

/** Listens to the current keys of some shortcuts while the component is mounted. */
export function useShortcuts(acts: ShortcutActs, { isInDialog = false, isFirst = false }: ShortcutOptions = {}): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const name = nameKey(event, isMac);
    if (name === null) return;
    for (const id of Object.keys(acts) as ShortcutId[]) {
      if (!keysOf(id).includes(name) || !isForPage(event, name, isInDialog)) continue;
      if (event.repeat && !REPEATING.has(id)) continue;
      if (acts[id]?.(event.key) === false) continue;
      event.preventDefault();
      if (isFirst) event.stopPropagation();
      return;
    }
  });
  const readActs = useEffectEvent(() => acts);
  // A subscription to the keyboard.
  useEffect(() => {
    const entry = {
      get current() {
        return readActs();
      },
    };
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    mounted.add(entry);
    document.addEventListener('keydown', listen, { capture: isFirst });
    return () => {
      mounted.delete(entry);
      document.removeEventListener('keydown', listen, { capture: isFirst });
    };
  }, [isFirst]);
}

/** Runs a shortcut of the page by its id. Returns false if no mounted component has it. */
export function runShortcut(id: ShortcutId): boolean {
  const act = [...mounted].findLast(({ current }) => current[id])?.current[id];
  return act !== undefined && act('') !== false;
}

function isForPage(event: KeyboardEvent, name: string, isInDialog: boolean): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (!name.startsWith('mod+')) {
    if (event.key.startsWith('Arrow') && target && usesArrows(target)) return false;
    return mayActOnKey(event, isInDialog);
  }
  if (event.defaultPrevented || event.isComposing) return false;
  if (!isInDialog && target?.closest(LAYERS)) return false;
  return name !== 'mod+a' || !isTypingTarget(target);
}

function usesArrows(target: Element): boolean {
  return target.closest(ARROW_CONTROLS) !== null || target.scrollWidth > target.clientWidth + 1;
}
