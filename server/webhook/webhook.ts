import { BATCH_LABEL } from '@contract/console/job-title';
import { WebhookAttempt, type WebhookState } from '@contract/console/webhook';
import { WebhookSettings, type EndedBatch, type WebhookChange } from '@contract/console/webhook-changes';
import type { AppDeps } from '../deps';
import { secretsOfWebhook } from '../redaction';
import type { JobRecord } from '../storage/job-record';
import type { WebhookDelivery } from '../storage/webhook-records';
import { batchEnded, jobEnded, WebhookEvent } from './webhook-event';
import { WebhookFailure, webhookRequest } from './webhook-request';

export type WebhookDeps = Pick<
  AppDeps,
  'clock' | 'log' | 'newId' | 'store' | 'settings' | 'listeningAddress' | 'sendWebhook' | 'webhook'
>;

/** Events that wait, at most: the oldest are given up first. */
const MAX_WAITING = 1000;
const MAX_AGE_MS = 24 * 3600 * 1000;
const FIRST_RETRY_MS = 5000;
const MAX_RETRY_MS = 30 * 60 * 1000;
const STORE_RETRY_MS = 60 * 1000;
/** For the connection and the head of the response together. */
const ATTEMPT_MS = 15_000;

/**
 * Reports ended jobs and batches to a URL, at least once: an event is stored in the transaction in which its job ends, and removed
 * once the receiver has taken it, so that a kill at any time repeats it at most (decision 118).
 */
export class Webhook {
  readonly #deps: WebhookDeps;
  readonly #stop = new AbortController();
  #cancelTimer: (() => void) | null = null;
  /** The delivery in progress. */
  #work: Promise<void> | null = null;

  constructor(deps: WebhookDeps) {
    this.#deps = deps;
  }

  /** Call before any job may end. */
  start(): void {
    const { store } = this.#deps;
    store.webhook.onJobEnd = (job) => this.#noteJob(job);
    // A process that is started without a webhook leaves none of its events to a later one.
    if (this.#settings() === null) store.webhook.removeAll();
    this.#plan();
  }

  async close(): Promise<void> {
    this.#deps.store.webhook.onJobEnd = null;
    this.#cancelTimer?.();
    this.#stop.abort();
    await this.#work;
  }

  get isSetByFlags(): boolean {
    return this.#deps.webhook !== undefined;
  }

  /** What must not appear in a report that a user shares. */
  secrets(): string[] {
    const settings = this.#settings();
    return settings === null ? [] : secretsOfWebhook(settings);
  }

  state(): WebhookState {
    const { webhook } = this.#deps.store;
    const settings = this.#settings();
    const { secret, ...shown } = settings ?? { secret: null };
    return {
      webhook: 'url' in shown ? { ...shown, has_secret: secret !== null } : null,
      set_by_flags: this.isSetByFlags,
      waiting: webhook.count(),
      next_attempt_at: webhook.nextAt(),
      given_up: Number(webhook.state('given_up') ?? 0),
      last_attempt: this.#lastAttempt(),
      last_delivered_at: numberOrNull(webhook.state('last_delivered_at')),
    };
  }

  /** Events that wait go to the new URL at once. */
  change({ webhook: next }: WebhookChange): void {
    const { store, clock } = this.#deps;
    const secret = next?.secret === undefined ? (this.#settings()?.secret ?? null) : next.secret;
    store.transaction(() => {
      store.webhook.setState('settings', next === null ? null : JSON.stringify({ ...next, secret }));
      for (const name of ['given_up', 'last_attempt', 'last_delivered_at']) store.webhook.setState(name, null);
      if (next === null) store.webhook.removeAll();
      else store.webhook.hasten(clock.now());
    });
    this.#plan();
  }

  /** Delivers a test event, without the queue. `null`: there is no webhook. */
  async test(): Promise<WebhookAttempt | null> {
    const { clock, newId } = this.#deps;
    const settings = this.#settings();
    if (settings === null) return null;
    const event = { type: 'test', time: new Date(clock.now()).toISOString() } as const;
    const attempt = await this.#attempt(settings, `test_${newId()}`, event);
    this.#record(attempt);
    return attempt;
  }

  /** A batch that continues and ends again is another event. */
  noteBatch(batch: EndedBatch): void {
    if (this.#settings() === null) return;
    this.#put(`batch_${batch.id}_${batch.ended_at}`, batchEnded(batch));
  }

  #noteJob(job: JobRecord): void {
    const settings = this.#settings();
    if (settings === null) return;
    if (settings.jobs === 'outside_batches' && job.labels[BATCH_LABEL] !== undefined) return;
    const outputs = this.#deps.store.jobs.outputs([job.id]).get(job.id) ?? [];
    this.#put(
      `job_${job.id}`,
      jobEnded(
        job,
        outputs.map(({ name }) => name),
      ),
    );
  }

  /** The id is the same if the event is noted again. */
  #put(id: string, event: WebhookEvent): void {
    const { store, clock } = this.#deps;
    const now = clock.now();
    store.webhook.put({ id, event: JSON.stringify(event), createdAt: now, attempts: 0, nextAt: now });
    this.#prune();
    // After the transaction.
    queueMicrotask(() => this.#plan());
  }

  #prune(): void {
    const { store, clock, log } = this.#deps;
    const dropped = store.webhook.prune(clock.now() - MAX_AGE_MS, MAX_WAITING);
    if (dropped === 0) return;
    const before = Number(store.webhook.state('given_up') ?? 0);
    store.webhook.setState('given_up', String(before + dropped));
    log.warn({ events: dropped }, 'Events of the webhook were given up');
  }

