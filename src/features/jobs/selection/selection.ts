/** Selected rows of the list. Ids that the list no longer shows are ignored: see `selectedRows`. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Start of a range: the row that was last selected individually. */
  anchor: string | null;
}

export const EMPTY_SELECTION: Selection = { ids: new Set(), anchor: null };
