/** Which rows of the list are chosen. Ids that the list no longer shows count for nothing: see `chosenIn`. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Where a range starts: the row that was last chosen by itself. */
  anchor: string | null;
}

export const NOTHING_CHOSEN: Selection = { ids: new Set(), anchor: null };
