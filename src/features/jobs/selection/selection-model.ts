import type { Selection } from './selection';
import { setSelection, useSelection } from './selection-store';

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Adds everything from the anchor to a row. Without an anchor, adds the row. */
export function extendedTo({ ids, anchor }: Selection, id: string, order: readonly string[]): Selection {
  const to = order.indexOf(id);
  const from = anchor === null ? -1 : order.indexOf(anchor);
  if (to < 0) return { ids, anchor };
  if (from < 0) return { ids: new Set([...ids, id]), anchor: id };
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...ids, ...range]), anchor };
}

export function allOf(order: readonly string[]): Selection {
  return { ids: new Set(order), anchor: null };
}

/** Returns the selected rows in the list, in list order: actions never affect rows that are out of sight. */
export function selectedRows<Row>(rows: readonly Row[], idOf: (row: Row) => string, { ids }: Selection): Row[] {
  return ids.size === 0 ? [] : rows.filter((row) => ids.has(idOf(row)));
}

/** Toggles a row; with `isRange`, selects everything up to it in `order`. */
export function chooseRow(id: string, isRange: boolean, order: readonly string[]): void {
  const { selection } = useSelection.getState();
  setSelection(isRange ? extendedTo(selection, id, order) : toggled(selection, id));
}
