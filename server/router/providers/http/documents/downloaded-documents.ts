import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../../../clock';
import { readOwnFile, writeWhole } from '../../../../storage/files/own-files';
import type { Logger } from '../../../../log';
import { pause } from '../../../../delay';
import type { PublicFetch } from '../../../hosting/public-fetch';
import { modelsOfDocument } from './document-models';
import { fetchText } from './fetched-document';
import type { ReadProvider } from '../read-config';
import { ServiceDocument } from './service-document';

const REFRESH_MS = 10 * 60_000;
/** Delay after a failed fetch. */
const AGAIN_MS = 60_000;

interface DownloadedDocumentsDeps {
  log: Logger;
  clock: Clock;
  fetchPublic: PublicFetch;
  folder: string;
  /** Called when the copy of a document has changed. */
  onChange: () => void;
}

type Documented = ReadProvider & { document: NonNullable<ReadProvider['document']> & { url: string } };

/**
 * Downloads the OpenAPI documents of providers. They are copied to disk, so that all other code uses files, and a start
 * without access to the URL uses the previous copy.
 */
export class DownloadedDocuments {
  readonly #deps: DownloadedDocumentsDeps;
  readonly #problems = new Map<string, string>();
  #stop = new AbortController();

  constructor(deps: DownloadedDocumentsDeps) {
    this.#deps = deps;
  }

  /** Reasons why copies are outdated, one sentence per line; `null` if all are current. */
  get problem(): string | null {
    return this.#problems.size === 0 ? null : [...this.#problems.values()].join('\n');
  }

  /** Updates the documents of these providers, and no others, from now on. */
  watch(providers: readonly ReadProvider[]): void {
    this.close();
    this.#stop = new AbortController();
    this.#problems.clear();
    for (const provider of providers) if (isDocumented(provider)) void this.#refresh(provider, this.#stop.signal);
  }

  /** Replaces URLs by the paths of the copies. A provider without a copy has only its configured models. */
  resolve(providers: readonly ReadProvider[]): ReadProvider[] {
    return providers.map((provider) => {
      if (!isDocumented(provider)) return provider;
      const { document, ...rest } = provider;
      const { url: _, ...settings } = document;
      const file = this.#fileOf(provider);
      return this.#copyOf(provider) === null ? rest : { ...rest, document: { ...settings, file } };
    });
  }

  close(): void {
    this.#stop.abort();
  }

  async #refresh(provider: Documented, signal: AbortSignal): Promise<void> {
    const { log, clock, folder, onChange } = this.#deps;
    const { name } = provider;
    const before = this.#copyOf(provider);
    try {
      const text = await this.#fetch(provider);
      if (signal.aborted) return;
      this.#problems.delete(name);
      if (text !== before) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeWhole(this.#fileOf(provider), text);
        onChange();
      }
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      const rest = before === null ? 'Its models are not known yet.' : 'The copy from before stays in use.';
      if (!this.#problems.has(name))
        log.warn({ provider: name, reason }, 'The document of a provider is not up to date');
      this.#problems.set(name, `${name}: Its document could not be read: ${reason}. ${rest}`);
    }
    const ms = this.#problems.has(name) ? AGAIN_MS : REFRESH_MS;
    void pause(clock, ms, signal).then(
      () => this.#refresh(provider, signal),
      () => undefined,
    );
  }

  /** @throws Error with a phrase that describes the problem */
  async #fetch(provider: Documented): Promise<string> {
    const { document, baseUrl } = provider;
    const named = new Set([document.url, baseUrl].map((url) => new URL(url).origin));
    const text = await fetchText(this.#deps.fetchPublic, document.url, named);
    if (
      modelsOfDocument(new ServiceDocument(text), { ...document, file: this.#fileOf(provider) }, provider).length === 0
    ) {
      throw new Error('it has no operation for a model');
    }
    return text;
  }

  /** Returns the path of the copy; `null` if there is no usable one. */
  #copyOf(provider: Documented): string | null {
    try {
      const text = readOwnFile(this.#fileOf(provider));
      return new ServiceDocument(text).isOpenApi ? text : null;
    } catch {
      return null;
    }
  }

  /** Returns the file of the copy. It depends on the URL, so that a copy of another URL is not used. */
  #fileOf({ name, document }: Documented): string {
    const url = createHash('sha256').update(document.url).digest('hex').slice(0, 16);
    return path.resolve(this.#deps.folder, `${name}.${url}.json`);
  }
}

function isDocumented(provider: ReadProvider): provider is Documented {
  return provider.document?.url !== undefined;
}
