import { t } from '@/lib/i18n/messages';
import type { DragHandle } from './use-row-drag';

/** Grip of a row, for the pointer: by keyboard, Alt with an arrow key does the same. */
export function RowHandle({ handle }: { handle: DragHandle }) {
  return (
    <span
      {...handle}
      aria-hidden
      title={t('Drag to move')}
      className="-ml-2 flex h-8 w-6 shrink-0 cursor-grab touch-none items-center justify-center rounded text-faint hover:bg-hover active:cursor-grabbing"
    >
      <svg viewBox="0 0 24 24" className="size-4 fill-current">
        {DOTS.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="1.6" />
        ))}
      </svg>
    </span>
  );
}

const DOTS = [
  [9, 6],
  [15, 6],
  [9, 12],
  [15, 12],
  [9, 18],
  [15, 18],
] as const;
