import { z } from 'zod/mini';
import { ALL_BUCKETS } from './errors';
import { isModelSegment, isProviderSegment, readModelId } from './model-id';
import { CANCELLATIONS, REQUEST_STATUSES, RequestCancellation, RequestHandle, RequestStatus } from './queue-schemas';
import {
  MAX_CURSOR_LENGTH,
  MAX_PAGE_LIMIT,
  MAX_SCHEMA_URL_LENGTH,
  ModelDetail,
  ModelPage,
  POLICY_CHARGES,
} from './schemas';
import { FieldError } from './validation-error';
import { ownKeys } from '../typed-objects';

/** Strict schemas of the gateway's own responses. */

/** Opaque: created by the server and passed back unchanged. */
export const Cursor = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_CURSOR_LENGTH), z.regex(/^[A-Za-z0-9._~+/=-]+$/));

const WrittenBilling = z.strictObject({ charges_on_policy_rejection: z.enum(POLICY_CHARGES) });

const WrittenEntryShape = {
  id: z.string().check(z.refine((id) => readModelId(id) !== null)),
  provider: z.string().check(z.refine(isProviderSegment)),
  model: z.string().check(z.refine(isModelSegment)),
  billing: WrittenBilling,
};

export const WrittenModelEntry = z.strictObject(WrittenEntryShape);

export const WrittenModelDetail = z.strictObject({
  ...WrittenEntryShape,
  input_schema_url: z.optional(z.url().check(z.maxLength(MAX_SCHEMA_URL_LENGTH))),
});

export const WrittenModelPage = z.strictObject({
  data: z.array(WrittenModelEntry),
  has_more: z.boolean(),
  next_cursor: z.optional(Cursor),
  limit: z.int().check(z.minimum(1), z.maximum(MAX_PAGE_LIMIT)),
});

/** The operation table lists the buckets that each operation may return. */
const BucketName = z.enum(ownKeys(ALL_BUCKETS));

export const WrittenRouterError = z.strictObject({
  detail: z.string().check(z.minLength(1)),
  error_type: BucketName,
  upstream_detail: z.optional(z.string()),
  refusal_subject: z.optional(z.string()),
});

export const WrittenValidationError = z.strictObject({
  detail: z.array(FieldError).check(z.minLength(1)),
});

const WrittenHandleShape = {
  request_id: z.uuid(),
  queue_position: z.optional(z.int().check(z.minimum(0))),
  status_url: z.url(),
  response_url: z.url(),
  cancel_url: z.url(),
};

export const WrittenRequestHandle = z.strictObject({ ...WrittenHandleShape, status: z.literal('IN_QUEUE') });

export const WrittenRequestStatus = z.strictObject({
  ...WrittenHandleShape,
  status: z.enum(REQUEST_STATUSES),
  error_type: z.optional(BucketName),
  detail: z.optional(z.union([WrittenRouterError.shape.detail, WrittenValidationError.shape.detail])),
});

export const WrittenRequestCancellation = z.strictObject({ request_id: z.uuid(), status: z.enum(CANCELLATIONS) });

const WRITTEN = new Map<unknown, z.ZodMiniType>([
  [RequestHandle, WrittenRequestHandle],
  [RequestStatus, WrittenRequestStatus],
  [RequestCancellation, WrittenRequestCancellation],
  [ModelPage, WrittenModelPage],
  [ModelDetail, WrittenModelDetail],
]);

/** Returns the strict variant of a lenient schema; the same one if there is no variant. */
export function writtenSchema(read: z.ZodMiniType | undefined): z.ZodMiniType | undefined {
  return WRITTEN.get(read) ?? read;
}
