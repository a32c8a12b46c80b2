import type { ReadBucket } from '@contract/router/errors';
import { modelIdOf } from '@contract/router/model-id';
import type { AppDeps } from '../../deps';
import type { HttpError } from '../../http/http-error';
import type { CallRecord, RequestIdentity } from '../../storage/router-records';
import { ActiveCall, outcomeOf, type CallParams } from './active-call';
import { CallRecords } from './call-records';
import {
  ResponseRecorder,
  MAX_QUEUED_BYTES,
  MAX_RECORDED_BYTES,
  wholeOf,
  type RecordedBody,
} from '../responses/response-recorder';
import { deliver, Viewer } from '../responses/response-delivery';
import { RUN_KEY_LIFETIME_MS } from './idempotency';
import { GatewayClosing, ModelFailure, type ModelOutput, type ModelCall } from '../model-source';
import { requestOfKey } from './request-key';
import { readRunInputs } from './run-inputs';
import { readableResponse, streamOf } from '../responses/readable-response';
import { routerError, toRouterError, withOutcome } from '../router-error';

const SWEEP_INTERVAL_MS = 3600 * 1000;
/** Time that models have to stop when the gateway shuts down. */
const CLOSING_MS = 500;

/** Starts or resumes a model call. */
type RunCall = (call: Omit<ModelCall, 'body' | 'idempotencyKey'>) => Promise<ModelOutput>;

type CallDeps = Pick<
  AppDeps,
  'store' | 'blobs' | 'clock' | 'log' | 'models' | 'settings' | 'hostAnswer' | 'isDiskFull' | 'metrics' | 'traces'
>;

/** Manages all active calls: starts them, records their outcomes and delivers results to waiting requests. */
export class ModelCalls {
  readonly #deps: CallDeps;
  readonly #records: CallRecords;
  readonly #live = new Map<string, ActiveCall>();
  readonly #works = new Set<Promise<void>>();
  #onEnd: (live: ActiveCall) => void = () => {};
  #isClosed = false;
  #takeBackSweep: (() => void) | null = null;

  constructor(deps: CallDeps) {
    this.#deps = deps;
    this.#records = new CallRecords(deps);
  }

