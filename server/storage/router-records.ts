import type { ReadBucket } from '@contract/router/errors';

/** One run of a model, for limits, usage and audit. Its id is the request id of the call that started it. */
export interface CallRecord {
  id: string;
  owner: string;
  model: string;
  startedAt: number;
  /** `null` while the model runs, which may be longer than the caller waits. */
  endedAt: number | null;
  /** Amount held from admission until the call ends. */
  holdCents: number;
  /** Status sent to the caller, 499 if the caller had disconnected; `null` if nothing was sent yet. */
  status: number | null;
  bucket: ReadBucket | null;
  /** True if the provider charges for the result; `null` if unknown. */
  charged: boolean | null;
  creditsUsed: string | null;
}

export type CallPatch = Partial<Pick<CallRecord, 'endedAt' | 'status' | 'bucket' | 'charged' | 'creditsUsed'>>;

/** What a repeated request must match to reuse its idempotency key (Model Router 4, rule 3). */
export interface RequestIdentity {
  method: string;
  /** Path and query. */
  target: string;
  /** SHA-256 of the body as hex. */
  bodyHash: string;
}

/** A response that is replayed for its idempotency key. */
export interface RecordedResponse {
  status: number;
  contentType: string;
  /** Short bodies are stored in the record, as text or base64; all others in the blob store. */
  body: { text: string } | { base64: string } | { blob: string; sizeBytes: number };
  /** Headers besides the content type. */
  headers: Readonly<Record<string, string>>;
}

export const KEY_STATES = [
  /** The call was started, but the provider has not accepted it: a kill costs only time. */
  'begun',
  /**
   * The provider has accepted the call, or had when the gateway was killed. If it queued the call, `answer` is its receipt, with
   * which the result is fetched after a restart.
   */
  'running',
  /** `answer` is replayed. */
  'answered',
  /** The call failed while no caller waited: the next caller gets `answer`, which frees the idempotency key. */
  'failed',
  /** The call was made, and its response cannot be replayed. */
  'consumed',
  /** Idempotency key of a queued request, whose id is `callId`. */
  'queued',
] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** Idempotency key of a model run (Model Router 4, rules 1 to 4), valid for 24 h from its first use. */
export interface KeyedRun extends RequestIdentity {
  owner: string;
  key: string;
  claimedAt: number;
  callId: string;
  state: KeyState;
  response: RecordedResponse | null;
}

export type KeyPatch = Partial<Pick<KeyedRun, 'state' | 'response'>>;

export interface RouterRecords {
  insertCall(call: CallRecord): void;
  call(id: string): CallRecord | null;
  /** Does nothing if there is no such call. */
  updateCall(id: string, patch: CallPatch): void;
  /** Returns the number of calls in flight, and the amount that they hold. */
  inFlight(owner: string): { calls: number; cents: number };
  /** Returns the number of calls started after the timestamp; `oldest` is the start of the first of them. */
  startedAfter(owner: string, timestamp: number): { calls: number; oldest: number | null };
  /** Returns calls of all owners, for recovery after a kill. */
  unendedCalls(): CallRecord[];
  removeCallsEndedBefore(instant: number): void;

  /** @throws if the owner already has this idempotency key. */
  insertKey(run: KeyedRun): void;
  key(owner: string, key: string): KeyedRun | null;
  updateKey(owner: string, key: string, patch: KeyPatch): void;
  /** Removes an idempotency key. The caller must collect the bytes of its response if no other record refers to them. */
  removeKey(owner: string, key: string): void;
  /** Returns keys of all owners, for recovery after a kill. */
  begunKeys(): KeyedRun[];
  /** Returns running keys with a provider's receipt, of all owners, for recovery after a kill. */
  submittedKeys(): KeyedRun[];
  keysClaimedBefore(instant: number, limit: number): KeyedRun[];
}
