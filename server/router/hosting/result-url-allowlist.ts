import type { AppDeps } from '../../deps';
import type { ResultUrlAllowlist } from './result-fetching';

const MAX_PER_RESPONSE = 1000;
/** Retention of recorded URLs. URLs of providers expire within minutes or a day. */
const STORED_MS = 7 * 24 * 3600 * 1000;
const WRITTEN_AFTER_MS = 250;

type SeenDeps = Pick<AppDeps, 'store' | 'clock' | 'sign' | 'log'>;

/**
 * Stores URLs as digests, since a signed URL is a credential. Writes are delayed, so that no response waits for the disk; a
 * URL that is lost in a kill costs one rejected download.
 */
export class StoredResultUrls implements ResultUrlAllowlist {
  readonly #deps: SeenDeps;
  readonly #fresh = new Set<string>();
  #willWrite = false;

  constructor(deps: SeenDeps) {
    this.#deps = deps;
  }

  note(addresses: readonly string[]): void {
    if (!this.#willWrite) this.#deps.clock.after(WRITTEN_AFTER_MS, () => this.#write());
    this.#willWrite = true;
    for (const address of addresses.slice(0, MAX_PER_RESPONSE)) this.#fresh.add(this.#digestOf(address));
  }

  has(address: string): boolean {
    const digest = this.#digestOf(address);
    return this.#fresh.has(digest) || this.#deps.store.seen.has(digest);
  }

  /** Returns the digest of the normalized URL. */
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
        store.seen.removeNotedBefore(now - STORED_MS);
      });
      this.#fresh.clear();
    } catch (error) {
      // They stay in memory and are written with the URLs of the next response.
      log.warn({ err: error }, 'URLs of a response could not be recorded');
    }
  }
}