  async start(): Promise<void> {
    const models = this.#deps.models.flatMap((source) => source.models());
    const resumable = this.#records.resumable(
      (id) => models.find((model) => model.resume !== undefined && modelIdOf(model) === id) ?? null,
    );
    this.#records.recover();
    for (const { facts: details, receipt } of resumable) this.#resume(details, receipt);
    await this.#sweep();
  }

  async close(): Promise<void> {
    this.#takeBackSweep?.();
    for (const live of this.#live.values()) {
      live.giveUp(new GatewayClosing());
      live.settle({ kind: 'failed', error: routerError('service_unavailable', 'The gateway is stopping') });
    }
    await Promise.race([
      Promise.allSettled(this.#works),
      new Promise((resolve) => {
        setTimeout(resolve, CLOSING_MS);
      }),
    ]);
    this.#isClosed = true;
  }

  /** @param listener called after each call has finished and is recorded */
  onEnd(listener: (live: ActiveCall) => void): void {
    this.#onEnd = listener;
  }

  get inFlight(): number {
    return this.#live.size;
  }

  /** @returns `null` if the call has finished, or was lost with its process. */
  live(callId: string): ActiveCall | null {
    return this.#live.get(callId) ?? null;
  }

  /** Records a call and starts its model. @throws HttpError if a limit is exceeded. */
  begin(details: CallParams, identity: RequestIdentity, body: Uint8Array): ActiveCall {
    this.#records.begin(details, identity);
    this.#deps.traces?.beginCall(details.id);
    const live = new ActiveCall({ ...details, inputs: () => readRunInputs(body, details.modelId) });
    this.#set(live, (call) => details.model.run({ ...call, body, idempotencyKey: details.idempotencyKey }));
    return live;
  }

  /** Resumes a call after a restart; its key can fetch the result as before. */
  #resume(details: CallParams, receipt: string): void {
    const live = new ActiveCall(details);
    live.isAccepted = true;
    this.#write(() => this.#records.resumed(live));
    const { model } = details;
    this.#set(live, (call) => model.resume?.({ ...call, receipt }) ?? Promise.reject(new Error('It cannot resume')));
  }

  #set(live: ActiveCall, run: RunCall): void {
    const { id } = live.facts;
    this.#live.set(id, live);
    const work = this.#work(live, run).finally(() => {
      this.#live.delete(id);
      this.#works.delete(work);
      this.#deps.traces?.endWork(id);
      this.#onEnd(live);
    });
    this.#works.add(work);
  }

  /**
   * Detaches a call whose caller disconnected or got a deadline error. The call continues if the upstream has accepted it
   * and a key can fetch the result; otherwise it is stopped. @returns `true` if the call continues
   */
  letGo(live: ActiveCall, error: HttpError<ReadBucket>): boolean {
    const goesOn = live.isAccepted && live.facts.key !== null;
    this.#write(() => this.#records.reported(live, error, { frees: !goesOn }));
    if (!goesOn) live.giveUp();
    return goesOn;
  }

  async #work(live: ActiveCall, run: RunCall): Promise<void> {
    const { id, owner, origin } = live.facts;
    const accepted = async () => {
      if (live.isAccepted) return;
      // An abandoned call must not reach the provider: its key may already be free.
      live.signal.throwIfAborted();
      await this.#records.accepted(live);
      live.signal.throwIfAborted();
      live.isAccepted = true;
    };
    // After the key has expired, no request can fetch the result.
    const takeBack = this.#deps.clock.after(RUN_KEY_LIFETIME_MS, () => live.giveUp());
    let isMade = false;
    try {
      const submitted = (receipt: string) => this.#records.submitted(live, receipt);
      const traceparent = this.#deps.traces?.traceparent(id) ?? null;
      const response = await run({
        requestId: id,
        traceparent,
        owner,
        origin,
        signal: live.signal,
        accepted,
        submitted,
      });
      isMade = true;
      if (!live.signal.aborted) await accepted().catch((error: unknown) => discard(response, error));
      await this.#response(live, response);
    } catch (error) {
      this.#fail(live, error, isMade);
    } finally {
      takeBack();
    }
  }

  async #response(live: ActiveCall, made: ModelOutput): Promise<void> {
    const { log, blobs, hostAnswer: hostResponse } = this.#deps;
    const { key, id, model, owner, origin, inputs } = live.facts;
    if (live.signal.aborted) {
      await made.body.cancel();
      live.signal.throwIfAborted();
    }
    const read = await readableResponse(made).catch(brokenOff);
    const hosted = { model, owner, origin, requestId: id, signal: live.signal, inputs };
    const response = 'chunks' in read ? ((await hostResponse?.(read, hosted)) ?? read) : read;
    // The response of a queued request is always read from its record.
    const isQueued = key !== null && requestOfKey(key) !== null;
    const onFailure = (error: unknown) => log.warn({ requestId: id, err: error }, 'A response could not be recorded');
    const recorder =
      key !== null && (isQueued || response.isReplayable !== false)
        ? new ResponseRecorder(blobs, onFailure, isQueued ? MAX_QUEUED_BYTES : MAX_RECORDED_BYTES)
        : null;
    const onRecord = (recorded: RecordedBody | null) => {
      this.#logEnd(
        live,
        this.#write(() => this.#records.answered(live, response, recorded)),
      );
    };
    live.startDelivery();
    const { contentType } = response;
    const headers = this.#records.headersOf(live, response);
    const whole = 'chunks' in response ? wholeOf(response.chunks) : null;
    if (whole) {
      // A caller that disconnects or gets a deadline error during the write can fetch it from the record.
      await recorder?.add(whole);
      onRecord((await recorder?.finish()) ?? null);
      live.settle({ kind: 'answered', response: { contentType, headers, body: whole } });
      return;
    }
    let viewer: Viewer | null = null;
    if (live.isHeld) {
      viewer = new Viewer(() => this.#noteLeft(live));
      live.settle({ kind: 'answered', response: { contentType, headers, body: viewer.body } });
    }
    const body = 'chunks' in response ? streamOf(response.chunks) : response.body;
    await deliver(body, { viewer, recorder }, onRecord).catch(brokenOff);
  }

  #fail(live: ActiveCall, thrown: unknown, isMade: boolean): void {
    if (live.signal.aborted) {
      this.#logEnd(
        live,
        this.#write(() => this.#records.abandoned(live, { isMade })),
      );
      return;
    }
    const seen = toRouterError(thrown, this.#deps.log, { requestId: live.facts.id, model: live.facts.modelId });
    const outcome = outcomeOf(live, thrown, seen.type);
    const error = withOutcome(seen, outcome);
    // Recorded before it is reported: after a kill in between, the key must not rerun a permanently rejected call.
    this.#logEnd(
      live,
      this.#write(() => this.#records.failed(live, { error, outcome, wasReported: live.isHeld })),
    );
    live.settle({ kind: 'failed', error });
  }

  /** Logs that the caller disconnected (Model Router 7); no response is delivered. */
  #noteLeft(live: ActiveCall): void {
    this.#write(() => this.#records.reported(live, callerDisconnected(), { frees: false }));
  }

  #logEnd({ facts: { id, modelId, startedAt } }: ActiveCall, call: CallRecord | null): void {
    if (!call) return;
    const { status, bucket, charged, creditsUsed, holdCents } = call;
    const ms = this.#deps.clock.now() - startedAt;
    const fields = { requestId: id, model: modelId, status, errorType: bucket, charged, creditsUsed, holdCents, ms };
    this.#deps.log.info(fields, 'A model call finished');
    this.#deps.metrics?.modelCallEnded({ error: bucket, seconds: ms / 1000 });
  }

  /** Runs a store write. If it fails, only the record is lost, not the response. */
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

/** Treats a truncated body as a failure of the provider, not of the gateway. */
function brokenOff(cause: unknown): never {
  throw cause instanceof ModelFailure
    ? cause
    : new ModelFailure('provider_error', 'The response of the provider was cut off', { cause });
}

/** Creates the error of a disconnected caller, for the log only. */
export function callerDisconnected(): HttpError<ReadBucket> {
  return routerError('client_disconnected', 'The caller closed the connection before a result could be returned');
}
