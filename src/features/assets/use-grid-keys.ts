import { useEffect, useEffectEvent } from 'react';
import { mayActOnKey } from '@/lib/character-shortcuts';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { nextTile } from './grid-model';

interface GridKeysOptions {
  count: number;
  columns: number;
  indexOf: (id: string) => number;
  idAt: (index: number) => string | undefined;
  scrollTo: (index: number) => void;
  onSelect: (id: string) => void;
  onStar: (id: string) => void;
}

/** Frames to wait for a tile that is being scrolled into existence. */
const MAX_FRAMES = 10;

/** Arrow keys go from tile to tile; shortcuts select and star the focused one; Enter is its own. */
export function useGridKeys({ count, columns, indexOf, idAt, scrollTo, onSelect, onStar }: GridKeysOptions): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!mayActOnKey(event)) return;
    const id = focusedTile();
    const to = id === null ? null : nextTile(event.key, indexOf(id), count, columns);
    if (id === null || to === null) return;
    scrollTo(to);
    focusTile(idAt(to) ?? id, MAX_FRAMES);
    event.preventDefault();
  });
  const onFocused = (act: (id: string) => void) => () => {
    const id = focusedTile();
    if (id === null) return false;
    act(id);
    return true;
  };
  useShortcuts({ select: onFocused(onSelect), star: onFocused(onStar) });
  // A subscription to the keyboard.
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function focusedTile(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-asset]')?.dataset['asset'] ?? null;
}

function focusTile(id: string, framesLeft: number): void {
  const tile = document.querySelector<HTMLElement>(`[data-asset="${CSS.escape(id)}"]`);
  if (tile) {
    tile.focus();
    tile.scrollIntoView({ block: 'nearest' });
  } else if (framesLeft > 0) requestAnimationFrame(() => focusTile(id, framesLeft - 1));
}
