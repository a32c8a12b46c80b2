import type { SearchFields } from '@contract/console/search-fields';
import type { ReadBucket } from '@contract/router/errors';
import type { CallOutcome } from '@contract/router/call-outcome';
import type { Clock } from '../../clock';
import type { HttpError } from '../../http/http-error';
import { ModelFailure, type RouterModel } from '../model-source';

/** Result that is being delivered to the waiting request. */
export interface LiveResponse {
  contentType: string;
  headers: Readonly<Record<string, string>>;
  /** A byte array if it is short. */
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
}

export type WaitEnd =
  | { kind: 'answered'; response: LiveResponse }
  | { kind: 'failed'; error: HttpError<ReadBucket> }
  | { kind: 'deadline' }
  /** The caller disconnected. */
  | { kind: 'left' };

export interface CallParams {
  /** Request id of the request that started the call. */
  id: string;
  owner: string;
  modelId: string;
  model: RouterModel;
  /** Idempotency key; `null` if the result cannot be fetched later. */
  key: string | null;
  /** Key for the provider: `ModelCall.idempotencyKey`. */
  idempotencyKey: string;
  startedAt: number;
  holdCents: number;
  /** Base of absolute URLs. */
  origin: string;
  /** What the result is made from; absent after a restart. */
  inputs?: () => SearchFields;
}

/** Active model call. At most one request waits for it. Without one it continues if a key can fetch the result. */
export class ActiveCall {
  readonly facts: CallParams;
  /** `true` once the upstream may charge. */
  isAccepted = false;
  #isDelivered = false;
  readonly #controller = new AbortController();
  #holder: ((end: WaitEnd) => void) | null = null;

  constructor(details: CallParams) {
    this.facts = details;
  }

  get isHeld(): boolean {
    return this.#holder !== null;
  }

  /** `true` if no other request can wait: one already does, or the result is being delivered. */
  get isBusy(): boolean {
    return this.#isDelivered || this.isHeld;
  }

  /** Starts the delivery: only the request that waits now and the record get the result. */
  startDelivery(): void {
    this.#isDelivered = true;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Asks the model to stop. A result that it still produces is discarded. */
  giveUp(reason: Error = new Error('The call was given up')): void {
    this.#controller.abort(reason);
  }

  /** Waits for the result, the failure, the deadline or the end of the request, whichever is first. */
  wait(request: AbortSignal, deadlineMs: number, clock: Clock): Promise<WaitEnd> {
    return new Promise((resolve) => {
      const end = (how: WaitEnd) => {
        this.#holder = null;
        takeBack();
        request.removeEventListener('abort', onLeft);
        resolve(how);
      };
      const onLeft = () => end({ kind: 'left' });
      const takeBack = clock.after(deadlineMs, () => end({ kind: 'deadline' }));
      this.#holder = end;
      request.addEventListener('abort', onLeft);
      if (request.aborted) onLeft();
    });
  }

  /** @returns `true` if a request was waiting. */
  settle(end: WaitEnd): boolean {
    const holder = this.#holder;
    holder?.(end);
    return holder !== null;
  }
}

/** Buckets that determine the outcome of a call even if its provider had accepted it. */
const CERTAIN: Partial<Record<ReadBucket, 'not_run' | 'refused'>> = {
  invalid_input: 'refused',
  content_policy_violation: 'refused',
  insufficient_credits: 'refused',
  forbidden: 'refused',
  not_enabled: 'refused',
  rate_limited: 'not_run',
};

/** Returns the known outcome of a call that failed with `thrown`, which the caller gets as an error of this bucket. */
export function outcomeOf(
  { facts: details, isAccepted }: ActiveCall,
  thrown: unknown,
  bucket: ReadBucket,
): CallOutcome {
  const certain = (thrown instanceof ModelFailure ? thrown.options.outcome : undefined) ?? CERTAIN[bucket];
  // The other outcomes need an idempotency key, or equal the default of a call without one.
  if (certain && (details.key !== null || certain === 'not_run' || certain === 'refused')) return certain;
  if (!isAccepted) return 'not_run';
  if (details.model.isRepeatable) return 'repeatable';
  return details.model.honorsKey && details.key !== null ? 'protected' : 'unknown';
}
