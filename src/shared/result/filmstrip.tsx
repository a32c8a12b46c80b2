import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';

interface FilmstripProps<Run> {
  label: string;
  /** Newest first. */
  runs: readonly Run[];
  selectedId: string | null;
  onSelect: (run: Run) => void;
  /** After the tiles. */
  action: ReactNode;
  /** Returns the tile of a run, a `FilmstripTile`. */
  children: (run: Run, index: number) => ReactNode;
}

/** Runs, newest first: a radio group with the arrow keys of one. It scrolls by itself (decision 111). */
export function Filmstrip<Run extends { id: string }>({
  label,
  runs,
  selectedId,
  onSelect,
  action,
  children,
}: FilmstripProps<Run>) {
  const list = useRef<HTMLDivElement>(null);
  // Scrolls the list only: `scrollIntoView` would also move the page.
  useEffect(() => {
    const tile = list.current?.querySelector(`[data-run="${CSS.escape(selectedId ?? '')}"]`)?.parentElement;
    if (!list.current || !tile) return;
    const start = tile.offsetLeft - EDGE_PX;
    const end = tile.offsetLeft + tile.offsetWidth + EDGE_PX - list.current.clientWidth;
    if (list.current.scrollLeft > start) list.current.scrollLeft = start;
    else if (list.current.scrollLeft < end) list.current.scrollLeft = end;
  }, [selectedId]);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = runs.findIndex(({ id }) => id === selectedId);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: runs.length - 1 }[event.key];
    const run = to === undefined ? undefined : runs[to];
    if (to === undefined) return;
    event.preventDefault();
    if (!run) return;
    onSelect(run);
    list.current?.querySelector<HTMLElement>(`[data-run="${CSS.escape(run.id)}"]`)?.focus();
  };
  return (
    <section aria-label={label} className="flex shrink-0 border-t border-line bg-panel">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its tiles takes the focus */}
      <div
        ref={list}
        role="radiogroup"
        aria-label={t('Runs, newest first')}
        onKeyDown={onKeyDown}
        // Positioned, so that texts for screen readers are clipped with it and do not widen the page.
        className="relative flex min-w-0 flex-1 gap-3 overflow-x-auto overscroll-x-contain px-4 py-3 [scrollbar-width:thin] md:px-5"
      >
        {runs.map(children)}
      </div>
      <div className="m-2 ml-0">{action}</div>
    </section>
  );
}

/** Distance of the selected tile from the edge. */
const EDGE_PX = 16;
