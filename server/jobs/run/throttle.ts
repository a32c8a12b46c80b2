import type { Clock } from '../../clock';

/**
 * Runs `work` when asked, but at most once in `intervalMs`; the last time asked always counts. The first time is at
 * once, unless `lastRun` says that an interval is under way.
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
    // A clock that was set back by hours must not make the wait as long.
    const wait = Math.min(this.#intervalMs, this.#lastRun + this.#intervalMs - this.#clock.now());
    if (wait <= 0) this.#run();
    else this.#takeBack = this.#clock.after(wait, () => this.#run());
  }

  /** Runs what still waits, without waiting. */
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
