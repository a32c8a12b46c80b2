import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Clock } from '../../clock';
import type { Logger } from '../../log';
import { ComfyRejection, type ComfyClient } from './comfy-client';
import { readDefinitions } from './definitions-reader';
import { withReplacedClasses } from './node-replacements';
import { pause } from '../../delay';

/** Lists of models change while people work: older ones are asked for again. */
const FRESH_MS = 30_000;
const ANSWER_MS = 60_000;
/** How long a caller waits for newer definitions while there are older ones. */
const PATIENCE_MS = 1500;

/** Definitions of all classes, kept and renewed; what was known stays known while ComfyUI is away. */
export class DefinitionsCache {
  readonly #client: ComfyClient;
  readonly #clock: Clock;
  readonly #log: Logger;
  #known: NodeDefinitions | null = null;
  #texts = '';
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor({ client, clock, log }: { client: ComfyClient; clock: Clock; log: Logger }) {
    this.#client = client;
    this.#clock = clock;
    this.#log = log;
  }

  /** Another server may answer from now on, or the same one with other classes. */
  expire(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  /** As they were read last. */
  get known(): NodeDefinitions | null {
    return this.#known;
  }

  /** Null while nothing is known. Never rejects. */
  async get(): Promise<NodeDefinitions | null> {
    if (this.#clock.now() - this.#readAt < FRESH_MS) return this.#known;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    if (this.#known === null) await this.#reading;
    else {
      const enough = new AbortController();
      await Promise.race([this.#reading, pause(this.#clock, PATIENCE_MS, enough.signal).catch(() => {})]);
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
