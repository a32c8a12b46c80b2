import type { Clock } from '../../clock';

/**
 * Runs `work` on request, at most once per `intervalMs`; the last request is always served. The first one is served at once,
 * unless `lastRun` shows that an interval is in progress.
 */
export class Throttle {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #work: () => void;
  #lastRun: number;
  #takeBack: (() => void) | null = null;

  constructor(clock: Clock, intervalMs: number, work: () => void, lastRun = -Infinity) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#work = work;
    this.#lastRun = lastRun;
  }

  request(): void {
    if (this.#takeBack) return;
    // Limits the wait if the clock was set back.
    const wait = Math.min(this.#intervalMs, this.#lastRun + this.#intervalMs - this.#clock.now());
    if (wait <= 0) this.#run();
    else this.#takeBack = this.#clock.after(wait, () => this.#run());
  }

  /** Runs pending work immediately. */
  flush(): void {
    if (this.#takeBack) this.#run();
  }

  stop(): void {
    this.#takeBack?.();
    this.#takeBack = null;
  }

  #run(): void {
    this.stop();
    this.#lastRun = this.#clock.now();
    this.#work();
  }
}
