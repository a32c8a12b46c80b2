import { readFileSync } from 'node:fs';
import { allOrProblems, StartupProblem, systemErrorCode } from '../../../host/startup-problem';
import type { Clock } from '../../../clock';
import type { Logger } from '../../../log';
import type { PublicFetch } from '../../hosting/public-fetch';
import { ModelFailure, type AssetCopies, type ModelSource, type RouterModel } from '../../port';
import type { InputCheck } from './body-judges';
import { callUpstream } from './call-upstream';
import type { ModelConfig } from './config-schema';
import { FetchedDocument, fetchDocument } from './fetched-document';
import { openHttpClient, type HttpClient } from './http-client';
import { authoredDocument, openDocument } from './model-document';
import type { OperationPlace } from './own-operation';
import { besideConfig, type ReadProvider } from './read-config';

export interface HttpModelsDeps {
  log: Logger;
  clock: Pick<Clock, 'now'>;
  input: InputCheck;
  /** For documents behind an address. */
  fetchPublic: PublicFetch;
}

/** The owner's own providers, as `flowdeck.config.json` describes them. */
export class HttpModels implements ModelSource {
  readonly #deps: HttpModelsDeps;
  readonly #models: readonly RouterModel[];
  #client: Promise<HttpClient> | null = null;

  /** @param file of the configuration: documents lie beside it. @throws StartupProblem where one cannot be read */
  constructor(providers: readonly ReadProvider[], file: string, deps: HttpModelsDeps) {
    this.#deps = deps;
    const models = providers.flatMap((provider) => provider.models.map((config) => ({ provider, config })));
    this.#models = allOrProblems(models, ({ provider, config }) => this.#model(provider, config, file));
  }

  models(): readonly RouterModel[] {
    return this.#models;
  }

  async close(): Promise<void> {
    await this.#deps.input.close();
    await (await this.#client)?.close();
  }

  #model(provider: ReadProvider, config: ModelConfig, file: string): RouterModel {
    const id = `${provider.name}/${config.name}`;
    const { chargesOnPolicyRejection, holdCents } = config.billing;
    const document = this.#documentOf(id, provider, config, file);
    return {
      provider: provider.name,
      model: config.name,
      chargesOnPolicyRejection,
      holdCents,
      inputSchemaAuthored: config.schema !== undefined,
      ...(config.copyAssets === undefined ? {} : { copies: copiesOf(provider, config, config.copyAssets) }),
      document,
      run: async (call) => {
        // The document of a model without a schema takes any object.
        if (config.schema !== undefined) await this.#judge(id, document, call.body);
        return callUpstream(provider, config, call, await (this.#client ??= openHttpClient()));
      },
    };
  }

  async #judge(model: string, document: () => Promise<string>, body: Uint8Array): Promise<void> {
    const text = await this.#readOrNone(model, document);
    const faults = text === null ? [] : await this.#deps.input.faultsOf(model, text, body);
    if (faults.length > 0) throw new ModelFailure('invalid_input', 'The input does not fit the schema', { faults });
  }

  /** A document that cannot be had must not stop a call: the provider then judges alone. */
  async #readOrNone(model: string, document: () => Promise<string>): Promise<string | null> {
    try {
      return await document();
    } catch (error) {
      this.#warn(model, error, 'The schema of a model could not be read, so its input is not checked');
      return null;
    }
  }

  #documentOf(
    id: string,
    { baseUrl }: ReadProvider,
    { schema, path, method }: ModelConfig,
    file: string,
  ): () => Promise<string> {
    if (schema === undefined) {
      const open = openDocument(id);
      return async () => open;
    }
    const place = { baseUrl, path, method };
    if ('file' in schema) {
      const text = readDocument(id, besideConfig(file, schema.file), place);
      return async () => text;
    }
    const fetched = new FetchedDocument({
      clock: this.#deps.clock,
      fetch: async () => {
        const named = new Set([schema.url, baseUrl].map((address) => new URL(address).origin));
        return authoredDocument(id, await fetchDocument(this.#deps.fetchPublic, schema.url, named), place);
      },
      onStale: (error) => this.#warn(id, error, 'The schema of a model could not be fetched anew'),
    });
    return () => fetched.read();
  }

  #warn(model: string, error: unknown, message: string): void {
    this.#deps.log.warn({ model, reason: error instanceof Error ? error.message : String(error) }, message);
  }
}

function copiesOf(
  { assetOrigins }: ReadProvider,
  { copiedHours }: ModelConfig,
  which: AssetCopies['which'],
): AssetCopies {
  return { which, trustedOrigins: new Set(assetOrigins), lifetimeS: copiedHours * 3600 };
}

function readDocument(id: string, file: string, place: OperationPlace): string {
  try {
    return authoredDocument(id, readFileSync(file, 'utf8'), place);
  } catch (error) {
    const isGone = systemErrorCode(error) === 'ENOENT';
    const reason = isGone ? 'it is not there' : error instanceof Error ? error.message : String(error);
    throw new StartupProblem(`The schema of ${id} in ${file} cannot be used: ${reason}.`, { cause: error });
  }
}
