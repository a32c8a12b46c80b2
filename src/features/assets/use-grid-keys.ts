import type { KeyboardEvent } from 'react';
import { mayActOnKey } from '@/lib/keyboard/character-shortcuts';
import { useCommands } from '@/shared/commands/use-commands';
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

/** Number of frames to wait for a tile that renders after scrolling. */
const MAX_FRAMES = 10;

/**
 * Commands that select and star the focused tile. Returns the grid's handler for the arrow keys, which move between
 * tiles: roving focus belongs to the grid and is not a command. Enter is handled by the tile.
 */
export function useGridKeys({ count, columns, indexOf, idAt, scrollTo, onSelect, onStar }: GridKeysOptions) {
  const onFocused = (act: (id: string) => void) => () => {
    const id = focusedTile();
    if (id === null) return false;
    act(id);
    return true;
  };
  useCommands({ select: onFocused(onSelect), star: onFocused(onStar) });
  return (event: KeyboardEvent) => {
    if (!mayActOnKey(event.nativeEvent)) return;
    const id = focusedTile();
    const to = id === null ? null : nextTile(event.key, indexOf(id), count, columns);
    if (id === null || to === null) return;
    scrollTo(to);
    focusTile(idAt(to) ?? id, MAX_FRAMES);
    event.preventDefault();
  };
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
