import type { CallOutcome } from '@contract/router/call-outcome';
import type { ReadBucket } from '@contract/router/errors';
import { ROUTER_HEADERS } from '@contract/router/headers';
import { collectBlob } from '../../assets/asset-records';
import type { AppDeps } from '../../deps';
import type { HttpError } from '../../http/http-error';
import type { CallPatch, CallRecord, KeyPatch, RecordedResponse, RequestIdentity } from '../../storage/router-records';
import { admit, requireDiskSpace } from './admission';
import type { RecordedBody } from '../responses/response-recorder';
import { RUN_KEY_LIFETIME_MS } from './idempotency';
import type { CallParams, ActiveCall } from './active-call';
import type { ModelOutput, RouterModel } from '../model-source';
import { recordedError } from '../router-error';

type RecordDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'log' | 'settings' | 'isDiskFull'>;

/** Statuses that a repeated request would always get again; their response is stored with the idempotency key. */
const FINAL_REFUSALS = new Set([400, 422]);

const BATCH = 100;

/** Recorded metadata of a response, without its body. */
type Answered = Omit<ModelOutput, 'body'>;

/**
 * Stored records of calls and idempotency keys; each step is one transaction. The upstream's acceptance of a call with a key
 * is synced to survive a power cut, so that nothing is paid twice. Everything else survives a kill only, which needs no sync.
 */
export class CallRecords {
  readonly #deps: RecordDeps;

  constructor(deps: RecordDeps) {
    this.#deps = deps;
  }

  /** Records a new call and claims its key. @throws HttpError if a limit is exceeded, or the disk is full */
  begin(details: CallParams, identity: RequestIdentity): void {
    const { store, settings } = this.#deps;
    const { id, owner, modelId, model, key, startedAt, holdCents } = details;
    requireDiskSpace(this.#deps);
    store.transaction(
      () => {
        admit(store, settings, { owner, holdCents, now: startedAt });
        store.router.insertCall({
          id,
          owner,
          model: modelId,
          startedAt,
          endedAt: null,
          holdCents,
          status: null,
          bucket: null,
          charged: model.isFree ? false : null,
          creditsUsed: null,
        });
        if (key === null) return;
        // An expired key may not have been swept yet.
        store.router.removeKey(owner, key);
        store.router.insertKey({
          ...identity,
          owner,
          key,
          claimedAt: startedAt,
          callId: id,
          state: 'begun',
          response: null,
        });
      },
      { quick: true },
    );
  }

  /** Must be awaited before the first byte is sent to the upstream. From then on the key must not run the call again. */
  async accepted({ facts: { id, owner, key, model } }: ActiveCall): Promise<void> {
    if (key === null || (model.isFree && model.isRepeatable)) return;
    const { store } = this.#deps;
    store.transaction(() => {
      // An abandoned call has lost its key, which another call may hold by now.
      if (store.router.key(owner, key)?.callId === id) store.router.updateKey(owner, key, { state: 'running' });
    });
    await store.synced();
  }

  /** Stores the receipt of a call that the upstream has queued, so that its result can still be fetched after a kill. */
  async submitted({ facts: { id, owner, key, origin } }: ActiveCall, receipt: string): Promise<void> {
    if (key === null) return;
    const { store } = this.#deps;
    const body = { text: JSON.stringify({ receipt, origin }) };
    const response: RecordedResponse = { status: 202, contentType: 'application/json', body, headers: {} };
    store.transaction(() => {
      if (store.router.key(owner, key)?.callId === id)
        store.router.updateKey(owner, key, { state: 'running', response });
    });
    await store.synced();
  }

  /** Returns the calls that an upstream had queued before a restart. @param canResume returns the model if it still exists */
  resumable(canResume: (modelId: string) => RouterModel | null): { facts: CallParams; receipt: string }[] {
    const { store } = this.#deps;
    return store.router.submittedKeys().flatMap(({ owner, key, callId, response }) => {
      const call = store.router.call(callId);
      const model = call && canResume(call.model);
      if (!call || !model || !response || !('text' in response.body)) return [];
      // Receipt that `submitted` wrote.
      const { receipt, origin } = JSON.parse(response.body.text) as { receipt: string; origin: string };
      const { id, model: modelId, startedAt, holdCents } = call;
      return [{ receipt, facts: { id, owner, modelId, model, key, idempotencyKey: '', startedAt, holdCents, origin } }];
    });
  }

  /** Marks a call as in flight again, so that its committed spend counts. */
  resumed({ facts: { id } }: ActiveCall): void {
    this.#deps.store.router.updateCall(id, { endedAt: null });
  }

  /** Records the error that the caller got while the model continues or is stopped. */
  reported(live: ActiveCall, { status, type }: HttpError<ReadBucket>, { frees }: { frees: boolean }): void {
    const { owner, id, key } = live.facts;
    this.#deps.store.transaction(
      () => {
        this.#deps.store.router.updateCall(id, { status, bucket: type });
        if (frees && key !== null) this.#deps.store.router.removeKey(owner, key);
      },
      { quick: true },
    );
  }

  /** Returns the headers of a response that is sent now. */
  headersOf({ facts: details }: ActiveCall, response: Answered): Record<string, string> {
    return responseHeaders(response, this.#deps.clock.now() - details.startedAt);
  }

  /** Records a successful call. @param body `null` if the response cannot be replayed */
  answered(live: ActiveCall, response: Answered, body: RecordedBody | null): CallRecord | null {
    const { contentType } = response;
    const patch: KeyPatch = body
      ? { state: 'answered', response: { status: 200, contentType, body, headers: this.headersOf(live, response) } }
      : { state: 'consumed' };
    return this.#end(
      live,
      { status: 200, bucket: null, charged: !live.facts.model.isFree, creditsUsed: response.creditsUsed ?? null },
      patch,
    );
  }

