import type { CallOutcome } from '@contract/router/call-outcome';
import { ROUTER_HEADERS } from '@contract/router/headers';
import { collectBlob } from '../assets/collect-blob';
import type { AppDeps } from '../deps';
import type { CallPatch, CallRecord, KeyPatch, RecordedResponse, RequestIdentity } from '../storage/router-records';
import { admit } from './admission';
import type { RecordedBody } from './response-recorder';
import { RUN_KEY_LIFETIME_MS } from './idempotency';
import type { CallParams, LiveCall } from './live-call';
import type { ModelOutput, RouterModel } from './model-source';
import { problemBody, problemHeaders, type RouterProblem } from './router-problem';

type RecordDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'log' | 'settings'>;

/** Statuses that the same request gets again whenever it comes: their answer is kept with the key. */
const FINAL_REFUSALS = new Set([400, 422]);

const BATCH = 100;

/** What is recorded of an answer beside its bytes. */
type Answered = Omit<ModelOutput, 'body'>;

/**
 * What is on disk of calls and keys, each step in one transaction. That an upstream takes the call of a key outlives a cut of
 * the power, so that nothing is paid twice; everything else outlives a kill, which is worth no second wait for the disk.
 */
export class CallRecords {
  readonly #deps: RecordDeps;

  constructor(deps: RecordDeps) {
    this.#deps = deps;
  }

