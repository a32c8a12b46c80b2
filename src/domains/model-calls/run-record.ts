import type { CallOutcome } from '@contract/router/call-outcome';
import type { Allowance } from '@contract/router/headers';
import type { FieldError } from '@contract/router/validation-error';
import type { QueuedRequest } from './queued-request';

/**
 * One model call, as stored in IndexedDB before anything is sent, so that a closed tab or a crash loses neither the key nor the
 * body. Changes from `firstSentAt` on. Body, result and thumbnail are stored separately (`run-storage.ts`): records are written
 * often and all held in memory, and a body may be 100 MB.
 */
export interface RunRecord {
  id: string;
  surfaceId: string;
  /** `provider/model`, as in the URL path. */
  modelId: string;
  /** `Idempotency-Key`: a new UUID for each click on Run, reused for every send of the run. */
  key: string;
  createdAt: number;
  /** Size of the body, which `readRunBody` returns: the model's native JSON exactly as sent, without a wrapper. */
  bodyBytes: number;
  /**
   * The catalog's value at the time of the run; `null` if the catalog was not loaded. An unknown value counts as charged.
   */
  chargesOnPolicyRejection: string | null;
  firstSentAt: number | null;
  sentAt: number | null;
  /** Automatic retries since the last user action, and how many of the latest were consecutive faults. */
  tries: number;
  faults: number;
  /** True if an earlier send has an unknown outcome: the provider may have run and charged. */
  mayHaveRun: boolean;
  state: RunState;
  /** True if the model is free, so that texts do not mention costs. */
  isFree?: boolean;
  /** True if the next send only asks the local gateway for the outcome of an earlier one, and must not run the model. */
  collectsOnly?: boolean;
  /**
   * Sent through the router's queue; if absent, as one request that lasts as long as the call. Stored, since the key belongs to one
   * delivery.
   */
  delivery?: 'queue';
  /** Committed spend as reported by the last response. */
  spend: CommittedSpend | null;
  isPinned: boolean;
  /** The run on another server that this one repeats. */
  ranFrom?: string;
  /** The user has dismissed the notice of the outcome; the history still contains the run. */
  isDismissed: boolean;
}

export type RunState =
  /**
   * Stored; sent as soon as one of the connections for runs is free. `isUnwritten`: the browser had no space to store the start of
   * the send, so nothing is sent.
   */
  | { name: 'pending'; since: number; isUnwritten: boolean }
  /** In flight. Only the tab that holds it knows the stage (sending, waiting, receiving): `RunStage`. */
  | { name: 'in_flight' }
  /** The same body and key are sent again at `until`, or as soon as another call of this browser finishes. */
  | { name: 'retry_wait'; until: number; untilOwnCallEnds: boolean; failure: RunFailure }
  /** The outcome is unknown. Until `until`, sending the same key again reports it; that needs a user action. */
  | {
      name: 'collectable';
      until: number;
      why: CollectableReason;
      failure: RunFailure | null;
      /** Set if `why` is `queued`. */
      queued?: QueuedRequest;
    }
  /** The page was closed before the run was sent. Nothing was called. */
  | { name: 'not_sent' }
  /** The result; `readRunResult` returns its bytes. */
  | { name: 'done'; answer: RunResponse }
  /** A definite failure; the same request would fail again, or needs a new key. */
  | { name: 'failed'; failure: RunFailure }
  /** Canceled by the user before anything was sent, or during a wait that a rejection imposed. */
  | { name: 'canceled' };

export type CollectableReason =
  /** The tab was closed or the browser exited while the call was in flight. */
  | 'interrupted'
  /** The user stopped waiting. The provider may continue and charge. */
  | 'aborted'
  /** There was no response or no conclusive one, and all attempts of the retry table are used up. */
  | 'no_answer'
  /** The router's deadline passed, without a time for a retry. */
  | 'deadline'
  /** The router queued the call and returned its queue status instead of a result. */
  | 'queued'
  /** The check with the same key was rejected (credential, credits), which says nothing about earlier sends. */
  | 'check_refused';

/** Stage of a call in flight, as known to the tab that sends it. Broadcast to the other tabs; never stored. */
export type RunStage =
  /** Waits for a free connection. */
  | { name: 'in_line' }
  | { name: 'sending'; sentBytes: number; totalBytes: number }
  /** In the router's queue behind `position` other calls; `null` if the position is not reported. */
  | { name: 'queued'; position: number | null }
  | { name: 'waiting' }
  /** `totalBytes` is `null` if the response does not declare its length. */
  | { name: 'receiving'; receivedBytes: number; totalBytes: number | null };

export interface RunResponse {
  status: number;
  /**
   * Time of the last byte, and the duration of the call: as reported by the local gateway, otherwise measured from the last send.
   */
  receivedAt: number;
  durationMs: number;
  /** As received, with parameters; empty if the response has none. */
  contentType: string;
  sizeBytes: number;
  /** False if there was no space to store the result, so that it is lost with the page. */
  isKept: boolean;
  requestId: string | null;
  /** True if the result is replayed from the key's record. */
  isReplayed: boolean;
  /** Credits as a decimal string; `null` does not mean free. */
  creditsUsed: string | null;
  /** All headers that the browser exposes, with lowercase names. */
  headers: readonly (readonly [name: string, value: string])[];
}

/** An error response, or no response. */
export interface RunFailure {
  at: number;
  /** 0 if there was no response. */
  status: number;
  /** As received; `null` if absent. `bucketOfFailure` returns its meaning. */
  rawBucket: string | null;
  /** Human-readable; never used for decisions. */
  detail: string | null;
  requestId: string | null;
  isReplayed: boolean;
  /** Status that the provider returned, as reported by the router. */
  upstreamStatus: number | null;
  upstreamDetail: string | null;
  /** Subject of a policy refusal, such as `input_image`. */
  refusalSubject: string | null;
  /** Outcome of the call as known to the local gateway; absent or `null` if not reported. */
  callOutcome?: CallOutcome | null;
  /** True if this is the result of a queued request: the same key returns it again. */
  isFinal?: boolean;
  headers: readonly (readonly [name: string, value: string])[];
  /** The beginning of a long body. `fieldErrorsOf` reads it. */
  bodyText: string;
  /** Errors of a `422` whose body is not stored in full: in a record, numbers lose digits. Earlier versions stored all. */
  faults?: readonly FieldError[];
}

/** Spend of calls in flight in USD cents, with the time at which it was reported. */
export interface CommittedSpend extends Allowance {
  at: number;
}

export function runPlace({ surfaceId, modelId, id }: Pick<RunRecord, 'surfaceId' | 'modelId' | 'id'>) {
  const [provider = '', model = ''] = modelId.split('/');
  return {
    to: '/$surface/models/$provider/$model',
    params: { surface: surfaceId, provider, model },
    search: { run: id, step: 'result' },
  } as const;
}

/** Returns true while Flowdeck still sends, retries or waits. */
export function isActiveRun({ state }: Pick<RunRecord, 'state'>): boolean {
  return state.name === 'pending' || state.name === 'in_flight' || state.name === 'retry_wait';
}

/** Returns true if the run is finished and its outcome is known. */
export function isSettledRun({ state }: Pick<RunRecord, 'state'>): boolean {
  return state.name === 'done' || state.name === 'failed' || state.name === 'canceled' || state.name === 'not_sent';
}
