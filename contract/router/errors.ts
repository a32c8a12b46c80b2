/**
 * Error buckets of the Model Router, section 7. The set is closed at fifteen. Queued delivery, which is newer than
 * that description, adds four (public router description, `x-comfy-error-types`); only its operations return them.
 */
export interface BucketFacts {
  /** Statuses under which it comes. The first is the one that it has where the operation says nothing else. */
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
  /** In the log only: whoever would read it has gone. */
  client_disconnected: { statuses: [499] },
  internal_error: { statuses: [500] },
  deadline_exceeded: { statuses: [504] },
  not_enabled: { statuses: [403] },
  service_unavailable: { statuses: [503] },
  rate_limited: { statuses: [429] },
} as const satisfies Record<string, BucketFacts>;

export type ErrorBucket = keyof typeof buckets;
export const ERROR_BUCKETS: Readonly<Record<ErrorBucket, BucketFacts>> = buckets;

const queueBuckets = {
  /** The caller canceled the request before it had a result. */
  cancelled: { statuses: [409] },
  /** The request waited too long and never started. */
  queue_timeout: { statuses: [504] },
  /** 410: its result has expired. */
  request_not_found: { statuses: [404, 410] },
  queue_backlog_full: { statuses: [429] },
} as const satisfies Record<string, BucketFacts>;

export type QueueBucket = keyof typeof queueBuckets;
export type ReadBucket = ErrorBucket | QueueBucket;

/** Those of queued delivery included. */
export const ALL_BUCKETS: Readonly<Record<ReadBucket, BucketFacts>> = { ...buckets, ...queueBuckets };

const KNOWN: Readonly<Record<string, BucketFacts>> = ALL_BUCKETS;

/** A bucket that is not known here is handled as `internal_error`; show people the raw word beside it. */
export function knownBucket(text: string): ReadBucket {
  return Object.hasOwn(KNOWN, text) ? (text as ReadBucket) : 'internal_error';
}

/** Refusals without any bucket come from what stands in between, such as a proxy: the status is all that is known. */
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

/** @param text of the header, else of `error_type`; null where the answer has neither. */
export function bucketOf(status: number, text: string | null): ReadBucket {
  return text === null || text === '' ? (BY_STATUS[status] ?? 'internal_error') : knownBucket(text);
}
