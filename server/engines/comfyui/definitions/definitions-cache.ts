import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Clock } from '../../../clock';
import type { Logger } from '../../../log';
import { ComfyRejection, type ComfyClient } from '../client/comfy-client';
import { readDefinitions, withReplacedClasses } from './definitions-reader';
import { pause } from '../../../delay';

/** Maximum age before a refresh, since model lists change while users work. */
const FRESH_MS = 30_000;
const ANSWER_MS = 60_000;
/** How long a caller waits for a refresh if older definitions are cached. */
const PATIENCE_MS = 1500;

/** Caches and refreshes the definitions of all classes. The cache stays valid while ComfyUI is unreachable. */
export class DefinitionsCache {
  readonly #client: ComfyClient;
  readonly #clock: Clock;
  readonly #log: Logger;
  #known: NodeDefinitions | null = null;
  #texts = '';
  #readAt = Number.NEGATIVE_INFINITY;
  #result: Promise<void> | null = null;

  constructor({ client, clock, log }: { client: ComfyClient; clock: Clock; log: Logger }) {
    this.#client = client;
    this.#clock = clock;
    this.#log = log;
  }

  /** Marks the cache as stale: another server may respond now, or the same one with other classes. */
  expire(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  /** The definitions that were read last. */
  get known(): NodeDefinitions | null {
    return this.#known;
  }

  /** Returns `null` before the first read. Never rejects. */
  async get(): Promise<NodeDefinitions | null> {
    if (this.#clock.now() - this.#readAt < FRESH_MS) return this.#known;
    this.#result ??= this.#read().finally(() => {
      this.#result = null;
    });
    if (this.#known === null) await this.#result;
    else {
      const enough = new AbortController();
      await Promise.race([this.#result, pause(this.#clock, PATIENCE_MS, enough.signal).catch(() => {})]);
      enough.abort();
    }
    return this.#known;
  }

  async #read(): Promise<void> {
    try {
      const text = await this.#client.getText('/object_info', { timeoutMs: ANSWER_MS });
      const replacements = await this.#readReplacements();
      const texts = JSON.stringify([text, replacements]);
      if (texts !== this.#texts || this.#known === null) {
        this.#known = withReplacedClasses(await readDefinitions(text), replacements);
      }
      this.#texts = texts;
      this.#readAt = this.#clock.now();
    } catch (error) {
      this.#log.warn({ err: error }, 'The node definitions of ComfyUI could not be read');
    }
  }

  /** `null` for versions that replace no classes. */
  async #readReplacements(): Promise<unknown> {
    try {
      return await this.#client.getJson('/node_replacements', { timeoutMs: ANSWER_MS });
    } catch (error) {
      if (error instanceof ComfyRejection || error instanceof SyntaxError) return null;
      throw error;
    }
  }
}
