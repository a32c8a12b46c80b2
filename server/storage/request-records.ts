import type { ReadBucket } from '@contract/router/errors';
import type { RecordedResponse } from './router-records';

/** Bytes in a record: short ones inline, longer ones in the blob store. */
export type StoredBytes = { base64: string } | { blob: string; sizeBytes: number };

export const REQUEST_PHASES = [
  'queued',
  /** It was queued when a backup was made, and its call may have run since. The first start after the restore decides. */
  'restored',
  /** A call was started for it. The outcome is in the record of its idempotency key (`requestKey`). */
  'running',
  'completed',
] as const;
export type RequestPhase = (typeof REQUEST_PHASES)[number];

/** A queued request for a model run, without its input and its result. */
export interface RequestRecord {
  /** A UUID. */
  id: string;
  owner: string;
  model: string;
  phase: RequestPhase;
  createdAt: number;
  /** For absolute URLs in the output of the model. */
  origin: string;
  completedAt: number | null;
  /** Error type of a completed request without a result; otherwise `null`. */
  errorType: ReadBucket | null;
  /** True if the response can be read: from completion until its lifetime ends. */
  hasAnswer: boolean;
}

export type NewRequest = Pick<RequestRecord, 'id' | 'owner' | 'model' | 'createdAt' | 'origin'>;

export interface RequestCompletion {
  completedAt: number;
  errorType: ReadBucket | null;
  response: RecordedResponse;
}

/** Queued delivery of the Model Router. */
export interface RequestRecords {
  /** @throws if the request already exists */
  insert(request: NewRequest, input: StoredBytes): void;
  get(id: string): RequestRecord | null;
  /** Returns `null` once the request has completed. */
  input(id: string): StoredBytes | null;
  response(id: string): RecordedResponse | null;
  setPhase(id: string, phase: Exclude<RequestPhase, 'completed'>): void;
  /** Completes a request and drops its input. Does nothing if there is no such request. */
  complete(id: string, completion: RequestCompletion): void;
  /** Returns the oldest queued request of each owner. */
  nextQueued(): RequestRecord[];
  running(): RequestRecord[];
  restored(): RequestRecord[];
  countQueued(owner: string): number;
  /** Returns the number of queued requests of the same owner ahead of this one. */
  queuePosition(id: string): number;
  /** Oldest first. */
  queuedBefore(timestamp: number, limit: number): RequestRecord[];
  /** Deletes the responses of requests that completed before the timestamp. Returns their blobs. */
  deleteResponsesBefore(instant: number): string[];
  removeCompletedBefore(instant: number): void;
}
