import type { Clock } from '../../../../clock';
import { FetchBlocked, type PublicFetch } from '../../../hosting/public-fetch';
import { ModelFailure } from '../../../model-source';

const FETCHED_FOR_MS = 10 * 60_000;
/** Delay after a failed fetch; the previous copy stays in use. */
const FETCHED_AGAIN_MS = 60_000;
const MAX_DOCUMENT_BYTES = 16 * 1024 ** 2;
const FETCH_MS = 15_000;
const MAX_REDIRECTS = 3;

export interface FetchedDocumentDeps<Value> {
  clock: Pick<Clock, 'now'>;
  /** @throws if the document cannot be fetched */
  fetch: () => Promise<Value>;
  /** Called when a newer copy cannot be fetched. */
  onStale: (error: unknown) => void;
}

/** Cached parse result of a remote document. Only the first caller waits; newer copies are fetched while the old one is in use. */
export class FetchedDocument<Value> {
  readonly #deps: FetchedDocumentDeps<Value>;
  #known: { value: Value; isFreshUntil: number } | null = null;
  #fetching: Promise<Value> | null = null;

  constructor(deps: FetchedDocumentDeps<Value>) {
    this.#deps = deps;
  }

  /** Current copy; `null` before the first fetch. */
  get known(): Value | null {
    return this.#known?.value ?? null;
  }

  async read(): Promise<Value> {
    const known = this.#known;
    if (!known) return this.#fetch();
    if (this.#deps.clock.now() >= known.isFreshUntil) {
      this.#fetch().catch((error: unknown) => {
        known.isFreshUntil = this.#deps.clock.now() + FETCHED_AGAIN_MS;
        this.#deps.onStale(error);
      });
    }
    return known.value;
  }

  #fetch(): Promise<Value> {
    this.#fetching ??= this.#fetchOnce().finally(() => {
      this.#fetching = null;
    });
    return this.#fetching;
  }

  async #fetchOnce(): Promise<Value> {
    const value = await this.#deps.fetch();
    this.#known = { value, isFreshUntil: this.#deps.clock.now() + FETCHED_FOR_MS };
    return value;
  }
}

/** @throws ModelFailure */
export async function fetchDocument(
  fetchPublic: PublicFetch,
  url: string,
  trustedOrigins: ReadonlySet<string>,
): Promise<string> {
  try {
    return await fetchText(fetchPublic, url, trustedOrigins);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelFailure('service_unavailable', `The schema of this model could not be fetched: ${reason}`);
  }
}

/**
 * Fetches a text from an untrusted URL without credentials. Each redirect is checked again; private addresses are allowed
 * only at configured origins.
 * @throws Error with a phrase that is safe to show
 */
export async function fetchText(
  fetchPublic: PublicFetch,
  url: string,
  trustedOrigins: ReadonlySet<string>,
): Promise<string> {
  const signal = AbortSignal.timeout(FETCH_MS);
  try {
    const options = { maxBytes: MAX_DOCUMENT_BYTES, maxRedirects: MAX_REDIRECTS, trustedOrigins, signal };
    const { content } = await fetchPublic(url, options);
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  } catch (error) {
    const reason = error instanceof FetchBlocked ? error.message : 'it did not load completely in time';
    throw new Error(reason, { cause: error });
  }
}
