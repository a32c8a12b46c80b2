import type { ReadBucket } from '@contract/router/errors';
import type { RecordedResponse } from './router-records';

/** Bytes in a record: short ones inline, longer ones in the blob store. */
export type StoredBytes = { base64: string } | { blob: string; sizeBytes: number };

export type RequestPhase =
  | 'queued'
  /** A call was begun for it. What became of that is in the record of its key (`requestKey`). */
  | 'running'
  | 'completed';

/** A queued request for a run of a model, without its input and its result. */
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
  /** Of a completed request without a result; else `null`. */
  errorType: ReadBucket | null;
  /** The response can still be read; `false` until the request completes, and after its lifetime. */
  hasAnswer: boolean;
}

export type NewRequest = Pick<RequestRecord, 'id' | 'owner' | 'model' | 'createdAt' | 'origin'>;

export interface RequestCompletion {
  completedAt: number;
  errorType: ReadBucket | null;
  answer: RecordedResponse;
}

/** Queued delivery of the Model Router. */
export interface RequestRecords {
  /** @throws if there is such a request */
  insert(request: NewRequest, input: StoredBytes): void;
  get(id: string): RequestRecord | null;
  /** `null` once the request has completed. */
  input(id: string): StoredBytes | null;
  answer(id: string): RecordedResponse | null;
  setPhase(id: string, phase: 'queued' | 'running'): void;
  /** Drops the input. Changes nothing if there is no such request. */
  complete(id: string, completion: RequestCompletion): void;
  /** The oldest queued request of each owner. */
  nextQueued(): RequestRecord[];
  running(): RequestRecord[];
  countQueued(owner: string): number;
  /** Number of queued requests of the same owner that are ahead of it. */
  queuePosition(id: string): number;
  /** Oldest first. */
  queuedBefore(instant: number, limit: number): RequestRecord[];
  /** Drops the responses of requests that completed before the instant. Returns their blobs. */
  deleteResponsesBefore(instant: number): string[];
  removeCompletedBefore(instant: number): void;
}
