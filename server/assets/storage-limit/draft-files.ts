import type { Store } from '../../storage/store';
import { yieldToEventLoop } from '../../storage/yield-to-event-loop';

/** What a user can still run: its files stay. */
const KINDS = new Set(['draft', 'template', 'batch_plan']);
const PAGE = { count: 200, length: 1024 ** 2 };

/** Ids of assets, and the hashes by which the console finds a file under another id. */
const REFERENCES = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|blake3:[0-9a-f]{64}/g;

/**
 * Files that the curated drafts, templates and planned batches of an owner may read. Every id and hash in their texts counts: a file
 * too many stays rather than one too few. Reads only what changed since the last time.
 */
export class DraftFiles {
  readonly #store: Pick<Store, 'curated'>;
  readonly #owner: string;
  readonly #references = new Map<string, readonly string[]>();
  #version = 0;

  constructor(store: Pick<Store, 'curated'>, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** Other requests are served in between. */
  async read(): Promise<void> {
    while (this.#readPage()) await yieldToEventLoop();
  }

  /** Reads what has changed since `read`, which is little. Returns all ids, and hashes as `blake3:…`. */
  current(): Set<string> {
    while (this.#readPage());
    return new Set([...this.#references.values()].flat());
  }

  /** Returns false if there is nothing more to read. */
  #readPage(): boolean {
    const rows = this.#store.curated.changedSince(this.#owner, this.#version, PAGE);
    for (const { kind, id, state, version } of rows) {
      this.#version = version;
      if (!KINDS.has(kind)) continue;
      const found = state.match(REFERENCES);
      if (found) this.#references.set(`${kind} ${id}`, found);
      else this.#references.delete(`${kind} ${id}`);
    }
    return rows.length > 0;
  }
}
