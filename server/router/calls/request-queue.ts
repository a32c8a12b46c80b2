import type { ReadBucket } from '@contract/router/errors';
import { ROUTER_HEADERS } from '@contract/router/headers';
import { RESULT_LIFETIME_MS } from '@contract/router/queue-schemas';
import { collectBlob } from '../../assets/asset-records';
import type { AppDeps } from '../../deps';
import type { HttpError } from '../../http/http-error';
import type { NewRequest, RequestRecord, StoredBytes } from '../../storage/request-records';
import type { RecordedResponse, RequestIdentity } from '../../storage/router-records';
import { admit, requireDiskSpace } from './admission';
import type { Catalog } from '../catalog/catalog';
import type { ActiveCall } from './active-call';
import type { ModelCalls } from './model-calls';
import { storedBytes } from '../responses/recorded-response';
import { requestKey, requestOfKey } from './request-key';
import { isRouterError, recordedError, routerError, withOutcome } from '../router-error';

const SWEEP_INTERVAL_MS = 3600 * 1000;
/** A request that was not admitted within one day is given up. */
const MAX_WAIT_MS = 24 * 3600 * 1000;
/** Delay before a failed store write is retried. */
const RETRY_MS = 5000;
const BATCH = 100;
/** Empty identity: nothing is compared, since the key is the gateway's own. */
const NO_IDENTITY: RequestIdentity = { method: 'POST', target: '', bodyHash: '' };

type QueueDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'newId' | 'sign' | 'settings' | 'log' | 'isDiskFull'>;

/**
 * Queued delivery (decision 044). A request waits until the call limits admit it; then it is a regular call under a key of
 * the gateway. The outcome of that call is read from the record of the key, also after a restart.
 */
export class RequestQueue {
  readonly #deps: QueueDeps;
  readonly #calls: ModelCalls;
  readonly #catalog: Catalog;
  /** Ids of requests whose running call was asked to stop. */
  readonly #canceled = new Set<string>();
  readonly #timers = new Map<'sweep' | 'dispatch', () => void>();
  #state: 'new' | 'open' | 'closed' = 'new';
  #isDispatching = false;
  #isWoken = false;