  /** Sets the timer for the next attempt, unless one is in progress. */
  #plan(afterMs = 0): void {
    const { store, clock } = this.#deps;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#stop.signal.aborted || this.#work) return;
    const next = store.webhook.nextAt();
    if (next === null) return;
    // After the clock was set back, too, nothing waits for longer.
    const waitMs = Math.min(Math.max(next - clock.now(), afterMs, 0), MAX_RETRY_MS);
    this.#cancelTimer = clock.after(waitMs, () => {
      this.#work = this.#takeTurn();
    });
  }

  async #takeTurn(): Promise<void> {
    let pauseMs = 0;
    try {
      await this.#deliverDue();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'Could not deliver the webhook; trying again');
      pauseMs = STORE_RETRY_MS;
    }
    this.#work = null;
    this.#plan(pauseMs);
  }

  async #deliverDue(): Promise<void> {
    const { store, clock } = this.#deps;
    for (;;) {
      const settings = this.#settings();
      if (settings === null || this.#stop.signal.aborted) return;
      this.#prune();
      const delivery = store.webhook.due(clock.now());
      if (delivery === null) return;
      // What a power loss could undo is not reported.
      await store.synced();
      const attempt = await this.#attempt(settings, delivery.id, WebhookEvent.parse(JSON.parse(delivery.event)));
      if (this.#stop.signal.aborted) return;
      store.transaction(() => {
        if (attempt.problem === null) store.webhook.remove(delivery.id);
        else this.#postpone(delivery);
        this.#record(attempt);
      });
    }
  }

  #postpone({ id, attempts }: WebhookDelivery): void {
    const { store, clock } = this.#deps;
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** attempts, MAX_RETRY_MS);
    store.webhook.postpone(id, attempts + 1, clock.now() + waitMs);
  }

  async #attempt(settings: WebhookSettings, id: string, event: WebhookEvent): Promise<WebhookAttempt> {
    const { clock, sendWebhook } = this.#deps;
    const { host } = new URL(settings.url);
    const now = clock.now();
    const tried = { at: now, type: event.type };
    if (!sendWebhook) return { ...tried, status: null, problem: 'This gateway cannot reach other servers.' };
    const timeout = new AbortController();
    const cancel = clock.after(ATTEMPT_MS, () => timeout.abort());
    try {
      const request = await webhookRequest(settings, { id, event, origin: this.#origin(), now });
      const status = await sendWebhook(request, AbortSignal.any([this.#stop.signal, timeout.signal]));
      return { ...tried, status, problem: problemOf(status, host) };
    } catch (error) {
      if (timeout.signal.aborted) return { ...tried, status: null, problem: `${host} did not respond in time.` };
      // Of the message of any other error it is not known what it contains.
      const reason = error instanceof WebhookFailure ? error.message : 'could not be reached';
      return { ...tried, status: null, problem: `${host} ${reason}.` };
    } finally {
      cancel();
    }
  }

  #record(attempt: WebhookAttempt): void {
    const { store, log } = this.#deps;
    store.webhook.setState('last_attempt', JSON.stringify(attempt));
    if (attempt.problem === null) store.webhook.setState('last_delivered_at', String(attempt.at));
    else log.warn({ event: attempt.type, status: attempt.status }, `The webhook failed: ${attempt.problem}`);
  }

  #origin(): string {
    const { settings, listeningAddress } = this.#deps;
    return settings.publicUrl ?? listeningAddress ?? '';
  }

  #settings(): WebhookSettings | null {
    const { webhook: fromFlags, store } = this.#deps;
    if (fromFlags) return fromFlags;
    const text = store.webhook.state('settings');
    return text === null ? null : (WebhookSettings.safeParse(JSON.parse(text)).data ?? null);
  }

  #lastAttempt(): WebhookAttempt | null {
    const text = this.#deps.store.webhook.state('last_attempt');
    return text === null ? null : WebhookAttempt.parse(JSON.parse(text));
  }
}

function problemOf(status: number, host: string): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `${host} redirects (${status}), which is not followed. Enter the final URL.`;
  return `${host} responded with ${status}.`;
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}
