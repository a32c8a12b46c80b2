import type { Clock } from '../clock';
import type { RouterModel } from './model-source';
import type { RouterProblem } from './router-problem';

/** A result on its way to whoever waited for it. */
export interface LiveResponse {
  contentType: string;
  headers: Readonly<Record<string, string>>;
  /** As one piece where it is short. */
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
}

export type WaitEnd =
  | { kind: 'answered'; answer: LiveResponse }
  | { kind: 'failed'; problem: RouterProblem }
  | { kind: 'deadline' }
  /** The caller closed the connection. */
  | { kind: 'left' };

export interface CallParams {
  /** The request id of the call that began it. */
  id: string;
  owner: string;
  modelId: string;
  model: RouterModel;
  /** Null: nobody can come back for it. */
  key: string | null;
  /** For the provider: `ModelCall.idempotencyKey`. */
  idempotencyKey: string;
  startedAt: number;
  holdCents: number;
  /** For absolute links. */
  origin: string;
}

/** A model at work. At most one request waits for it; without one it goes on, where its key can collect what it makes. */
export class LiveCall {
  readonly facts: CallParams;
  /** The upstream may charge from here on. */
  isAccepted = false;
  #isDelivered = false;
  readonly #controller = new AbortController();
  #holder: ((end: WaitEnd) => void) | null = null;

  constructor(facts: CallParams) {
    this.facts = facts;
  }

  get isHeld(): boolean {
    return this.#holder !== null;
  }

  /** Nobody else can wait for it: somebody does, or its result is on its way. */
  get isBusy(): boolean {
    return this.#isDelivered || this.isHeld;
  }

  /** From here on its result goes to whoever waits now, and into its record. */
  startDelivery(): void {
    this.#isDelivered = true;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The model is asked to stop; what it makes all the same is thrown away. */
  giveUp(reason: Error = new Error('The call was given up')): void {
    this.#controller.abort(reason);
  }

  /** Until the result, the failure, the deadline, or the end of the request, whichever comes first. */
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

  /** @returns whether somebody waited. */
  settle(end: WaitEnd): boolean {
    const holder = this.#holder;
    holder?.(end);
    return holder !== null;
  }
}
