import type { Clock } from '../clock';

/** Wrong tokens that one address may send within the window; after that it is told to wait until the window is over. */
export const MAX_WRONG_TOKENS = 20;
export const WRONG_TOKENS_WINDOW_MS = 60_000;

/** An attacker with many addresses must not fill the memory: the longest known is forgotten. */
const MAX_ADDRESSES = 10_000;

interface Window {
  since: number;
  count: number;
}

/** Counts wrong tokens by address, so that a caller that guesses is told to slow down and shows in the log. */
export class WrongTokens {
  readonly #clock: Clock;
  readonly #onLimit: (address: string) => void;
  readonly #windows = new Map<string, Window>();

  /** @param onLimit called once per window for an address that reaches the limit */
  constructor(clock: Clock, onLimit: (address: string) => void = () => {}) {
    this.#clock = clock;
    this.#onLimit = onLimit;
  }

  /** Counts one. @returns whole seconds until the window is over if the address is over the limit, else 0 */
  note(address: string): number {
    const window = this.#current(address) ?? this.#open(address);
    window.count += 1;
    if (window.count === MAX_WRONG_TOKENS) this.#onLimit(address);
    if (window.count <= MAX_WRONG_TOKENS) return 0;
    return Math.max(1, Math.ceil((window.since + WRONG_TOKENS_WINDOW_MS - this.#clock.now()) / 1000));
  }

  #open(address: string): Window {
    const window = { since: this.#clock.now(), count: 0 };
    this.#windows.delete(address);
    this.#windows.set(address, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MAX_ADDRESSES && oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }

  /** A clock that was set back ends the window too: nobody waits for hours. */
  #current(address: string): Window | null {
    const window = this.#windows.get(address);
    if (!window) return null;
    const age = this.#clock.now() - window.since;
    return age >= 0 && age < WRONG_TOKENS_WINDOW_MS ? window : null;
  }
}
