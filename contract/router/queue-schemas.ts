import { z } from 'zod/mini';
import { FieldError } from './validation-error';

/**
 * Resources of queued delivery, read leniently. Source: the public router description, "Queue response shapes". Strict schemas of
 * the gateway's responses are in `written-schemas.ts`.
 */

/** Complete set: a failed or canceled request is `COMPLETED` with an `error_type`. */
export const REQUEST_STATUSES = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'] as const;
export type RequestState = (typeof REQUEST_STATUSES)[number];

export const CANCELLATIONS = ['CANCELLATION_REQUESTED', 'ALREADY_COMPLETED'] as const;

/** Results can be fetched for this long after their request completed. */
export const RESULT_LIFETIME_MS = 24 * 3600 * 1000;

const URLS = {
  status_url: z.string(),
  response_url: z.string(),
  cancel_url: z.string(),
};

/** Response to a submit. The request id is in the body, not in the response header. */
export const RequestHandle = z.looseObject({
  request_id: z.string(),
  status: z.string(),
  /** Number of the client's requests ahead of it. */
  queue_position: z.optional(z.nullable(z.number())),
  ...URLS,
});
export type RequestHandle = z.infer<typeof RequestHandle>;

export const RequestStatus = z.looseObject({
  ...RequestHandle.shape,
  /** Set on completed requests without a result. */
  error_type: z.optional(z.nullable(z.string())),
  /** The `detail` of the error body of such a request: a text, or one entry per invalid field. */
  detail: z.optional(z.union([z.string(), z.array(FieldError)])),
});
export type RequestStatus = z.infer<typeof RequestStatus>;

export const RequestCancellation = z.looseObject({ request_id: z.optional(z.string()), status: z.string() });
export type RequestCancellation = z.infer<typeof RequestCancellation>;
