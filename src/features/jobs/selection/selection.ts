/** Selected rows of the list. Ids that the list no longer shows are ignored: see `chosenIn`. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Start of a range: the row that was last selected individually. */
  anchor: string | null;
}

export const NOTHING_CHOSEN: Selection = { ids: new Set(), anchor: null };
