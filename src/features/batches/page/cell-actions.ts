/** Actions on one cell, for its menu and the keys. */
export interface CellActions {
  open: (cell: number) => void;
  openJob: (cell: number) => void;
  star: (cell: number) => void;
  compare: (cell: number) => void;
  /** Opens the dialog to use its output as an input. */
  openAsInput: (cell: number) => void;
  /** Selects a cell, or removes it from the selection; with `isRange`, selects all up to it. */
  select: (cell: number, isRange: boolean) => void;
  /** Retries the cell, or asks about a new batch if it has succeeded or is among several selected ones. */
  runAgain: (cell: number) => void;
  /** Cancels its job. */
  cancel: (cell: number) => void;
  /** Opens a draft with the workflow of the cell. */
  edit: (cell: number) => void;
}
