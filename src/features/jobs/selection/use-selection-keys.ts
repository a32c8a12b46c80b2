import { useEffect } from 'react';
import { useCommands } from '@/shared/commands/use-commands';
import { focusedRow } from '@/shared/page/use-row-navigation';
import { rowBeside } from '@/lib/keyboard/row-beside';
import { allOf, chosen, extendedTo } from '@/lib/selection';
import { EMPTY_SELECTION, setSelection, useSelection } from './selection-store';

export interface SelectableRows {
  /** Ids of the rows in their order. */
  shownOf: () => readonly string[];
  /** Ids of the jobs that a row stands for. */
  jobsOf: (rowId: string) => readonly string[];
  /** Ids of all jobs in the order of the rows. */
  orderOf: () => readonly string[];
  /** Number of rows beside each other. */
  columns: number;
}

/**
 * Selects rows with shortcuts: the focused one, a range, the rows that the focus moves over, or all of them; and clears
 * the selection.
 */
export function useSelectionKeys({ shownOf, jobsOf, orderOf, columns }: SelectableRows): void {
  const chooseFocused = (isRange: boolean) => {
    const focused = focusedRow();
    if (focused === null) return false;
    chooseRow(jobsOf(focused), isRange, orderOf());
    return true;
  };
  /** The row shortcuts move the focus on the same key press; here, the range follows it. */
  const extend = (step: 1 | -1) => (key: string) => {
    const shown = shownOf();
    const focused = focusedRow();
    const next =
      focused === null ? undefined : shown[rowBeside(shown.indexOf(focused), step, key, shown.length, columns)];
    const end = next === undefined ? undefined : jobsOf(next).at(step === 1 ? -1 : 0);
    if (focused !== null && end !== undefined) {
      const { selection } = useSelection.getState();
      const own = jobsOf(focused);
      const anchor = own.at(step === 1 ? 0 : -1) ?? null;
      const start = selection.anchor === null ? { ids: new Set(own), anchor } : selection;
      setSelection(extendedTo(start, end, orderOf()));
    }
    return false;
  };
  useCommands(
    {
      'select-all': () => setSelection(allOf(orderOf())),
      'clear-selection': () => {
        if (useSelection.getState().selection.ids.size === 0) return false;
        setSelection(EMPTY_SELECTION);
        return true;
      },
      select: () => chooseFocused(false),
      'select-range': () => chooseFocused(true),
      'extend-next': extend(1),
      'extend-previous': extend(-1),
    },
    // Before the row shortcuts move the focus.
    { isFirst: true },
  );
  // After the list is left, the selected rows are out of sight.
  useEffect(() => () => setSelection(EMPTY_SELECTION), []);
}

/** Toggles the jobs of a row; with `isRange`, selects everything up to them in `order`. */
export function chooseRow(jobs: readonly string[], isRange: boolean, order: readonly string[]): void {
  const { selection } = useSelection.getState();
  const last = jobs.at(-1);
  if (last === undefined) return;
  if (isRange || jobs.length === 1) setSelection(chosen(selection, last, isRange, order));
  else if (jobs.every((id) => selection.ids.has(id))) {
    setSelection({ ids: new Set([...selection.ids].filter((id) => !jobs.includes(id))), anchor: last });
  } else setSelection({ ids: new Set([...selection.ids, ...jobs]), anchor: last });
}
