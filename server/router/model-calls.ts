import { modelIdOf } from '@contract/router/model-id';
import type { AppDeps } from '../deps';
import type { CallRecord, RequestIdentity } from '../storage/router-records';
import { outcomeOf } from './call-outcome';
import { CallRecords } from './call-records';
import {
  ResponseRecorder,
  MOST_QUEUED_BYTES,
  MOST_RECORDED_BYTES,
  wholeOf,
  type RecordedBody,
} from './response-recorder';
import { deliver, Viewer } from './response-delivery';
import { RUN_KEY_LIFETIME_MS } from './idempotency';
import { LiveCall, type CallParams } from './live-call';
import { GatewayClosing, ModelFailure, type ModelOutput, type ModelCall } from './model-source';
import { requestOfKey } from './request-key';
import { readableResponse, streamOf } from './readable-response';
import { RouterProblem, routerProblemOf, withOutcome } from './router-problem';

const SWEEP_INTERVAL_MS = 3600 * 1000;
/** How long a model may take to notice that the gateway ends. */
const CLOSING_MS = 500;

/** How a model is set to work, or goes on. */
type RunCall = (call: Omit<ModelCall, 'body' | 'idempotencyKey'>) => Promise<ModelOutput>;

/** All models at work: begins them, records how they end, and hands what they make to whoever waits. */
export class ModelCalls {
  readonly #deps: AppDeps;
  readonly #records: CallRecords;
  readonly #live = new Map<string, LiveCall>();
  readonly #works = new Set<Promise<void>>();
  #onEnd: (live: LiveCall) => void = () => {};
  #isClosed = false;
  #takeBackSweep: (() => void) | null = null;

  constructor(deps: AppDeps) {
    this.#deps = deps;
    this.#records = new CallRecords(deps);
  }

