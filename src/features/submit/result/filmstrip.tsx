import { X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useLive } from '@/api/live/use-live';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { useSession } from '../draft/session/session-context';
import type { DraftRun } from './draft-runs';
import { RunTile } from './run-tile';

interface FilmstripProps {
  /** Newest first. */
  runs: readonly DraftRun[];
  selected: DraftRun | null;
  /** When the page was opened, in milliseconds. */
  openedAt: number;
  onSelect: (run: DraftRun) => void;
  className?: string | undefined;
}

/** The newest runs are fetched while they are out of view: a click may start several, and their ends are announced. */
const FOLLOWED_RUNS = 4;

/** The runs of the draft, newest first: a radio group with the arrow keys of one. It scrolls by itself (decision 111). */
export function Filmstrip({ runs, selected, openedAt, onSelect, className }: FilmstripProps) {
  const { surface, editor } = useSession();
  useLive(surface);
  const list = useRef<HTMLDivElement>(null);
  const selectedId = selected?.id;
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
    <section
      aria-label={t('Started from this draft')}
      className={classNames('flex shrink-0 border-t border-line bg-panel', className)}
    >
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its tiles takes the focus */}
      <div
        ref={list}
        role="radiogroup"
        aria-label={t('Runs, newest first')}
        onKeyDown={onKeyDown}
        // Positioned, so that texts for screen readers are clipped with it and do not widen the page.
        className="relative flex min-w-0 flex-1 gap-3 overflow-x-auto overscroll-x-contain px-4 py-3 [scrollbar-width:thin] md:px-5"
      >
        {runs.map((run, index) => (
          <RunTile
            key={run.id}
            run={run}
            earlier={runs[index + 1] ?? null}
            isSelected={run.id === selectedId}
            isFollowed={index < FOLLOWED_RUNS}
            isOfPage={run.createdAt >= openedAt}
            onSelect={() => onSelect(run)}
          />
        ))}
      </div>
      <Button
        size="icon-sm"
        tone="ghost"
        className="m-2 ml-0"
        aria-label={t('Clear this list')}
        title={t('Clear')}
        onClick={() => editor.editDraft((draft) => ({ ...draft, runsClearedAt: Date.now() }))}
      >
        <X aria-hidden />
      </Button>
    </section>
  );
}

/** Distance of the selected tile from the edge. */
const EDGE_PX = 16;
