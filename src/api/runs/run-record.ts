import type { CallOutcome } from '@contract/router/call-outcome';
import type { Allowance } from '@contract/router/headers';
import type { FieldFault } from '@contract/router/validation-error';
import type { QueuedRequest } from './queued-request';

/**
 * One call of a model, as IndexedDB keeps it: written before anything is sent, so that a closed tab or a crash loses
 * neither the key nor the body. From `firstSentAt` on it changes. Body, result and small picture lie beside it
 * (`run-storage.ts`): records are written often and all held in memory, and a body may be 100 MB.
 */
export interface RunRecord {
  id: string;
  surfaceId: string;
  /** `provider/model`, as it stands in the path. */
  modelId: string;
  /** `Idempotency-Key`: a fresh UUID for each click on Run, the same for every send of it. */
  key: string;
  createdAt: number;
  /** Of the body, `readRunBody`: the model's native JSON exactly as it goes out, with nothing around it. */
  bodyBytes: number;
  /** The catalog's word when it was run; null where the catalog was not read. An unknown word counts as charged. */
  chargesOnPolicyRejection: string | null;
  firstSentAt: number | null;
  /** When the last send left. */
  sentAt: number | null;
  /** How often it was sent again by itself since the last click, and how often in a row because of a fault. */
  tries: number;
  faults: number;
  /** A send came before whose outcome nobody knows: the provider may have run and charged. */
  mayHaveRun: boolean;
  state: RunState;
  /** The model charges for nothing, so nothing is said about money. */
  isFree?: boolean;
  /** The next send only asks our own gateway what became of an earlier one, and must not run the model. */
  collectsOnly?: boolean;
  /** Through the queue of the router; absent: one request that lasts as long as the call. Kept, as its key belongs to it. */
  delivery?: 'queue';
  /** The spend of calls in flight as the last answer told it. */
  spend: CommittedSpend | null;
  isPinned: boolean;
  /** The run at another server that this one repeats. */
  ranFrom?: string;
  /** The user has seen how it ended and put the notice away; the history still has it. */
  isDismissed: boolean;
}

export type RunState =
  /**
   * Written down; goes out as soon as one of the connections for runs is free. `isUnwritten`: the browser had no room to
   * write down that it sends, and so does not.
   */
  | { name: 'pending'; since: number; isUnwritten: boolean }
  /** On its way. Which stage it is in (sending, waiting, receiving) is known in the tab that holds it: `RunStage`. */
  | { name: 'in_flight' }
  /** The same body goes out once more with the same key: at `until`, or as soon as one of our own calls ends. */
  | { name: 'retry_wait'; until: number; untilOwnCallEnds: boolean; failure: RunFailure }
  /** Nobody knows how it ended. Asking once more with the same key tells, until `until`; it is asked only by a click. */
  | {
      name: 'collectable';
      until: number;
      why: CollectableReason;
      failure: RunFailure | null;
      /** Where `why` is `queued`. */
      queued?: QueuedRequest;
    }
  /** The page was closed before it left. Nothing was called. */
  | { name: 'not_sent' }
  /** Its bytes: `readRunResult`. */
  | { name: 'done'; answer: RunResponse }
  /** A definite answer; the same request would get it again, or needs a new key. */
  | { name: 'failed'; failure: RunFailure }
  /** Taken back by the user before anything was sent, or while a refusal said to wait. */
  | { name: 'canceled' };

export type CollectableReason =
  /** The tab was closed or the browser ended while it was under way. */
  | 'interrupted'
  /** The user stopped waiting. The provider may go on and charge. */
  | 'aborted'
  /** No answer came, or none that tells, and every attempt of the retry table is used up. */
  | 'no_answer'
  /** The router let go at its own deadline and named no time to come back. */
  | 'deadline'
  /** The router took it into its queue and told how it stands there, in place of a result. */
  | 'queued'
  /** The check with the same key was refused (credential, credits), which says nothing about what came before. */
  | 'check_refused';

/** What can be known of a call that is under way. Held by the tab that sends it and told to the others; never stored. */
export type RunStage =
  /** Waits for one of the two connections. */
  | { name: 'in_line' }
  | { name: 'sending'; sentBytes: number; totalBytes: number }
  /** In the queue of the router, behind `position` others; `null`: it does not report a position. */
  | { name: 'queued'; position: number | null }
  | { name: 'waiting' }
  /** `totalBytes` is null where the answer does not tell its length. */
  | { name: 'receiving'; receivedBytes: number; totalBytes: number | null };

/** A `200`. */
export interface RunResponse {
  status: number;
  /** When the last byte was here, and how long the call took: as our own gateway says it, else from the last send on. */
  receivedAt: number;
  durationMs: number;
  /** As it came, parameters included; empty where the answer names none. */
  contentType: string;
  sizeBytes: number;
  /** False: there was no room to keep the result, and it ends with the page that received it. */
  isKept: boolean;
  requestId: string | null;
  /** Served from the key's record, not run again. */
  isReplayed: boolean;
  /** Credits as a decimal string; null is not the same as free. */
  creditsUsed: string | null;
  /** All that the browser shows of them, names in small letters. */
  headers: readonly (readonly [name: string, value: string])[];
}

/** An answer that is not a result, or none. */
export interface RunFailure {
  at: number;
  /** 0 where no answer came. */
  status: number;
  /** As the answer words it, null where it has none. What it means: `bucketOfFailure`. */
  rawBucket: string | null;
  /** For people, never for deciding. */
  detail: string | null;
  /** Of a `422`, one for each offending field; empty else. */
  faults: readonly FieldFault[];
  requestId: string | null;
  isReplayed: boolean;
  /** What the router says that its provider said. */
  upstreamStatus: number | null;
  upstreamDetail: string | null;
  /** What a policy refused, such as `input_image`. */
  refusalSubject: string | null;
  /** What our own gateway knows of the call; absent or `null` if the response does not say. */
  callOutcome?: CallOutcome | null;
  /** It is the result of a queued request: the same key gives it again. */
  isFinal?: boolean;
  headers: readonly (readonly [name: string, value: string])[];
  bodyText: string;
}

/** The spend of calls in flight, in USD cents, and when it was told: the figure is of that moment. */
export interface CommittedSpend extends Allowance {
  at: number;
}

/** Flowdeck is at work on it. */
export function isActiveRun({ state }: Pick<RunRecord, 'state'>): boolean {
  return state.name === 'pending' || state.name === 'in_flight' || state.name === 'retry_wait';
}

/** Nothing moves by itself any more, and nothing is in doubt. */
export function isSettledRun({ state }: Pick<RunRecord, 'state'>): boolean {
  return state.name === 'done' || state.name === 'failed' || state.name === 'canceled' || state.name === 'not_sent';
}
