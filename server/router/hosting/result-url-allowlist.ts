import type { AppDeps } from '../../deps';

/**
 * The addresses that answers have named. Nothing else is fetched for a page: a page that could make the gateway fetch
 * anything would reach what only this machine can reach.
 */
export interface ResultUrlAllowlist {
  note(addresses: readonly string[]): void;
  has(address: string): boolean;
}

const MOST_OF_AN_ANSWER = 1000;
/** Addresses of providers live for minutes or a day. */
const KEPT_MS = 7 * 24 * 3600 * 1000;
const WRITTEN_AFTER_MS = 250;

type SeenDeps = Pick<AppDeps, 'store' | 'clock' | 'sign' | 'log'>;

/**
 * Kept as digests, since a signed address is a credential. Written a moment later: no answer waits for the disk, and
 * what a kill takes along costs one refused download.
 */
export class StoredAddresses implements ResultUrlAllowlist {
  readonly #deps: SeenDeps;
  readonly #fresh = new Set<string>();
  #willWrite = false;

  constructor(deps: SeenDeps) {
    this.#deps = deps;
  }

  note(addresses: readonly string[]): void {
    if (!this.#willWrite) this.#deps.clock.after(WRITTEN_AFTER_MS, () => this.#write());
    this.#willWrite = true;
    for (const address of addresses.slice(0, MOST_OF_AN_ANSWER)) this.#fresh.add(this.#digestOf(address));
  }

  has(address: string): boolean {
    const digest = this.#digestOf(address);
    return this.#fresh.has(digest) || this.#deps.store.seen.has(digest);
  }

  /** In the form that every reader of an address gives it. */
  #digestOf(address: string): string {
    const href = URL.canParse(address) ? new URL(address).href : address;
    return this.#deps.sign(`seen-address\n${href}`).slice(0, 32);
  }

  #write(): void {
    const { store, clock, log } = this.#deps;
    const now = clock.now();
    this.#willWrite = false;
    try {
      store.transaction(() => {
        store.seen.note([...this.#fresh], now);
        store.seen.removeNotedBefore(now - KEPT_MS);
      });
      this.#fresh.clear();
    } catch (error) {
      // They stay known until the next start, and are written with those of the next answer.
      log.warn({ err: error }, 'Addresses of answers could not be recorded');
    }
  }
}
