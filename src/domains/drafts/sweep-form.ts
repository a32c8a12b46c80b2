import type { JsonValue } from '@contract/json/lossless';

/** The sweep of a draft as the user plans it: texts as typed, so that nothing is lost while they are incomplete. */
export interface SweepForm {
  /** `null`: named after the draft and its axes. */
  title: string | null;
  /** Jobs in flight at most. */
  limit: string;
  /** Jobs after which the batch pauses; empty: it does not. */
  cap: string;
  /** Servers beside the one of the draft. */
  otherSurfaceIds: readonly string[];
  axes: readonly SweepAxis[];
  /** Runs only some of the combinations; absent or `null`: all. */
  subset?: SubsetForm | null;
}

export interface SubsetForm {
  count: string;
  /** Whole number from which the combinations are picked. */
  seed: string;
}

interface LinkedAxis {
  id: string;
  /** Id of an earlier axis whose values advance together with those of this one; absent: every combination. */
  linkedTo?: string;
}

export type SweepAxis = InputAxis | CsvAxis | FixedAxis;

export type ValueSource = 'list' | 'range' | 'seeds' | 'choices' | 'wildcards' | 'files';

/** The values of one input. The texts of all sources stay while the user compares them. */
export interface InputAxis extends LinkedAxis {
  kind: 'input';
  /** `null` until an input is chosen. */
  fieldKey: string | null;
  source: ValueSource;
  list: string;
  range: RangeForm;
  seeds: SeedsForm;
  /** Chosen values of an enumeration, as JSON text. */
  choices: readonly string[];
  wildcards: WildcardsForm;
  files: readonly SweepFile[];
}

export interface RangeForm {
  from: string;
  to: string;
  by: 'step' | 'count';
  step: string;
  count: string;
}

export interface SeedsForm {
  by: 'random' | 'consecutive';
  count: string;
  start: string;
  /** Whole number from which random seeds are drawn, so that the preview shows the seeds that are sent. */
  source: string;
}

export interface WildcardsForm {
  text: string;
  lists: Readonly<Record<string, string>>;
  by: 'all' | 'random';
  count: string;
  seed: string;
}

export interface SweepFile {
  /** Id of its upload in `useUploads`. */
  id: string;
  name: string;
  /** `null` until the server has the file. */
  reference: JsonValue | null;
  /** Why the upload failed; `null` if it has not. */
  problem: string | null;
}

/** The values of several inputs, one set per row. */
export interface CsvAxis extends LinkedAxis {
  kind: 'csv';
  fileName: string | null;
  text: string;
  /** Key of the input of each column; `null`: the column is not used. */
  columns: readonly (string | null)[];
  /** Columns whose input is a guess that the user has not changed, by index. */
  guessed?: readonly number[];
}

/** Values of a batch that no other axis can express, such as files beside other inputs: they can only be removed. */
export interface FixedAxis extends LinkedAxis {
  kind: 'fixed';
  /** Serialized plan with one axis: it keeps every digit in the database. */
  text: string;
}

/** Returns the number of axes that set an input or have a table. */
export function plannedAxes({ axes }: SweepForm): number {
  return axes.filter((axis) => (axis.kind === 'input' ? axis.fieldKey !== null : axis.text !== '')).length;
}
