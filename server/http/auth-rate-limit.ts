import type { Clock } from '../clock';

/** Maximum number of wrong tokens per client IP and window; further attempts are rejected until the window ends. */
export const MAX_FAILED_ATTEMPTS = 20;
export const FAILED_ATTEMPTS_WINDOW_MS = 60_000;

/** Bounds memory against attackers with many IP addresses: the oldest entry is dropped. */
const MAX_ADDRESSES = 10_000;

interface Window {
  since: number;
  count: number;
}

/** Counts wrong tokens by client IP, to slow down guessing and report it in the log. */
export class FailedAuthLimiter {
  readonly #clock: Clock;
  readonly #onLimit: (url: string) => void;
  readonly #windows = new Map<string, Window>();

  /** @param onLimit called once per window for each client IP that reaches the limit */
  constructor(clock: Clock, onLimit: (url: string) => void = () => {}) {
    this.#clock = clock;
    this.#onLimit = onLimit;
  }

  /** Counts a wrong token. @returns whole seconds until the window ends if the client is over the limit, else 0 */
  note(url: string): number {
    const window = this.#current(url) ?? this.#open(url);
    window.count += 1;
    if (window.count === MAX_FAILED_ATTEMPTS) this.#onLimit(url);
    if (window.count <= MAX_FAILED_ATTEMPTS) return 0;
    return Math.max(1, Math.ceil((window.since + FAILED_ATTEMPTS_WINDOW_MS - this.#clock.now()) / 1000));
  }

  #open(url: string): Window {
    const window = { since: this.#clock.now(), count: 0 };
    this.#windows.delete(url);
    this.#windows.set(url, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MAX_ADDRESSES && oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }

  /** Returns the current window, if any. A clock that was set back also ends the window, so that no client waits for hours. */
  #current(url: string): Window | null {
    const window = this.#windows.get(url);
    if (!window) return null;
    const age = this.#clock.now() - window.since;
    return age >= 0 && age < FAILED_ATTEMPTS_WINDOW_MS ? window : null;
  }
}
