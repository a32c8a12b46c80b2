import type { WildcardLists } from '@/domains/wildcards/wildcards';
import type { SweepForm } from '@/domains/drafts/sweep-form';
import type { WithJsonText } from './json-text';

/** A node, or one of its inputs. */
export interface FieldTarget {
  nodeId: string;
  /** `null`: the whole node. */
  fieldKey: string | null;
}

/** What opened the sweep of a draft. */
export interface SweepRequest {
  /** The input to sweep, by field key; `null` for none in particular. */
  fieldKey: string | null;
  /** The input was only focused: it starts the first axis, and adds none to a plan that has some. */
  isHint: boolean;
  /** The batch whose axes replace the plan. */
  batchId?: string;
}

/** What the plan was filled with. */
export interface ReopenedBatch {
  title: string;
  /** Inputs of the draft that the batch does not sweep have other values now. */
  isDraftChanged: boolean;
  /** The plan before; `null` if there was none. */
  previous: SweepForm | null;
}

/** The open dialog of a sweep. */
export interface OpenSweep {
  request: SweepRequest;
  /** The dialog, whose code loads when it opens, has added the requested axis. */
  isApplied: boolean;
  /** The batch that the plan was filled with, or `missing` if this browser no longer has it; `null` without one. */
  reopened: ReopenedBatch | 'missing' | null;
}

export interface SessionState extends WithJsonText {
  saving: 'saved' | 'unsaved' | 'failed';
  /** The draft was deleted in another tab: nothing is saved until the user decides to keep it. */
  isDeleted: boolean;
  /** Run was pressed during an upload: the run starts when the file is uploaded. */
  isRunQueued: boolean;
  focusedNode: string | null;
  focusedField: string | null;
  /** Number of runs that one click starts. Of this draft only: another draft must not cost more than one run unnoticed. */
  runCount: number;
  /** The template is shown with its names, groups and order to edit. */
  isTemplateEdited: boolean;
  /** To focus once all inputs are shown, since the template does not have it. */
  target: FieldTarget | null;
  /** Run was pressed while values were missing: they are shown as errors from then on. */
  isAttempted: boolean;
  /** Id of the run whose rejection is shown at fields and nodes. */
  placedRejection: string | null;
  /** The deployment has another workflow: nothing runs until the user has accepted it, or before its own is read. */
  foreign: 'unread' | 'no' | 'yes' | 'accepted';
  /** The wildcard lists of the user; `null` until they are read. */
  wildcards: WildcardLists | null;
  /** `null` while the dialog is closed. */
  sweep: OpenSweep | null;
}
