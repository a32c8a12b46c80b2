import { IDEMPOTENCY_KEY_LIFETIME_MS } from './submission-keys';
import { collectBlob } from '../assets/collect-blob';
import type { AppDeps } from '../deps';
import type { JobRecord } from '../storage/store';

/** After `expires_at` the record answers this much longer, so that a client learns how the job ended (J-8.10). */
export const RECORD_GRACE_MS = 3600 * 1000;

/** Timers count to about 24 days only, and a laptop that sleeps stops them: the sweep looks at the clock this often. */
const MAX_SWEEP_INTERVAL_MS = 3600 * 1000;
/** After a store that refused a write. */
const RETRY_MS = 5000;
const BATCH = 100;
/** Less is the work of a time server that keeps the clock right. */
const MIN_JUMP_MS = 10_000;

type RetentionDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'log'>;

/** The record is no longer answered, whether or not the sweep has come by. */
export function isGone(job: JobRecord, now: number): boolean {
  return now >= job.expiresAt + RECORD_GRACE_MS;
}

/** Ends jobs whose retention is over and takes away what is past its grace: records, outputs, bytes and old keys. */
export class Retention {
  readonly #deps: RetentionDeps;
  readonly #expire: (jobId: string) => void;
  /** `expires_at` of unfinished jobs. */
  readonly #deadlines = new Map<string, number>();
  #timer: { at: number; takeBack: () => void } | null = null;
  /** When the clock was looked at last. */
  #seen: { now: number; uptime: number };
  #isOpen = false;

  constructor(deps: RetentionDeps, expire: (jobId: string) => void) {
    this.#deps = deps;
    this.#expire = expire;
    this.#seen = { now: deps.clock.now(), uptime: deps.clock.uptime() };
  }

  start(): void {
    this.#isOpen = true;
    this.#sweep();
  }

  close(): void {
    this.#isOpen = false;
    this.#timer?.takeBack();
    this.#timer = null;
  }

  watch(jobId: string, expiresAt: number): void {
    this.#deadlines.set(jobId, expiresAt);
    if (this.#isOpen && this.#timer && expiresAt < this.#timer.at) this.#schedule();
  }

  /**
   * Looks whether the clock was set forward since the last look, and then lets jobs keep the time that they had left: those
   * that were taken while it was wrong would be gone otherwise, however short ago that was. Of the others that it concerns,
   * which have less time left than the clock jumped, none goes early. Asked before any record is answered or removed.
   */
  noticeClock(): void {
    const { clock, store, log } = this.#deps;
    const seen = { now: clock.now(), uptime: clock.uptime() };
    const after = this.#seen.now + (seen.uptime - this.#seen.uptime);
    const byMs = Math.round(seen.now - after);
    if (byMs >= MIN_JUMP_MS) {
      const until = seen.now + byMs;
      try {
        store.transaction(() => {
          store.jobs.postpone({ after, until, byMs });
          store.assets.postpone({ after, until, byMs });
        });
      } catch (error) {
        log.error({ err: error }, 'The clock was set, and the deadlines of jobs could not be corrected; trying again');
        return;
      }
      log.warn({ byMs }, 'The clock was set forward; jobs keep the time that they had left');
      for (const [id, deadline] of this.#deadlines) {
        if (deadline > after && deadline <= until) this.#deadlines.set(id, deadline + byMs);
      }
    }
    this.#seen = seen;
  }

  isWatching(jobId: string): boolean {
    return this.#deadlines.has(jobId);
  }

  forget(jobId: string): void {
    this.#deadlines.delete(jobId);
  }

  #schedule(soonestMs = 0): void {
    this.#timer?.takeBack();
    const now = this.#deps.clock.now();
    let at = now + MAX_SWEEP_INTERVAL_MS;
    for (const deadline of this.#deadlines.values()) at = Math.min(at, Math.max(now + soonestMs, deadline));
    this.#timer = { at, takeBack: this.#deps.clock.after(at - now, () => this.#sweep()) };
  }

  #sweep(): void {
    this.noticeClock();
    const now = this.#deps.clock.now();
    let hasFailed = false;
    try {
      for (const [id, deadline] of this.#deadlines) {
        if (deadline > now) continue;
        this.#expire(id);
        this.#deadlines.delete(id);
      }
      this.#deps.store.keys.removeClaimedBefore(now - IDEMPOTENCY_KEY_LIFETIME_MS);
      this.#removeRecords(now);
    } catch (error) {
      hasFailed = true;
      this.#deps.log.error({ err: error }, 'The sweep of expired records failed and will be tried again');
    }
    if (this.#isOpen) this.#schedule(hasFailed ? RETRY_MS : 0);
  }

  #removeRecords(now: number): void {
    const { store, log } = this.#deps;
    for (;;) {
      const jobs = store.jobs.expiredBefore(now - RECORD_GRACE_MS, BATCH);
      if (jobs.length === 0) return;
      const blobs = store.transaction(() => {
        const outputs = store.jobs.outputs(jobs.map((job) => job.id));
        for (const job of jobs) store.jobs.remove(job.id);
        return [...outputs.values()].flat().map((output) => output.asset.blob);
      });
      this.#collect(blobs).catch((error: unknown) => {
        log.error({ err: error }, 'Could not remove bytes that no record refers to; the sweep at the next start will');
      });
      if (jobs.length < BATCH) return;
    }
  }

  async #collect(blobs: readonly (string | null)[]): Promise<void> {
    for (const blob of blobs) await collectBlob(this.#deps, blob);
  }
}