  constructor(deps: QueueDeps, calls: ModelCalls, catalog: Catalog) {
    this.#deps = deps;
    this.#calls = calls;
    this.#catalog = catalog;
    calls.onEnd((live) => this.#onCallEnd(live));
  }

  /** Must be called after the calls of the previous process are resumed or given up. */
  start(): void {
    this.#state = 'open';
    for (const request of this.#deps.store.requests.running()) this.#recover(request);
    for (const request of this.#deps.store.requests.restored()) this.#settleRestored(request);
    this.#sweep();
    this.#wake();
  }

  /** Stops the queue. Requests whose calls the shutdown stops stay incomplete; the next start determines their outcome. */
  close(): void {
    this.#state = 'closed';
    for (const takeBack of this.#timers.values()) takeBack();
  }

  /** @throws HttpError `queue_backlog_full`, or `service_unavailable` if the disk is full */
  submit(request: NewRequest, input: StoredBytes, claim: { key: string; identity: RequestIdentity } | null): void {
    const { store, settings } = this.#deps;
    const { id, owner, createdAt } = request;
    requireDiskSpace(this.#deps);
    store.transaction(() => {
      if (store.requests.countQueued(owner) >= settings.queueDepth) {
        const detail = `${settings.queueDepth} requests are waiting, as many as are allowed. Retry when one has started`;
        const headers = { [ROUTER_HEADERS.retryAfter]: '5' };
        throw withOutcome(routerError('queue_backlog_full', detail, { headers }), 'not_run');
      }
      store.requests.insert(request, input);
      if (!claim) return;
      // An expired key may not have been swept yet.
      store.router.removeKey(owner, claim.key);
      store.router.insertKey({
        ...claim.identity,
        owner,
        key: claim.key,
        claimedAt: createdAt,
        callId: id,
        state: 'queued',
        response: null,
      });
    });
    this.#wake();
  }

  /**
   * Cancels a waiting request at once. A running one is stopped if stopping certainly costs nothing, or if its provider
   * supports cancellation. Otherwise it finishes, and its result can be read.
   */
  cancel({ id, owner, phase }: RequestRecord): void {
    if (phase === 'queued') this.#completeWith(id, canceled('not_run'));
    if (phase !== 'running') return;
    const run = this.#deps.store.router.key(owner, requestKey(id));
    const live = run && this.#calls.live(run.callId);
    if (!live) return;
    const { model } = live.facts;
    const hasReceipt = run.response !== null;
    if (live.isAccepted && !model.isFree && !(hasReceipt && model.canCancel)) return;
    this.#canceled.add(id);
    live.giveUp();
  }

  #wake(): void {
    this.#isWoken = true;
    if (this.#state !== 'open' || this.#isDispatching) return;
    this.#isDispatching = true;
    void this.#dispatch()
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'A queued request could not be started, which will be tried again');
        this.#wakeAfter(RETRY_MS);
      })
      .finally(() => {
        this.#isDispatching = false;
        if (this.#isWoken) this.#wake();
      });
  }

  #wakeAfter(ms: number): void {
    this.#set('dispatch', ms, () => this.#wake());
  }

  async #dispatch(): Promise<void> {
    while (this.#isWoken && this.#state === 'open') {
      this.#isWoken = false;
      for (const request of this.#deps.store.requests.nextQueued()) {
        if (await this.#begin(request)) this.#isWoken = true;
      }
    }
  }

  /** @returns `true` if the next request may be tried */
  async #begin({ id, owner, model: modelId, origin }: RequestRecord): Promise<boolean> {
    const { store, clock, sign, newId } = this.#deps;
    const model = this.#catalog.current().models.get(modelId);
    if (!model) {
      this.#completeWith(id, routerError('model_not_found', `Model ${modelId} no longer exists`));
      return true;
    }
    const holdCents = model.holdCents ?? 0;
    if (!this.#isAdmitted(owner, holdCents)) return false;
    const body = await this.#readInput(id);
    // Meanwhile the caller may have canceled it, and other calls may have started.
    if (this.#state !== 'open') return false;
    if (store.requests.get(id)?.phase !== 'queued') return true;
    if (!body) {
      this.#completeWith(id, routerError('internal_error', 'The input of the request is no longer there'));
      return true;
    }
    if (!this.#isAdmitted(owner, holdCents)) return false;
    const details = {
      // A request that restarts after a gateway restart is a new call.
      id: store.router.call(id) ? newId() : id,
      owner,
      modelId,
      model,
      key: requestKey(id),
      idempotencyKey: sign(['idempotency key of a queued request', owner, id].join('\n')),
      startedAt: clock.now(),
      holdCents,
      origin,
    };
    this.#setPhase(id, 'running');
    try {
      this.#calls.begin(details, NO_IDENTITY, body);
    } catch (error) {
      this.#setPhase(id, 'queued');
      throw error;
    }
    return true;
  }

  /** Checks the limits. If not admitted, dispatch is retried when a call finishes or the rate window has moved on. */
  #isAdmitted(owner: string, holdCents: number): boolean {
    const { store, settings, clock, isDiskFull } = this.#deps;
    if (isDiskFull?.()) {
      this.#wakeAfter(RETRY_MS);
      return false;
    }
    try {
      admit(store, settings, { owner, holdCents, now: clock.now() });
      return true;
    } catch (error) {
      if (!isRouterError(error)) throw error;
      const waitS = Number(error.headers[ROUTER_HEADERS.retryAfter] ?? 0);
      if (waitS > 0) this.#wakeAfter(waitS * 1000);
      return false;
    }
  }

  async #readInput(id: string): Promise<Uint8Array | null> {
    const input = this.#deps.store.requests.input(id);
    const bytes = input && (await storedBytes(input, this.#deps));
    return bytes && new Uint8Array(await new Response(bytes).arrayBuffer());
  }

  #onCallEnd(live: ActiveCall): void {
    if (this.#state !== 'open') return;
    const id = requestOfKey(live.facts.key);
    if (id !== null) this.#finish(id, this.#reasonOf(id, live));
    this.#wake();
  }

  /** Returns the reason why a finished call left no response with its key. */
  #reasonOf(id: string, { signal }: ActiveCall): HttpError<ReadBucket> {
    if (this.#canceled.delete(id)) return canceled('unknown');
    if (signal.aborted) return routerError('deadline_exceeded', 'The model did not finish within a day');
    return withOutcome(routerError('internal_error', 'What the model made could not be recorded'), 'unknown');
  }

  /** Restores a request of the previous process: its call may continue, have finished, or be unknown. */
  #recover({ id, owner }: RequestRecord): void {
    const { store } = this.#deps;
    const run = store.router.key(owner, requestKey(id));
    // No provider had accepted it.
    if (!run) this.#setPhase(id, 'queued');
    else if (!this.#calls.live(run.callId)) {
      const detail = 'The gateway was stopped while the model worked. What it made is lost, and may have been charged';
      this.#finish(id, withOutcome(routerError('internal_error', detail), 'unknown'));
    }
  }

  /** A call that costs nothing runs, maybe again. Any other one is not sent again: its caller decides, who may have its result. */
  #settleRestored({ id, model }: RequestRecord): void {
    if (this.#catalog.current().models.get(model)?.isFree) {
      this.#setPhase(id, 'queued');
      return;
    }
    const detail =
      'The request was queued when the backup was made from which this gateway was restored. It may have run since, so it was not sent again';
    this.#completeWith(id, withOutcome(routerError('internal_error', detail), 'unknown'));
  }

  /** @param otherwise error for a request whose call left no response */
  #finish(id: string, otherwise: HttpError<ReadBucket>): void {
    const { store, log } = this.#deps;
    try {
      const owner = store.requests.get(id)?.owner ?? '';
      const run = store.router.key(owner, requestKey(id));
      const kept = run?.state === 'answered' || run?.state === 'failed' ? run.response : null;
      const lost = run?.state === 'consumed' ? notStored() : otherwise;
      const whole = kept ?? recordedError(lost);
      const input = store.requests.input(id);
      store.transaction(
        () => {
          this.#complete(id, whole);
          store.router.removeKey(owner, requestKey(id));
        },
        // Synced if an input blob is deleted: otherwise a power cut could restore the request without its input.
        { quick: !(input && 'blob' in input) },
      );
      this.#dropInput(input);
    } catch (error) {
      // Still `running`: the next start completes it.
      log.error({ err: error, requestId: id }, 'The result of a queued request could not be recorded');
    }
  }

  #completeWith(id: string, error: HttpError<ReadBucket>): void {
    const input = this.#deps.store.requests.input(id);
    this.#complete(id, recordedError(error));
    this.#dropInput(input);
  }

