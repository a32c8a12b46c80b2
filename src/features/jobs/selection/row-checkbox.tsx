import { Check, Minus } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { useSelection } from './selection-store';
import { chooseRow } from './use-selection-keys';

interface RowCheckboxProps {
  ids: readonly string[];
  /** Title of the row. */
  name: string;
  /** Returns the ids of all rows; called when the user selects a range. */
  orderOf: () => readonly string[];
  /** Whether it is in the corner of a tile, rather than in a column. */
  isTile?: boolean;
}

/** Checkbox of a row in a dedicated column, or of a tile: always visible, and wide enough for touch on a phone. */
export function RowCheckbox({ ids, name, orderOf, isTile = false }: RowCheckboxProps) {
  const isChosen = useSelection(({ selection }) => ids.every((id) => selection.ids.has(id)));
  const isPartly = useSelection(({ selection }) => !isChosen && ids.some((id) => selection.ids.has(id)));
  return (
    <span
      className={classNames(
        'absolute top-0 left-0 z-1 flex items-center justify-center',
        isTile ? 'size-11 md:size-9' : 'h-full w-12 md:w-11',
      )}
    >
      <input
        type="checkbox"
        aria-label={t('Select {name}', { name })}
        className="peer absolute inset-0 cursor-pointer opacity-0"
        checked={isChosen}
        ref={(input) => {
          if (input) input.indeterminate = isPartly;
        }}
        // Selecting a range of rows must not select text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={(event) => chooseRow(ids, (event.nativeEvent as MouseEvent).shiftKey, orderOf())}
      />
      <span
        aria-hidden
        className="flex size-4.5 items-center justify-center rounded border border-control bg-panel text-accent-text peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-1 peer-focus-visible:outline-accent md:size-4"
      >
        {isChosen ? (
          <Check className="size-3 stroke-[3.5]" />
        ) : isPartly ? (
          <Minus className="size-3 text-text" />
        ) : null}
      </span>
    </span>
  );
}
