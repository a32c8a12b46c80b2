/**
 * The addresses that answers have named. Nothing else is fetched for a page: a page that could make the gateway fetch
 * anything would reach what only this machine can reach.
 */
export interface SeenAddresses {
  note(addresses: readonly string[]): void;
  has(address: string): boolean;
}

const MOST = 100_000;

/** Digests, since a signed address is a credential; the oldest go first. */
export class RememberedAddresses implements SeenAddresses {
  readonly #digest: (address: string) => string;
  readonly #known: Set<string>;

  constructor(sign: (text: string) => string, known: Iterable<string> = []) {
    this.#digest = (address) => sign(`seen-address\n${address}`).slice(0, 32);
    this.#known = new Set(known);
  }

  note(addresses: readonly string[]): void {
    for (const address of addresses) {
      const digest = this.#digest(address);
      this.#known.delete(digest);
      this.#known.add(digest);
    }
    for (const oldest of this.#known) {
      if (this.#known.size <= MOST) break;
      this.#known.delete(oldest);
    }
  }

  has(address: string): boolean {
    return this.#known.has(this.#digest(address));
  }
}