  async start(): Promise<void> {
    const models = this.#deps.models.flatMap((source) => source.models());
    const resumable = this.#records.resumable(
      (id) => models.find((model) => model.resume !== undefined && modelIdOf(model) === id) ?? null,
    );
    this.#records.recover();
    for (const { facts, receipt } of resumable) this.#resume(facts, receipt);
    await this.#sweep();
  }

  async close(): Promise<void> {
    this.#takeBackSweep?.();
    for (const live of this.#live.values()) {
      live.giveUp(new GatewayClosing());
      live.settle({ kind: 'failed', problem: new RouterProblem('service_unavailable', 'The gateway is stopping') });
    }
    await Promise.race([
      Promise.allSettled(this.#works),
      new Promise((resolve) => {
        setTimeout(resolve, CLOSING_MS);
      }),
    ]);
    this.#isClosed = true;
  }

  /** @param listener called after each call has ended and is recorded */
  onEnd(listener: (live: LiveCall) => void): void {
    this.#onEnd = listener;
  }

  /** @returns null where it has ended, or was lost with the process that made it. */
  live(callId: string): LiveCall | null {
    return this.#live.get(callId) ?? null;
  }

  /** Records a call and sets its model to work. @throws RouterProblem where a limit forbids it. */
  begin(facts: CallParams, identity: RequestIdentity, body: Uint8Array): LiveCall {
    this.#records.begin(facts, identity);
    const live = new LiveCall(facts);
    this.#set(live, (call) => facts.model.run({ ...call, body, idempotencyKey: facts.idempotencyKey }));
    return live;
  }

  /** Its key collects it, as if the gateway had never ended. */
  #resume(facts: CallParams, receipt: string): void {
    const live = new LiveCall(facts);
    live.isAccepted = true;
    this.#write(() => this.#records.resumed(live));
    const { model } = facts;
    this.#set(live, (call) => model.resume?.({ ...call, receipt }) ?? Promise.reject(new Error('It cannot resume')));
  }

  #set(live: LiveCall, run: RunCall): void {
    const { id } = live.facts;
    this.#live.set(id, live);
    const work = this.#work(live, run).finally(() => {
      this.#live.delete(id);
      this.#works.delete(work);
      this.#onEnd(live);
    });
    this.#works.add(work);
  }

  /**
   * Its caller is gone, or was told that the deadline came. What the upstream has accepted goes on where a key can collect
   * it; everything else is stopped. @returns whether it goes on
   */
  letGo(live: LiveCall, problem: RouterProblem): boolean {
    const goesOn = live.isAccepted && live.facts.key !== null;
    this.#write(() => this.#records.told(live, problem, { frees: !goesOn }));
    if (!goesOn) live.giveUp();
    return goesOn;
  }

  async #work(live: LiveCall, run: RunCall): Promise<void> {
    const { id, owner, origin } = live.facts;
    const accepted = async () => {
      if (live.isAccepted) return;
      // Its key may be free by now: what was given up must not reach the provider any more.
      live.signal.throwIfAborted();
      await this.#records.accepted(live);
      live.signal.throwIfAborted();
      live.isAccepted = true;
    };
    // Nobody can collect it after that, so nobody needs it.
    const takeBack = this.#deps.clock.after(RUN_KEY_LIFETIME_MS, () => live.giveUp());
    let isMade = false;
    try {
      const submitted = (receipt: string) => this.#records.submitted(live, receipt);
      const answer = await run({ requestId: id, owner, origin, signal: live.signal, accepted, submitted });
      isMade = true;
      if (!live.signal.aborted) await accepted().catch((error: unknown) => discard(answer, error));
      await this.#answer(live, answer);
    } catch (error) {
      this.#fail(live, error, isMade);
    } finally {
      takeBack();
    }
  }

  async #answer(live: LiveCall, made: ModelOutput): Promise<void> {
    const { log, blobs, hostAnswer } = this.#deps;
    const { key, id, model, owner, origin } = live.facts;
    if (live.signal.aborted) {
      await made.body.cancel();
      live.signal.throwIfAborted();
    }
    const read = await readableResponse(made).catch(brokenOff);
    const hosted = { model, owner, origin, requestId: id, signal: live.signal };
    const answer = 'chunks' in read ? ((await hostAnswer?.(read, hosted)) ?? read) : read;
    // The first to read the response of a queued request reads it from its record.
    const isQueued = key !== null && requestOfKey(key) !== null;
    const onFailure = (error: unknown) => log.warn({ requestId: id, err: error }, 'An answer could not be recorded');
    const recorder =
      key !== null && (isQueued || answer.isReplayable !== false)
        ? new ResponseRecorder(blobs, onFailure, isQueued ? MOST_QUEUED_BYTES : MOST_RECORDED_BYTES)
        : null;
    const onRecord = (recorded: RecordedBody | null) => {
      this.#logEnd(
        live,
        this.#write(() => this.#records.answered(live, answer, recorded)),
      );
    };
    live.startDelivery();
    const { contentType } = answer;
    const headers = this.#records.headersOf(live, answer);
    const whole = 'chunks' in answer ? wholeOf(answer.chunks) : null;
    if (whole) {
      // Whoever leaves or is told of the deadline while it is written finds it in the record.
      await recorder?.add(whole);
      onRecord((await recorder?.finish()) ?? null);
      live.settle({ kind: 'answered', answer: { contentType, headers, body: whole } });
      return;
    }
    let viewer: Viewer | null = null;
    if (live.isHeld) {
      viewer = new Viewer(() => this.#noteLeft(live));
      live.settle({ kind: 'answered', answer: { contentType, headers, body: viewer.body } });
    }
    const body = 'chunks' in answer ? streamOf(answer.chunks) : answer.body;
    await deliver(body, { viewer, recorder }, onRecord).catch(brokenOff);
  }

  #fail(live: LiveCall, error: unknown, isMade: boolean): void {
    if (live.signal.aborted) {
      this.#logEnd(
        live,
        this.#write(() => this.#records.abandoned(live, { isMade })),
      );
      return;
    }
    const seen = routerProblemOf(error, this.#deps.log, { requestId: live.facts.id, model: live.facts.modelId });
    const outcome = outcomeOf(live, error, seen);
    const problem = withOutcome(seen, outcome);
    // Recorded before it is told: a kill in between must not let the key run again what was refused for good.
    this.#logEnd(
      live,
      this.#write(() => this.#records.failed(live, { problem, outcome, wasTold: live.isHeld })),
    );
    live.settle({ kind: 'failed', problem });
  }

  /** Model Router 7: logged, and delivered to nobody. */
  #noteLeft(live: LiveCall): void {
    this.#write(() => this.#records.told(live, callerLeft(), { frees: false }));
  }

  #logEnd({ facts: { id, modelId, startedAt } }: LiveCall, call: CallRecord | null): void {
    if (!call) return;
    const { status, bucket, charged, creditsUsed, holdCents } = call;
    const ms = this.#deps.clock.now() - startedAt;
    const fields = { requestId: id, model: modelId, status, errorType: bucket, charged, creditsUsed, holdCents, ms };
    this.#deps.log.info(fields, 'A model call finished');
  }

  /** A store that refuses a write costs the record, not the answer. */
  #write<T>(work: () => T): T | null {
    if (this.#isClosed) return null;
    try {
      return work();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'Could not record the outcome of a model call');
      return null;
    }
  }

  async #sweep(): Promise<void> {
    try {
      await this.#records.sweep();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'The sweep of old keys failed and will be tried again');
    }
    if (this.#isClosed) return;
    this.#takeBackSweep = this.#deps.clock.after(SWEEP_INTERVAL_MS, () => void this.#sweep());
  }
}

async function discard({ body }: ModelOutput, reason: unknown): Promise<never> {
  await body.cancel();
  throw reason;
}

/** A body that ends too early is the provider's failure, not ours. */
function brokenOff(cause: unknown): never {
  throw cause instanceof ModelFailure
    ? cause
    : new ModelFailure('provider_error', 'The response of the provider was cut off', { cause });
}

/** In the log only: whoever would read it has gone. */
export function callerLeft(): RouterProblem {
  return new RouterProblem('client_disconnected', 'The caller closed the connection before a result could be returned');
}
