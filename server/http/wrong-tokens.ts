import type { Clock } from '../clock';

/** Wrong tokens that one address may send within the window; after that it waits until the window is over. */
export const MAX_WRONG_TOKENS = 20;
export const WRONG_TOKENS_WINDOW_MS = 60_000;

/** An attacker with many addresses must not fill the memory: the longest known is forgotten. */
const MAX_ADDRESSES = 10_000;

interface Window {
  since: number;
  count: number;
}

/** Counts wrong tokens by address, so that nobody tries them in thousands. */
export class WrongTokens {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whole seconds until a token from this address is judged again; 0: it is judged now. */
  waitS(address: string): number {
    const window = this.#current(address);
    if (!window || window.count < MAX_WRONG_TOKENS) return 0;
    return Math.max(1, Math.ceil((window.since + WRONG_TOKENS_WINDOW_MS - this.#clock.now()) / 1000));
  }

  note(address: string): void {
    const window = this.#current(address);
    if (window) {
      window.count += 1;
      return;
    }
    this.#windows.delete(address);
    this.#windows.set(address, { since: this.#clock.now(), count: 1 });
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MAX_ADDRESSES && oldest !== undefined) this.#windows.delete(oldest);
  }

  /** A clock that was set back ends the window too: nobody waits for hours. */
  #current(address: string): Window | null {
    const window = this.#windows.get(address);
    if (!window) return null;
    const age = this.#clock.now() - window.since;
    return age >= 0 && age < WRONG_TOKENS_WINDOW_MS ? window : null;
  }
}