  /**
   * Records a failed call. If the call must not reach the provider a second time, the error stays with the key and only a new
   * key calls the provider again. The response may be lost in transit; the same key then fetches it.
   * @param wasTold `true` if a request was waiting for the call
   */
  failed(
    live: ActiveCall,
    { error, outcome, wasReported }: { error: HttpError<ReadBucket>; outcome: CallOutcome; wasReported: boolean },
  ): CallRecord | null {
    const { status, type: bucket } = error;
    const isFinal = FINAL_REFUSALS.has(status) || isRecordedFailure(outcome, live.facts.model);
    const response = recordedError(error);
    const patch: KeyPatch | null = isFinal
      ? { state: 'answered', response }
      : wasReported
        ? null
        : { state: 'failed', response };
    return this.#end(live, { status, bucket, charged: chargeOf(live, bucket, outcome) }, patch);
  }

  /** Records the end of a call that was given up; its caller already has an error response. */
  abandoned(live: ActiveCall, { isMade }: { isMade: boolean }): CallRecord | null {
    const { store, clock } = this.#deps;
    const { id, owner, key, model } = live.facts;
    const charged = model.isFree ? false : isMade || (live.isAccepted ? null : false);
    return store.transaction(() => {
      const call = store.router.call(id);
      const patch = { endedAt: clock.now(), charged };
      store.router.updateCall(id, patch);
      // If the gateway shuts down before the call was accepted, its key is freed, unless another call holds it by now.
      if (charged === false && key !== null && store.router.key(owner, key)?.callId === id) {
        store.router.removeKey(owner, key);
      }
      return call && { ...call, ...patch };
    });
  }

  /** @param keyPatch `null` frees the key. */
  #end(live: ActiveCall, outcome: CallPatch, keyPatch: KeyPatch | null): CallRecord | null {
    const { store, clock } = this.#deps;
    const { owner, id, key } = live.facts;
    return store.transaction(
      () => {
        const call = store.router.call(id);
        // A status that was already reported to the caller is not overwritten: disconnected, or deadline exceeded.
        const reported = call && call.status !== null ? { status: call.status, bucket: call.bucket } : {};
        const patch = { ...outcome, ...reported, endedAt: clock.now() };
        store.router.updateCall(id, patch);
        if (key !== null && keyPatch) store.router.updateKey(owner, key, keyPatch);
        else if (key !== null) store.router.removeKey(owner, key);
        return call && { ...call, ...patch };
      },
      { quick: true },
    );
  }

  /**
   * Completes the records of a killed process. If no upstream had accepted a call, its key is freed. If one had, the outcome is
   * unknown and the key must not run the call again.
   */
  recover(): void {
    const { store, clock } = this.#deps;
    store.transaction(() => {
      const free = store.router.begunKeys();
      for (const { owner, key } of free) store.router.removeKey(owner, key);
      const untaken = new Set(free.map(({ callId }) => callId));
      for (const { id, status, bucket, charged } of store.router.unendedCalls()) {
        // A status that was already reported to the caller is not overwritten.
        const reported = status === null ? ({ status: 500, bucket: 'internal_error' } as const) : { status, bucket };
        store.router.updateCall(id, { ...reported, endedAt: clock.now(), charged: untaken.has(id) ? false : charged });
      }
    });
  }

  /** Deletes expired keys with their responses, and calls past the retention of this gateway. */
  async sweep(): Promise<void> {
    const { store, clock, settings } = this.#deps;
    const now = clock.now();
    for (;;) {
      const old = store.router.keysClaimedBefore(now - RUN_KEY_LIFETIME_MS, BATCH);
      store.transaction(() => {
        for (const { owner, key } of old) store.router.removeKey(owner, key);
      });
      for (const { response } of old) {
        if (response && 'blob' in response.body) await collectBlob(this.#deps, response.body.blob);
      }
      if (old.length < BATCH) break;
    }
    store.router.removeCallsEndedBefore(now - settings.retentionMs);
  }
}

function isRecordedFailure(outcome: CallOutcome, { isRepeatable = false }: RouterModel): boolean {
  return outcome === 'unknown' || (outcome === 'refused' && !isRepeatable);
}

/** Returns the headers of the response itself, which a replay repeats. */
function responseHeaders({ creditsUsed, upstreamStatus }: Answered, callMs: number): Record<string, string> {
  return {
    [ROUTER_HEADERS.callMs]: String(callMs),
    ...(creditsUsed === undefined ? {} : { [ROUTER_HEADERS.creditsUsed]: creditsUsed }),
    ...(upstreamStatus === undefined ? {} : { [ROUTER_HEADERS.upstreamStatus]: String(upstreamStatus) }),
  };
}

/** Returns whether a failed call is charged; `null` if only the provider knows. */
function chargeOf({ facts: details }: ActiveCall, bucket: ReadBucket, outcome: CallOutcome): boolean | null {
  if (details.model.isFree) return false;
  if (bucket === 'content_policy_violation') {
    const fact = details.model.chargesOnPolicyRejection;
    return fact === 'unknown' ? null : fact === 'yes';
  }
  return outcome === 'refused' || outcome === 'not_run' ? false : null;
}
