/** Selected rows of a list. Ids that the list no longer shows are ignored: see `selectedRows`. */
export interface Selection<Id> {
  ids: ReadonlySet<Id>;
  /** Start of a range: the row that was last selected individually. */
  anchor: Id | null;
}

export function toggled<Id>({ ids }: Selection<Id>, id: Id): Selection<Id> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Adds everything from the anchor to a row. Without an anchor, adds the row. */
export function extendedTo<Id>({ ids, anchor }: Selection<Id>, id: Id, order: readonly Id[]): Selection<Id> {
  const to = order.indexOf(id);
  const from = anchor === null ? -1 : order.indexOf(anchor);
  if (to < 0) return { ids, anchor };
  if (from < 0) return { ids: new Set([...ids, id]), anchor: id };
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...ids, ...range]), anchor };
}

/** Toggles a row; with `isRange`, selects everything up to it in `order`. */
export function chosen<Id>(selection: Selection<Id>, id: Id, isRange: boolean, order: readonly Id[]): Selection<Id> {
  return isRange ? extendedTo(selection, id, order) : toggled(selection, id);
}

export function allOf<Id>(order: readonly Id[]): Selection<Id> {
  return { ids: new Set(order), anchor: null };
}

/** Returns the selected rows in the list, in list order: actions never affect rows that are out of sight. */
export function selectedRows<Row, Id>(rows: readonly Row[], idOf: (row: Row) => Id, { ids }: Selection<Id>): Row[] {
  return ids.size === 0 ? [] : rows.filter((row) => ids.has(idOf(row)));
}
