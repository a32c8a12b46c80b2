import type { TypedTexts } from '@/shared/fields/typed-text';
import type { Body } from '../../schema/body';
import type { FormError } from '../../schema/form-error';
import type { Validation } from '../../schema/validation/form-validator';
import type { Attachment } from '../media/attachment';

/** Errors by path key. */
export type ErrorTable = Readonly<Record<string, readonly FormError[]>>;

/** Form state in addition to the schema. Paths are keys created by `pathKey`. */
export interface FormState {
  body: Body;
  /** Text of the JSON view while it is invalid; `null` while text and fields match. */
  unread: UnreadText | null;
  /** Control text that differs from the value. The body keeps the last valid value. */
  typed: TypedTexts;
  /** Selected branch if the value does not determine it. */
  branches: Readonly<Record<string, number>>;
  /** Fields that the user has chosen to edit as JSON. */
  asJson: Readonly<Record<string, boolean>>;
  /** Collapsed or expanded state, where the user has changed it. */
  folds: Readonly<Record<string, boolean>>;
  /** Fields that have lost focus; their errors are shown from then on. */
  left: Readonly<Record<string, boolean>>;
  /** Whether Run was pressed; all errors are shown from then on. */
  isAttempted: boolean;
  /** Extent of the validation in the browser; the service validates everything. */
  extent: Validation['extent'];
  schemaErrors: ErrorTable;
  receivedErrors: ErrorTable;
  /** Details of attached files, by the value that represents them. */
  attachments: ReadonlyMap<string, Attachment>;
}

export interface UnreadText {
  text: string;
  message: string;
  offset: number;
}