  #complete(id: string, response: RecordedResponse): void {
    const { store, clock } = this.#deps;
    // Of one of our own error responses.
    const errorType = response.status < 400 ? null : (response.headers[ROUTER_HEADERS.errorType] as ReadBucket);
    store.requests.complete(id, { completedAt: clock.now(), errorType, response });
  }

  #dropInput(input: StoredBytes | null): void {
    if (!input || !('blob' in input)) return;
    collectBlob(this.#deps, input.blob).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'The input of a queued request could not be removed'),
    );
  }

  /** Stores the phase without a sync. After a power cut, the next start derives it from the call record. */
  #setPhase(id: string, phase: 'queued' | 'running'): void {
    const { store } = this.#deps;
    store.transaction(() => store.requests.setPhase(id, phase), { quick: true });
  }

  #sweep(): void {
    const { store, clock, settings, log } = this.#deps;
    const now = clock.now();
    try {
      for (const { id } of store.requests.queuedBefore(now - MAX_WAIT_MS, BATCH)) {
        const error = routerError('queue_timeout', 'The request waited for a day and was not started');
        this.#completeWith(id, withOutcome(error, 'not_run'));
      }
      const blobs = store.transaction(() => store.requests.deleteResponsesBefore(now - RESULT_LIFETIME_MS));
      store.requests.removeCompletedBefore(now - Math.max(RESULT_LIFETIME_MS, settings.retentionMs));
      void Promise.all(blobs.map((blob) => collectBlob(this.#deps, blob))).catch((error: unknown) =>
        log.warn({ err: error }, 'Old results of queued requests could not be removed'),
      );
    } catch (error) {
      log.error({ err: error }, 'The sweep of queued requests failed and will be tried again');
    }
    this.#set('sweep', SWEEP_INTERVAL_MS, () => this.#sweep());
  }

  #set(name: 'sweep' | 'dispatch', ms: number, work: () => void): void {
    this.#timers.get(name)?.();
    if (this.#state !== 'closed') this.#timers.set(name, this.#deps.clock.after(ms, work));
  }
}

function canceled(outcome: 'not_run' | 'unknown'): HttpError<ReadBucket> {
  return withOutcome(routerError('cancelled', 'The request was canceled by its caller'), outcome);
}

function notStored(): HttpError<ReadBucket> {
  const detail = 'The model ran, but its result could not be stored: the disk is full, or it is longer than 2 GiB';
  return withOutcome(routerError('internal_error', detail), 'unknown');
}
