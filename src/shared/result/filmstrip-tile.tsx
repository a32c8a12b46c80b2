import { Star } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatPercent } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import type { dragSource } from '@/shared/drop/drag-source';
import { SurfaceColorMark } from '@/shared/servers/surface-color';
import { changesText, type RunChange } from './run-change';

/** How the state of a run looks: `done` shows what it changed instead. */
export type TileState = 'done' | 'active' | 'open' | 'failed' | 'ended';

interface FilmstripTileProps {
  ref?: Ref<HTMLDivElement>;
  id: string;
  number: number;
  state: TileState;
  /** The state in one word. */
  word: string;
  /** What it changed since the run before it; `null` if that is unknown. */
  changes: readonly RunChange[] | null;
  /** Of a running one, if it is known: 0 to 1. */
  progress?: number | null | undefined;
  isStarred: boolean;
  /** Its server, if that is another one. */
  server?: Surface | null;
  drag?: ReturnType<typeof dragSource> | null;
  isSelected: boolean;
  onSelect: () => void;
  /** Its picture, or an icon. */
  children: ReactNode;
}

/** One run in the filmstrip: its picture, what it changed, and its state unless it succeeded. */
export function FilmstripTile(props: FilmstripTileProps) {
  const { ref, id, number, state, word, changes, progress, isStarred, server, drag, isSelected, onSelect } = props;
  const name = t('Run {number}', { number });
  const label = [name, server?.name, word, changes && changesText(changes), isStarred && t('starred')]
    .filter(Boolean)
    .join(', ');
  const stateText = typeof progress === 'number' ? `${word} ${formatPercent(progress)}` : word;
  const isDone = state === 'done';
  return (
    <div ref={ref} className="relative shrink-0">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture, with roving focus */}
      <button
        {...drag}
        type="button"
        role="radio"
        aria-checked={isSelected}
        aria-label={label}
        title={label}
        tabIndex={isSelected ? 0 : -1}
        data-run={id}
        onClick={onSelect}
        className="block w-14 rounded-md text-left sm:w-24"
      >
        <span
          className={classNames(
            'relative flex h-14 items-center justify-center overflow-hidden rounded-md sm:h-16 [&_svg]:size-5',
            FRAMES[state],
            isSelected && 'outline-2 outline-offset-2 outline-accent',
          )}
        >
          {props.children}
          {server ? <SurfaceColorMark color={server.color} className="absolute inset-y-0 left-0 rounded-none" /> : null}
          {isStarred ? (
            <span className="absolute top-1 right-1 flex rounded bg-panel p-0.5 text-warn [&_svg]:size-3!">
              <Star aria-hidden className="fill-current" />
            </span>
          ) : null}
          {typeof progress === 'number' ? <TileProgress value={progress} /> : null}
        </span>
        <span className="mt-1.5 flex min-w-0 gap-1 text-xs max-sm:hidden">
          <span className={classNames('shrink-0', isSelected && 'font-semibold')}>{name}</span>
          {server ? <span className="truncate text-muted">{server.name}</span> : null}
        </span>
        <span className={classNames('flex gap-1 text-xs max-sm:hidden', TEXTS[state])}>
          <span className="truncate">
            {(isDone ? changes && changesText(changes.slice(0, 1)) : stateText) ?? NO_BREAK_SPACE}
          </span>
          {isDone && changes && changes.length > 1 ? <span>+{changes.length - 1}</span> : null}
        </span>
      </button>
    </div>
  );
}

const PLAIN = 'bg-hover text-faint';
const FRAMES: Readonly<Record<TileState, string>> = {
  done: PLAIN,
  active: PLAIN,
  open: 'border border-dashed border-warn text-warn',
  failed: 'border border-bad/60 bg-bad-soft text-bad',
  ended: PLAIN,
};
const TEXTS: Readonly<Record<TileState, string>> = {
  done: 'text-muted',
  active: 'text-accent',
  open: 'text-warn',
  failed: 'text-bad',
  ended: 'text-muted',
};

/** Keeps the height of a line without text. */
const NO_BREAK_SPACE = '\u00A0';

/** Decorative: the text below says the same. */
function TileProgress({ value }: { value: number }) {
  return (
    <span aria-hidden className="absolute inset-x-1.5 bottom-1.5 h-1 overflow-hidden rounded-full bg-panel">
      <span
        className="block h-full origin-left bg-accent transition-transform duration-300"
        style={{ transform: `scaleX(${value})` }}
      />
    </span>
  );
}
