import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Clock } from '../../../clock';
import type { Logger } from '../../../log';
import { ComfyRejection, type ComfyClient } from '../client/comfy-client';
import type { LastSeenDefinitions } from '../../engine';
import { parsePythonJson } from '../client/python-json';
import type { DefinitionsFile } from './definitions-file';
import { readDefinitions, withReplacedClasses } from './definitions-reader';
import { pause } from '../../../delay';

/** Maximum age before a refresh, since model lists change while users work. */
const FRESH_MS = 30_000;
const ANSWER_MS = 60_000;
/** How long a caller waits for a refresh if older definitions are cached. */
const PATIENCE_MS = 1500;

interface DefinitionsCacheParts {
  client: ComfyClient;
  clock: Clock;
  log: Logger;
  file?: DefinitionsFile | null;
}

/** Caches and refreshes the definitions of all classes. The cache stays valid while ComfyUI is unreachable. */
export class DefinitionsCache {
  readonly #client: ComfyClient;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #file: DefinitionsFile | null;
  #known: NodeDefinitions | null = null;
  #text = '';
  #readAt = Number.NEGATIVE_INFINITY;
  #result: Promise<void> | null = null;
  #lastSeen: Promise<LastSeenDefinitions | null> | null = null;
  #stored: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @param file outlives the process; `null`: nothing does */
  constructor({ client, clock, log, file = null }: DefinitionsCacheParts) {
    this.#client = client;
    this.#clock = clock;
    this.#log = log;
    this.#file = file;
  }

  /** Marks the cache as stale: another server may respond now, or the same one with other classes. */
  expire(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  /** The definitions that were read last. */
  get known(): NodeDefinitions | null {
    return this.#known;
  }

  /** Returns what an earlier process read last; `null` if nothing is stored. Read at the first call only. Never rejects. */
  lastSeen(): Promise<LastSeenDefinitions | null> {
    this.#lastSeen ??= this.#readFile().catch((error: unknown) => {
      this.#log.warn({ err: error }, 'The last node definitions of ComfyUI could not be read from the data folder');
      return null;
    });
    return this.#lastSeen;
  }

  /** Stores nothing from now on; resolves when the last write has finished. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stored;
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
      const classes = await this.#client.getText('/object_info', { timeoutMs: ANSWER_MS });
      const text = joinText(classes, await this.#readReplacements());
      const isChanged = text !== this.#text || this.#known === null;
      if (isChanged) this.#known = await definitionsOf(text);
      this.#text = text;
      this.#readAt = this.#clock.now();
      this.#store(isChanged);
    } catch (error) {
      this.#log.warn({ err: error }, 'The node definitions of ComfyUI could not be read');
    }
  }

  /** Not awaited: the definitions are known already. */
  #store(isChanged: boolean): void {
    const file = this.#file;
    if (file === null || this.#isClosed) return;
    const [text, readAt] = [this.#text, this.#readAt];
    this.#stored = this.#stored
      .then(() => (isChanged ? file.write({ text, readAt }) : file.touch(readAt)))
      .catch((error: unknown) => {
        this.#log.warn({ err: error }, 'The node definitions of ComfyUI could not be stored for the next start');
      });
  }

  async #readFile(): Promise<LastSeenDefinitions | null> {
    const stored = (await this.#file?.read()) ?? null;
    return stored && { readAt: stored.readAt, definitions: await definitionsOf(stored.text) };
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

/** Both responses as one text: the replaced classes in the first line, then the classes as they were sent. */
function joinText(classes: string, replacements: unknown): string {
  return `${JSON.stringify(replacements)}\n${classes}`;
}

async function definitionsOf(text: string): Promise<NodeDefinitions> {
  const end = text.indexOf('\n');
  return withReplacedClasses(await readDefinitions(text.slice(end + 1)), parsePythonJson(text.slice(0, end)));
}
