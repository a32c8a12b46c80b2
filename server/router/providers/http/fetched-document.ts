import type { Clock } from '../../../clock';
import { ModelFailure } from '../../port';
import type { HttpClient } from './http-client';

const FETCHED_FOR_MS = 10 * 60_000;
/** After a fetch that failed; the copy from before stays in use. */
const FETCHED_AGAIN_MS = 60_000;
const MAX_DOCUMENT_BYTES = 16 * 1024 ** 2;
const FETCH_MS = 15_000;

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

/** @throws ModelFailure, or what the connection fails with */
export async function fetchDocument({ request, dispatcher }: HttpClient, address: string): Promise<string> {
  const { statusCode, body } = await request(address, { dispatcher, signal: AbortSignal.timeout(FETCH_MS) });
  if (statusCode !== 200) {
    await body.dump();
    throw new ModelFailure('service_unavailable', `The schema of this model could not be fetched (${statusCode})`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).byteLength;
    if (size > MAX_DOCUMENT_BYTES)
      throw new ModelFailure('service_unavailable', 'The schema of this model is too large');
  }
  return Buffer.concat(chunks).toString();
}
