/**
 * HTTP errors of the Job API: section 7 of the document, and below the divider those that are not in it (docs/api-notes.md,
 * Errors of the Job API). Execution failures are not HTTP errors; they are in `job.error`.
 */
export interface ErrorCodeDetails {
  status: number;
  /** Other statuses that may have this code. */
  alsoStatus?: readonly number[];
  /** Responses have `Retry-After` in integer seconds, after which the same request may be sent again. */
  retryAfter: boolean;
}

const codes = {
  invalid_workflow: { status: 422, retryAfter: false },
  workflow_format_ui: { status: 422, retryAfter: false },
  missing_asset: { status: 422, retryAfter: false },
  idempotency_key_reuse: { status: 422, retryAfter: false },
  deployment_stopped: { status: 422, retryAfter: false },
  hash_mismatch: { status: 409, retryAfter: false },
  blob_not_found: { status: 404, retryAfter: false },
  not_found: { status: 404, retryAfter: false },
  unauthorized: { status: 401, retryAfter: false },
  forbidden: { status: 403, retryAfter: false },
  insufficient_credits: { status: 402, retryAfter: false },
  queue_full: { status: 429, retryAfter: true },
  deployment_not_ready: { status: 429, retryAfter: true },
  upstream_error: { status: 500, retryAfter: false },

  metadata_invalid: { status: 422, retryAfter: false },
  invalid_metadata_filter: { status: 400, retryAfter: false },
  invalid_cursor: { status: 400, retryAfter: false },
  asset_in_use: { status: 409, retryAfter: false },
  invalid_request: { status: 400, alsoStatus: [422], retryAfter: false },
  payload_too_large: { status: 413, retryAfter: false },
  range_not_satisfiable: { status: 416, retryAfter: false },
  rate_limited: { status: 429, retryAfter: true },
  too_many_streams: { status: 429, retryAfter: true },
  not_implemented: { status: 501, retryAfter: false },
} as const satisfies Record<string, ErrorCodeDetails>;

export type ErrorCode = keyof typeof codes;
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorCodeDetails>> = codes;
