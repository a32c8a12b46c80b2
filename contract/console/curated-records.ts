import { z } from 'zod/mini';

/**
 * What a user curates, such as a star, a template or a saved view, as a Flowdeck gateway keeps it for all browsers of the user: a
 * record with a kind and an id, whose fields each have the time of their last change. The later change of a field wins, wherever it
 * was made (decisions 113, 120). The gateway does not interpret kinds and fields.
 */

/** Of one request. */
export const MAX_CHANGED_RECORDS = 500;
/** Of the fields of a record, in UTF-16 units. */
export const MAX_RECORD_LENGTH = 1024 ** 2;
/** Of the bodies of one request, and about that of one response. A single record always fits. */
export const MAX_PAGE_LENGTH = 4 * 1024 ** 2;
/** Of all records of a user. */
export const MAX_RECORDS_LENGTH = 256 * 1024 ** 2;
/** Ids of imported jobs have no other bound. */
const MAX_ID = 2000;
const MAX_FIELD_NAME = 60;
/** Removed tags stay in the record of a job. */
const MAX_FIELDS = 1100;

/** Milliseconds since the epoch; 1 for values from before a gateway kept them. */
const at = z.int().check(z.minimum(1));

/** Texts of a kind may be JSON: the gateway merges a field as a whole. `null` means none. */
const FieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type FieldValue = z.infer<typeof FieldValue>;

const StampedField = z.strictObject({ value: FieldValue, at });
export type StampedField = z.infer<typeof StampedField>;

export const RecordState = z.strictObject({
  fields: z.record(z.string().check(z.minLength(1), z.maxLength(MAX_FIELD_NAME)), StampedField),
  /** Time of the last deletion. The record is deleted unless a field was changed later. */
  deleted_at: z.optional(at),
});
export type RecordState = z.infer<typeof RecordState>;

export const CuratedRecord = z.extend(RecordState, {
  kind: z.string().check(z.regex(/^[a-z_]{1,30}$/)),
  id: z.string().check(z.minLength(1), z.maxLength(MAX_ID)),
});
export type CuratedRecord = z.infer<typeof CuratedRecord>;

/** Body of `changeRecords`. */
export const RecordChanges = z.strictObject({
  /** `version` of the response that the changes are based on. */
  since: z.int().check(z.minimum(0)),
  records: z.array(CuratedRecord).check(
    z.minLength(1),
    z.maxLength(MAX_CHANGED_RECORDS),
    z.refine(
      (records) => records.every(({ fields }) => Object.keys(fields).length <= MAX_FIELDS),
      `At most ${MAX_FIELDS} fields`,
    ),
  ),
});

const page = {
  /** Identifies the records of this gateway: those of another data folder have another one. */
  store: z.string(),
  /** Number of the last change; later ones are listed with `since`. */
  version: z.number(),
  records: z.array(CuratedRecord),
};

export const CuratedRecords = z.looseObject({
  ...page,
  /** Whether `since: version` lists more. */
  more: z.boolean(),
});
export type CuratedRecords = z.infer<typeof CuratedRecords>;

export const REJECTION_REASONS = ['record_too_large', 'storage_full'] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

export const ChangedRecords = z.looseObject({
  ...page,
  /** False if there are changes after `since`: nothing was changed, and the client has to read them first. */
  is_current: z.boolean(),
  /** Records that were not changed because they exceed a limit. The others were. */
  rejected: z.array(z.object({ kind: z.string(), id: z.string(), reason: z.enum(REJECTION_REASONS) })),
});
export type ChangedRecords = z.infer<typeof ChangedRecords>;
