import type { HeldFile } from './input-request';
import type { FileAt } from './file-at';

/** A text file that describes the others. */
export interface ZipAddition {
  name: string;
  /** @param stored name of each file in the zip; without those that were lost */
  textOf: (stored: ReadonlyMap<HeldFile, string>) => string;
}

export interface ZipRequest {
  /** Files of one or several servers. */
  files: readonly FileAt[];
  /** Name of the zip. */
  title: string;
  /** Note about files that are not included. */
  note?: string | null;
  addition?: ZipAddition;
}
