import type { Body } from '../schema/body';
import type { FormFault } from '../schema/form-error';
import type { Validation } from '../schema/validation/form-validator';
import type { Attachment } from './attachment';

/** Faults by the key of their path. */
export type ErrorTable = Readonly<Record<string, readonly FormFault[]>>;

/** What a form knows beside its schema. Paths are keys made by `pathKey`. */
export interface FormState {
  body: Body;
  /** The text of the JSON view while it cannot be read; null while text and fields say the same. */
  unread: UnreadText | null;
  /** Why the text of a JSON field cannot be read. The body keeps what was read last. */
  unreadFields: Readonly<Record<string, string>>;
  /** The branch that was chosen where the value alone does not tell. */
  branches: Readonly<Record<string, number>>;
  /** Fields that the person edits as JSON by choice. */
  asJson: Readonly<Record<string, boolean>>;
  /** What is folded away or not, where the person decided. */
  folds: Readonly<Record<string, boolean>>;
  /** Fields that had the focus and lost it: from then on what is wrong there is said. */
  left: Readonly<Record<string, boolean>>;
  /** Run was pressed: from then on all that is wrong is said. */
  isAttempted: boolean;
  /** How far the browser checks; the service checks all of it. */
  extent: Validation['extent'];
  schemaFaults: ErrorTable;
  serverFaults: ErrorTable;
  /** What is known of the files that were brought, by the value that stands for them. */
  attachments: ReadonlyMap<string, Attachment>;
}

export interface UnreadText {
  text: string;
  message: string;
  offset: number;
}
