import type { Clock } from '../../../clock';
import { FetchRefused, type PublicFetch } from '../../hosting/public-fetch';
import { ModelFailure } from '../../port';

const FETCHED_FOR_MS = 10 * 60_000;
/** After a fetch that failed; the copy from before stays in use. */
const FETCHED_AGAIN_MS = 60_000;
const MAX_DOCUMENT_BYTES = 16 * 1024 ** 2;
const FETCH_MS = 15_000;
const MAX_REDIRECTS = 3;

export interface FetchedDocumentDeps {
  clock: Pick<Clock, 'now'>;
  /** @throws where there is no document to be had. */
  fetch: () => Promise<string>;
  /** Told when a newer copy could not be had. */
  onStale: (error: unknown) => void;
}

/** A document behind an address. Only the first who asks waits for it; a newer copy is fetched while the old one is in use. */
export class FetchedDocument {
  readonly #deps: FetchedDocumentDeps;
  #known: { text: string; isFreshUntil: number } | null = null;
  #fetching: Promise<string> | null = null;

  constructor(deps: FetchedDocumentDeps) {
    this.#deps = deps;
  }

  async read(): Promise<string> {
    const known = this.#known;
    if (!known) return this.#fetch();
    if (this.#deps.clock.now() >= known.isFreshUntil) {
      this.#fetch().catch((error: unknown) => {
        known.isFreshUntil = this.#deps.clock.now() + FETCHED_AGAIN_MS;
        this.#deps.onStale(error);
      });
    }
    return known.text;
  }

  #fetch(): Promise<string> {
    this.#fetching ??= this.#fetchOnce().finally(() => {
      this.#fetching = null;
    });
    return this.#fetching;
  }

  async #fetchOnce(): Promise<string> {
    const text = await this.#deps.fetch();
    this.#known = { text, isFreshUntil: this.#deps.clock.now() + FETCHED_FOR_MS };
    return text;
  }
}

/**
 * Follows redirects as any fetch of a stranger's address does: each is judged anew, and none leads to a private address but
 * at the origins that the owner named. It carries no credential.
 * @throws ModelFailure
 */
export async function fetchDocument(
  fetchPublic: PublicFetch,
  address: string,
  trustedOrigins: ReadonlySet<string>,
): Promise<string> {
  const signal = AbortSignal.timeout(FETCH_MS);
  try {
    const options = { maxBytes: MAX_DOCUMENT_BYTES, maxRedirects: MAX_REDIRECTS, trustedOrigins, signal };
    const { content } = await fetchPublic(address, options);
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  } catch (error) {
    const reason = error instanceof FetchRefused ? error.message : 'it did not come in time, or not to its end';
    throw new ModelFailure('service_unavailable', `The schema of this model could not be fetched: ${reason}`);
  }
}
