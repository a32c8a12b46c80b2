import { isKeyOf } from '../typed-objects';
/**
 * Error buckets of the Model Router, section 7. The set of fifteen is closed. Queued delivery, which is newer than that
 * description, adds four (public router description, `x-comfy-error-types`); only its operations return them.
 */
export interface BucketDetails {
  /** Possible statuses. The first is the default if the operation does not define another. */
  statuses: readonly [number, ...number[]];
}

const buckets = {
  invalid_input: { statuses: [400, 409, 413, 422] },
  content_policy_violation: { statuses: [400] },
  provider_error: { statuses: [502] },
  provider_timeout: { statuses: [504] },
  insufficient_credits: { statuses: [402] },
  model_not_found: { statuses: [404] },
  unauthorized: { statuses: [401] },
  forbidden: { statuses: [403] },
  concurrency_limit_exceeded: { statuses: [429, 409] },
  /** Appears in logs only: the client has disconnected. */
  client_disconnected: { statuses: [499] },
  internal_error: { statuses: [500] },
  deadline_exceeded: { statuses: [504] },
  not_enabled: { statuses: [403] },
  service_unavailable: { statuses: [503] },
  rate_limited: { statuses: [429] },
} as const satisfies Record<string, BucketDetails>;

export type ErrorBucket = keyof typeof buckets;
export const ERROR_BUCKETS: Readonly<Record<ErrorBucket, BucketDetails>> = buckets;

const queueBuckets = {
  /** The client canceled the request before it had a result. */
  cancelled: { statuses: [409] },
  /** The request waited too long in the queue and never started. */
  queue_timeout: { statuses: [504] },
  /** 410: the result has expired. */
  request_not_found: { statuses: [404, 410] },
  queue_backlog_full: { statuses: [429] },
} as const satisfies Record<string, BucketDetails>;

export type QueueBucket = keyof typeof queueBuckets;
export type ReadBucket = ErrorBucket | QueueBucket;

/** All buckets, including those of queued delivery. */
export const ALL_BUCKETS: Readonly<Record<ReadBucket, BucketDetails>> = { ...buckets, ...queueBuckets };

/** Maps unknown buckets to `internal_error`; the UI shows the raw value beside it. */
export function knownBucket(text: string): ReadBucket {
  return isKeyOf(ALL_BUCKETS, text) ? text : 'internal_error';
}

/** Buckets for error responses without one, which come from intermediaries such as proxies: only the status is known. */
const BY_STATUS: Readonly<Record<number, ErrorBucket>> = {
  400: 'invalid_input',
  401: 'unauthorized',
  402: 'insufficient_credits',
  403: 'forbidden',
  404: 'model_not_found',
  409: 'invalid_input',
  413: 'invalid_input',
  422: 'invalid_input',
  429: 'rate_limited',
  503: 'service_unavailable',
};

/**
 * Returns the bucket of an error response.
 * @param text value of the header, else of `error_type`; `null` if the response has neither.
 */
export function bucketOf(status: number, text: string | null): ReadBucket {
  return text === null || text === '' ? (BY_STATUS[status] ?? 'internal_error') : knownBucket(text);
}
