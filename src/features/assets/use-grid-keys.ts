import { useEffect, useEffectEvent } from 'react';
import { mayActOnKey } from '@/lib/single-keys';
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

/** Arrow keys go from tile to tile, X selects and S stars the one in focus; Enter is its own. */
export function useGridKeys({ count, columns, indexOf, idAt, scrollTo, onSelect, onStar }: GridKeysOptions): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!mayActOnKey(event)) return;
    const id = document.activeElement?.closest<HTMLElement>('[data-asset]')?.dataset['asset'];
    if (id === undefined) return;
    const key = event.key.toLowerCase();
    const to = nextTile(event.key, indexOf(id), count, columns);
    if (to !== null) {
      scrollTo(to);
      focusTile(idAt(to) ?? id, MAX_FRAMES);
    } else if (key === 'x') onSelect(id);
    else if (key === 's') onStar(id);
    else return;
    event.preventDefault();
  });
  // A subscription to the keyboard.
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function focusTile(id: string, framesLeft: number): void {
  const tile = document.querySelector<HTMLElement>(`[data-asset="${CSS.escape(id)}"]`);
  if (tile) {
    tile.focus();
    tile.scrollIntoView({ block: 'nearest' });
  } else if (framesLeft > 0) requestAnimationFrame(() => focusTile(id, framesLeft - 1));
}
