import { readFileSync } from 'node:fs';
import { StartupProblem, systemErrorCode } from '../../../host/startup-problem';
import type { Logger } from '../../../log';
import {
  ModelFailure,
  type AssetCopies,
  type ModelAnswer,
  type ModelCall,
  type ModelSource,
  type RouterModel,
} from '../../port';
import { callUpstream } from './call-upstream';
import { bodyCheckOf, type BodyCheck } from './check-body';
import type { ModelConfig } from './config-schema';
import { openHttpClient, type HttpClient } from './http-client';
import { authoredDocument, openDocument } from './model-document';
import { besideConfig, type ReadProvider } from './read-config';

const FETCHED_FOR_MS = 10 * 60 * 1000;
const MAX_DOCUMENT_BYTES = 16 * 1024 ** 2;
const FETCH_MS = 15_000;

export interface HttpModelsDeps {
  log: Logger;
  now: () => number;
}

/** The owner's own providers, as `flowdeck.config.json` describes them. */
export class HttpModels implements ModelSource {
  readonly #deps: HttpModelsDeps;
  readonly #models: readonly RouterModel[];
  #client: Promise<HttpClient> | null = null;

  /** @param file of the configuration: documents lie beside it. @throws StartupProblem where one cannot be read */
  constructor(providers: readonly ReadProvider[], file: string, deps: HttpModelsDeps) {
    this.#deps = deps;
    this.#models = providers.flatMap((provider) => provider.models.map((model) => this.#model(provider, model, file)));
  }

  models(): readonly RouterModel[] {
    return this.#models;
  }

  async close(): Promise<void> {
    await (await this.#client)?.close();
  }

  #model(provider: ReadProvider, config: ModelConfig, file: string): RouterModel {
    const id = `${provider.name}/${config.name}`;
    const { chargesOnPolicyRejection, holdCents } = config.billing;
    const document = this.#documentOf(id, config, file);
    // The document of a model without a schema takes any object.
    const check = config.schema === undefined ? async () => null : checkOf(document);
    return {
      provider: provider.name,
      model: config.name,
      chargesOnPolicyRejection,
      holdCents,
      inputSchemaAuthored: config.schema !== undefined,
      ...(config.copyAssets === undefined ? {} : { copies: copiesOf(provider, config, config.copyAssets) }),
      document,
      run: (call) => this.#run(provider, config, call, check),
    };
  }

  async #run(
    provider: ReadProvider,
    config: ModelConfig,
    call: ModelCall,
    check: () => Promise<BodyCheck | null>,
  ): Promise<ModelAnswer> {
    const faults = (await this.#checkOrNone(check, `${provider.name}/${config.name}`))?.(call.body) ?? [];
    if (faults.length > 0) throw new ModelFailure('invalid_input', 'The input does not fit the schema', { faults });
    return callUpstream(provider, config, call, await (this.#client ??= openHttpClient()));
  }

  /** A document that cannot be had must not stop a call: the provider then judges alone. */
  async #checkOrNone(check: () => Promise<BodyCheck | null>, model: string): Promise<BodyCheck | null> {
    try {
      return await check();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#deps.log.warn({ model, reason }, 'The schema of a model could not be read, so its input is not checked');
      return null;
    }
  }

  #documentOf(id: string, { schema }: ModelConfig, file: string): () => Promise<string> {
    if (schema === undefined) {
      const open = openDocument(id);
      return async () => open;
    }
    if ('file' in schema) {
      const text = readDocument(id, besideConfig(file, schema.file));
      return async () => text;
    }
    let known: { text: string; at: number } | null = null;
    return async () => {
      if (known && this.#deps.now() - known.at < FETCHED_FOR_MS) return known.text;
      const text = authoredDocument(id, await this.#fetchDocument(schema.url));
      known = { text, at: this.#deps.now() };
      return text;
    };
  }

  async #fetchDocument(address: string): Promise<string> {
    const { request, dispatcher } = await (this.#client ??= openHttpClient());
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
}

function copiesOf(
  { assetOrigins }: ReadProvider,
  { copiedHours }: ModelConfig,
  which: AssetCopies['which'],
): AssetCopies {
  return { which, trustedOrigins: new Set(assetOrigins), lifetimeS: copiedHours * 3600 };
}

function readDocument(id: string, file: string): string {
  try {
    return authoredDocument(id, readFileSync(file, 'utf8'));
  } catch (error) {
    const isGone = systemErrorCode(error) === 'ENOENT';
    const reason = isGone ? 'it is not there' : error instanceof Error ? error.message : String(error);
    throw new StartupProblem(`The schema of ${id} in ${file} cannot be used: ${reason}.`, { cause: error });
  }
}

/** The check belongs to the bytes of the document that it was made from. */
function checkOf(document: () => Promise<string>): () => Promise<BodyCheck | null> {
  let made: { text: string; check: BodyCheck | null } | null = null;
  return async () => {
    const text = await document();
    if (made?.text !== text) made = { text, check: bodyCheckOf(text) };
    return made.check;
  };
}
