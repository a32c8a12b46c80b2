import { z } from 'zod/mini';

/**
 * Resources of queued delivery, read leniently. Source: the public router description, "Queue response shapes". What the
 * gateway writes is held to `written-schemas.ts`.
 */

/** The whole set: a request that failed or was canceled is `COMPLETED` with an `error_type`. */
export const REQUEST_STATUSES = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'] as const;
export type RequestState = (typeof REQUEST_STATUSES)[number];

export const CANCELLATIONS = ['CANCELLATION_REQUESTED', 'ALREADY_COMPLETED'] as const;

/** Results can be read for this long after their request completed. */
export const RESULT_LIFETIME_MS = 24 * 3600 * 1000;

const URLS = {
  status_url: z.string(),
  response_url: z.string(),
  cancel_url: z.string(),
};

/** Response to a submit. Its id is the one of the body, not of the response header. */
export const RequestHandle = z.looseObject({
  request_id: z.string(),
  status: z.string(),
  /** Requests of the caller that are ahead of it. */
  queue_position: z.optional(z.nullable(z.number())),
  ...URLS,
});
export type RequestHandle = z.infer<typeof RequestHandle>;

export const RequestStatus = z.looseObject({
  ...RequestHandle.shape,
  /** Of a completed request without a result. */
  error_type: z.optional(z.nullable(z.string())),
});
export type RequestStatus = z.infer<typeof RequestStatus>;

export const RequestCancellation = z.looseObject({ request_id: z.optional(z.string()), status: z.string() });
export type RequestCancellation = z.infer<typeof RequestCancellation>;