  /** @throws RouterProblem where a limit forbids one more call. */
  begin(facts: CallParams, identity: RequestIdentity): void {
    const { store, settings } = this.#deps;
    const { id, owner, modelId, model, key, startedAt, holdCents } = facts;
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
        // One whose time is over may still be there.
        store.router.removeKey(owner, key);
        store.router.insertKey({
          ...identity,
          owner,
          key,
          claimedAt: startedAt,
          callId: id,
          state: 'begun',
          answer: null,
        });
      },
      { quick: true },
    );
  }

  /** To be awaited before the upstream gets the first byte: from here on nothing must let the key run it again. */
  async accepted({ facts: { id, owner, key, model } }: LiveCall): Promise<void> {
    if (key === null || (model.isFree && model.isRepeatable)) return;
    const { store } = this.#deps;
    store.transaction(() => {
      // One that was let go has lost its key, which another call may have by now.
      if (store.router.key(owner, key)?.callId === id) store.router.updateKey(owner, key, { state: 'running' });
    });
    await store.synced();
  }

  /** The upstream has queued it: on disk, so that a kill goes on asking for the result in place of losing it. */
  async submitted({ facts: { id, owner, key, origin } }: LiveCall, receipt: string): Promise<void> {
    if (key === null) return;
    const { store } = this.#deps;
    const body = { text: JSON.stringify({ receipt, origin }) };
    const answer: RecordedResponse = { status: 202, contentType: 'application/json', body, headers: {} };
    store.transaction(() => {
      if (store.router.key(owner, key)?.callId === id) store.router.updateKey(owner, key, { state: 'running', answer });
    });
    await store.synced();
  }

  /** Calls that an upstream had queued before a restart. @param canResume whether its model is still there */
  resumable(canResume: (modelId: string) => RouterModel | null): { facts: CallParams; receipt: string }[] {
    const { store } = this.#deps;
    return store.router.submittedKeys().flatMap(({ owner, key, callId, answer }) => {
      const call = store.router.call(callId);
      const model = call && canResume(call.model);
      if (!call || !model || !answer || !('text' in answer.body)) return [];
      const { receipt, origin } = JSON.parse(answer.body.text) as { receipt: string; origin: string };
      const { id, model: modelId, startedAt, holdCents } = call;
      return [{ receipt, facts: { id, owner, modelId, model, key, idempotencyKey: '', startedAt, holdCents, origin } }];
    });
  }

  /** It goes on: what it holds is held again. */
  resumed({ facts: { id } }: LiveCall): void {
    this.#deps.store.router.updateCall(id, { endedAt: null });
  }

  /** The caller was told something while the model goes on, or is stopped. */
  told(live: LiveCall, problem: RouterProblem, { frees }: { frees: boolean }): void {
    const { owner, id, key } = live.facts;
    this.#deps.store.transaction(
      () => {
        this.#deps.store.router.updateCall(id, { status: problem.status, bucket: problem.bucket });
        if (frees && key !== null) this.#deps.store.router.removeKey(owner, key);
      },
      { quick: true },
    );
  }

  /** Those of an answer as it goes out now. */
  headersOf({ facts }: LiveCall, answer: Answered): Record<string, string> {
    return answerHeaders(answer, this.#deps.clock.now() - facts.startedAt);
  }

  /** @param body null: there is nothing that could be given again. */
  answered(live: LiveCall, answer: Answered, body: RecordedBody | null): CallRecord | null {
    const { contentType } = answer;
    const patch: KeyPatch = body
      ? { state: 'answered', answer: { status: 200, contentType, body, headers: this.headersOf(live, answer) } }
      : { state: 'consumed' };
    return this.#end(
      live,
      { status: 200, bucket: null, charged: !live.facts.model.isFree, creditsUsed: answer.creditsUsed ?? null },
      patch,
    );
  }

  /**
   * What must not reach the provider a second time stays with its key, so that only a new one calls it again: the response
   * may be lost on its way, and is then asked for with the same key.
   * @param wasTold a request waited for it
   */
  failed(
    live: LiveCall,
    { problem, outcome, wasTold }: { problem: RouterProblem; outcome: CallOutcome; wasTold: boolean },
  ): CallRecord | null {
    const { status, bucket } = problem;
    const isFinal = FINAL_REFUSALS.has(status) || isKeptFailure(outcome, live.facts.model);
    const answer: RecordedResponse = {
      status,
      contentType: 'application/json',
      body: { text: problemBody(problem) },
      headers: problemHeaders(problem),
    };
    const patch: KeyPatch | null = isFinal
      ? { state: 'answered', answer }
      : wasTold
        ? null
        : { state: 'failed', answer };
    return this.#end(live, { status, bucket, charged: chargeOf(live, problem, outcome) }, patch);
  }

  /** It was given up before, and whoever asked was told so. */
  abandoned(live: LiveCall, { isMade }: { isMade: boolean }): CallRecord | null {
    const { store, clock } = this.#deps;
    const { id, owner, key, model } = live.facts;
    const charged = model.isFree ? false : isMade || (live.isAccepted ? null : false);
    return store.transaction(() => {
      const call = store.router.call(id);
      const patch = { endedAt: clock.now(), charged };
      store.router.updateCall(id, patch);
      // Where the gateway ends before anything was accepted, the key may run it again; by now another call may have it.
      if (charged === false && key !== null && store.router.key(owner, key)?.callId === id) {
        store.router.removeKey(owner, key);
      }
      return call && { ...call, ...patch };
    });
  }

  /** @param keyPatch null: the key is free again. */
  #end(live: LiveCall, outcome: CallPatch, keyPatch: KeyPatch | null): CallRecord | null {
    const { store, clock } = this.#deps;
    const { owner, id, key } = live.facts;
    return store.transaction(
      () => {
        const call = store.router.call(id);
        // What the caller was told before stays: that it left, or that the deadline came.
        const told = call && call.status !== null ? { status: call.status, bucket: call.bucket } : {};
        const patch = { ...outcome, ...told, endedAt: clock.now() };
        store.router.updateCall(id, patch);
        if (key !== null && keyPatch) store.router.updateKey(owner, key, keyPatch);
        else if (key !== null) store.router.removeKey(owner, key);
        return call && { ...call, ...patch };
      },
      { quick: true },
    );
  }

  /**
   * What a killed process left. A call that no upstream had taken is as if it had never been, and its key is free. Of one that
   * was taken nobody knows the outcome: its key must not run it again.
   */
  recover(): void {
    const { store, clock } = this.#deps;
    store.transaction(() => {
      const free = store.router.begunKeys();
      for (const { owner, key } of free) store.router.removeKey(owner, key);
      const untaken = new Set(free.map(({ callId }) => callId));
      for (const { id, status, bucket, charged } of store.router.unendedCalls()) {
        // What its caller was told before stays.
        const told = status === null ? ({ status: 500, bucket: 'internal_error' } as const) : { status, bucket };
        store.router.updateCall(id, { ...told, endedAt: clock.now(), charged: untaken.has(id) ? false : charged });
      }
    });
  }

  /** Takes away keys whose time is over, with their answers, and calls past the retention of this gateway. */
  async sweep(): Promise<void> {
    const { store, clock, settings } = this.#deps;
    const now = clock.now();
    for (;;) {
      const old = store.router.keysClaimedBefore(now - RUN_KEY_LIFETIME_MS, BATCH);
      store.transaction(() => {
        for (const { owner, key } of old) store.router.removeKey(owner, key);
      });
      for (const { answer } of old) {
        if (answer && 'blob' in answer.body) await collectBlob(this.#deps, answer.body.blob);
      }
      if (old.length < BATCH) break;
    }
    store.router.removeCallsEndedBefore(now - settings.retentionMs);
  }
}

function isKeptFailure(outcome: CallOutcome, { isRepeatable = false }: RouterModel): boolean {
  return outcome === 'unknown' || (outcome === 'refused' && !isRepeatable);
}

/** Those of the answer itself, which a repetition restates. */
function answerHeaders({ creditsUsed, upstreamStatus }: Answered, callMs: number): Record<string, string> {
  return {
    [ROUTER_HEADERS.callMs]: String(callMs),
    ...(creditsUsed === undefined ? {} : { [ROUTER_HEADERS.creditsUsed]: creditsUsed }),
    ...(upstreamStatus === undefined ? {} : { [ROUTER_HEADERS.upstreamStatus]: String(upstreamStatus) }),
  };
}

/** Whether a call that failed is charged; null: only the provider knows. */
function chargeOf({ facts }: LiveCall, { bucket }: RouterProblem, outcome: CallOutcome): boolean | null {
  if (facts.model.isFree) return false;
  if (bucket === 'content_policy_violation') {
    const fact = facts.model.chargesOnPolicyRejection;
    return fact === 'unknown' ? null : fact === 'yes';
  }
  return outcome === 'refused' || outcome === 'not_run' ? false : null;
}
