import type { FieldValue, RecordState, RejectionReason } from '@contract/console/curated-records';

/** What a user curates, such as a star or a template, by the names of its fields. Absent fields have no value. */
export type Fields = Readonly<Record<string, FieldValue>>;

export type CuratedKindName =
  | 'annotation'
  | 'batch'
  | 'batch_cells'
  | 'batch_plan'
  | 'draft'
  | 'file'
  | 'template'
  | 'snippet'
  | 'view'
  | 'wildcard';

/** A record of this browser, which a gateway may keep, too. Annotations have a separate store: `marks`. */
export interface CuratedEntry {
  /** Gateway that keeps it: the one of its job, or that of this page. */
  surfaceId: string;
  kind: CuratedKindName;
  id: string;
  fields: Fields;
}

/** Changes of a record that the gateway has not confirmed. */
export interface UnsentChange {
  surfaceId: string;
  kind: CuratedKindName;
  id: string;
  change: RecordState;
  /**
   * States of the record that the gateway may have by what this browser knows: what it had before the first of these changes, what
   * was sent, and what was deleted. Any other value is of another browser. Absent for annotations, whose values are short.
   */
  known?: readonly Fields[];
  /** Why the gateway does not accept it. */
  rejected?: RejectionReason;
}

/** What this browser has read of the records that a gateway keeps. */
export interface CuratedSync {
  surfaceId: string;
  /** Identifies the records of the gateway. */
  store: string;
  version: number;
  /** Latest time of a known change: each new one is later, even if the clock of this computer is behind. */
  clock: number;
  /** Those whose records of this browser were sent. Later versions of Flowdeck have more. */
  kinds: readonly CuratedKindName[];
}
