import { Check } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import { chooseRow } from './selection-model';
import { useSelection } from './selection-store';

interface RowBoxProps {
  id: string;
  /** Title of the job. */
  name: string;
  /** Ids of all rows, asked for when a range is reached for. */
  orderOf: () => readonly string[];
}

/**
 * The box of a row, over its margin; on a phone over its picture, where a thumb finds it. In sight when the pointer or the
 * focus is on the row, where there is no pointer that hovers, and always while anything is chosen.
 */
export function RowBox({ id, name, orderOf }: RowBoxProps) {
  const isChosen = useSelection(({ selection }) => selection.ids.has(id));
  const isAny = useSelection(({ selection }) => selection.ids.size > 0);
  return (
    <span
      className={classNames(
        'absolute top-0 left-0 z-1 flex h-full w-15 justify-start pt-3 pl-2 md:w-5 md:items-center md:justify-center md:p-0',
        isAny
          ? null
          : 'pointer-fine:opacity-0 pointer-fine:group-hover/row:opacity-100 pointer-fine:group-focus-within/row:opacity-100',
      )}
    >
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        className="peer absolute inset-0 cursor-pointer opacity-0"
        checked={isChosen}
        // A range of rows is no range of text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={(event) => chooseRow(id, (event.nativeEvent as MouseEvent).shiftKey, orderOf())}
      />
      <span
        aria-hidden
        className="flex size-4.5 items-center justify-center rounded border border-control bg-panel text-accent-text peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-1 peer-focus-visible:outline-accent md:size-4"
      >
        {isChosen ? <Check className="size-3 stroke-[3.5]" /> : null}
      </span>
    </span>
  );
}
