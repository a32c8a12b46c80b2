import { IDEMPOTENCY_KEY_LIFETIME_MS, type JobRecord } from '../../storage/store';
import { collectBlob } from '../../assets/asset-records';
import type { AppDeps } from '../../deps';

/** Grace period after `expires_at` in which the record is still returned, so that clients learn the outcome (J-8.10). */
export const RECORD_GRACE_MS = 3600 * 1000;

/** Sweep interval. A single long timer is not enough: timers are limited to about 24 days and stop while a laptop sleeps. */
const MAX_SWEEP_INTERVAL_MS = 3600 * 1000;
/** Retry delay after a failed store write. */
const RETRY_MS = 5000;
const BATCH = 100;
/** Smaller clock changes are ordinary NTP corrections. */
const MIN_JUMP_MS = 10_000;

type RetentionDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'log'>;

/** Returns true if the record is no longer returned, even if the sweep has not deleted it yet. */
export function isGone(job: JobRecord, now: number): boolean {
  return now >= job.expiresAt + RECORD_GRACE_MS;
}

/** Expires jobs at the end of their retention, and deletes records, outputs, blobs and old idempotency keys after the grace period. */
export class Retention {
  readonly #deps: RetentionDeps;
  readonly #expire: (jobId: string) => void;
  /** `expires_at` of unfinished jobs. */
  readonly #deadlines = new Map<string, number>();
  #timer: { at: number; takeBack: () => void } | null = null;
  /** Time of the last clock check. */
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
   * Detects a clock that was set forward since the last check, and extends `expires_at` so that jobs keep their remaining time.
   * Otherwise jobs that were submitted while the clock was wrong would expire at once. No other job with less time left than
   * the jump expires early. Called before any record is returned or removed.
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
      log.warn({ byMs }, 'The clock was set forward; jobs retain their remaining time');
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
