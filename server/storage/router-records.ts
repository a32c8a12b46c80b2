import type { ReadBucket } from '@contract/router/errors';

/** One run of a model, for limits, usage and audit. Its id is the request id of the call that began it. */
export interface CallRecord {
  id: string;
  owner: string;
  model: string;
  startedAt: number;
  /** Null while the model works, which may be longer than the caller waits. */
  endedAt: number | null;
  /** Held from admission to the end. */
  holdCents: number;
  /** What the caller was told, 499 where the caller had gone; null: nothing yet. */
  status: number | null;
  bucket: ReadBucket | null;
  /** The upstream made something that it charges for; null: not known. */
  charged: boolean | null;
  creditsUsed: string | null;
}

export type CallPatch = Partial<Pick<CallRecord, 'endedAt' | 'status' | 'bucket' | 'charged' | 'creditsUsed'>>;

/** What a request must be again for its key to serve it (Model Router 4, rule 3). */
export interface RequestIdentity {
  method: string;
  /** Path and query. */
  target: string;
  /** SHA-256 of the body as hex. */
  bodyHash: string;
}

/** An answer that the key gives again. */
export interface RecordedResponse {
  status: number;
  contentType: string;
  /** What is short lies in the record, as text or as base64; everything else in the blob store. */
  body: { text: string } | { base64: string } | { blob: string; sizeBytes: number };
  /** Beside the content type. */
  headers: Readonly<Record<string, string>>;
}

export type KeyState =
  /** Its call was begun, and the upstream has not taken it: a kill costs nothing but time. */
  | 'begun'
  /**
   * The upstream has taken it, or had when the gateway was killed. If it queued the call, `answer` is its receipt, with which
   * the result is asked for after a restart.
   */
  | 'running'
  /** `answer` is given again. */
  | 'answered'
  /** It failed while nobody waited: `answer` is told to whoever comes for it, and frees the key. */
  | 'failed'
  /** Its call was made, and what it gave cannot be given again. */
  | 'consumed'
  /** The key of a queued request, whose id is `callId`. */
  | 'queued';

/** A key of a run, Model Router 4, rules 1 to 4: 24 h from its first use. */
export interface KeyedRun extends RequestIdentity {
  owner: string;
  key: string;
  claimedAt: number;
  callId: string;
  state: KeyState;
  answer: RecordedResponse | null;
}

export type KeyPatch = Partial<Pick<KeyedRun, 'state' | 'answer'>>;

export interface RouterRecords {
  insertCall(call: CallRecord): void;
  call(id: string): CallRecord | null;
  /** Changes nothing where there is no such call. */
  updateCall(id: string, patch: CallPatch): void;
  /** Calls that have not ended, and what they hold. */
  inFlight(owner: string): { calls: number; cents: number };
  /** Calls that were begun after the instant; `oldest` is the start of the first of them. */
  startedAfter(owner: string, instant: number): { calls: number; oldest: number | null };
  /** Of every owner, for the start after a kill. */
  unendedCalls(): CallRecord[];
  removeCallsEndedBefore(instant: number): void;

  /** @throws where the owner has the key already. */
  insertKey(run: KeyedRun): void;
  key(owner: string, key: string): KeyedRun | null;
  updateKey(owner: string, key: string, patch: KeyPatch): void;
  /** The bytes of its answer are the caller's: they go when nothing refers to them any more. */
  removeKey(owner: string, key: string): void;
  /** Of every owner, for the start after a kill. */
  begunKeys(): KeyedRun[];
  /** Running, with the receipt of an upstream; of every owner, for the start after a kill. */
  submittedKeys(): KeyedRun[];
  keysClaimedBefore(instant: number, limit: number): KeyedRun[];
}
