import { readFileSync } from 'node:fs';
import { allOrProblems, StartupProblem, systemErrorCode } from '../../../platform/startup-problem';
import type { Clock } from '../../../clock';
import type { Logger } from '../../../log';
import type { PublicFetch } from '../../hosting/public-fetch';
import type { ModelAbout } from '../../model-about';
import {
  ModelFailure,
  type AssetCopies,
  type InputUpload,
  type ModelSource,
  type RouterModel,
} from '../../model-source';
import { aboutModel } from './about-model';
import type { InputCheck } from './body-validator-pool';
import { callQueue, resumeQueue } from './call-queue';
import { callUpstream } from './call-upstream';
import type { ModelConfig, QueueConfig } from './config-schema';
import { modelsOfDocument } from './document-models';
import { FetchedDocument, fetchDocument } from './fetched-document';
import { openHttpClient, type HttpClient } from './http-client';
import { idempotencyHeaderOf } from './idempotency-header';
import { authoredDocument, openDocument } from './model-document';
import { ServiceDocument } from './service-document';
import { basePathOf, type OperationPlace } from './find-operation';
import { configuredUpload, documentedUpload } from './input-upload';
import { isLoopbackHost } from '@contract/router/loopback-host';
import { besideConfig, type ReadProvider } from './read-config';

export interface HttpModelsDeps {
  log: Logger;
  clock: Pick<Clock, 'now'>;
  input: InputCheck;
  /** For documents behind an address. */
  fetchPublic: PublicFetch;
}

interface OwnDocument {
  document: () => Promise<string>;
  isAuthored: boolean;
  /** What the document is a part of; `null` if there is none, or not yet. */
  service: () => ServiceDocument | null;
}

/** The owner's own providers, as `flowdeck.config.json` describes them. */
export class HttpModels implements ModelSource {
  readonly #deps: HttpModelsDeps;
  #models: readonly RouterModel[];
  readonly #services = new Map<string, ServiceDocument>();
  readonly #fetched = new Map<string, FetchedDocument<ServiceDocument>>();
  #client: Promise<HttpClient> | null = null;

  /** @param file of the configuration: documents lie beside it. @throws StartupProblem where one cannot be read */
  constructor(providers: readonly ReadProvider[], file: string, deps: HttpModelsDeps) {
    this.#deps = deps;
    this.#models = this.#made(providers, file);
  }

  /** Other models from now on; calls under way go on as they began. @throws StartupProblem, which leaves those that are there */
  replace(providers: readonly ReadProvider[], file: string): void {
    this.#models = this.#made(providers, file);
  }

  #made(providers: readonly ReadProvider[], file: string): RouterModel[] {
    // Files may have changed; models that are there keep the documents that they have.
    this.#services.clear();
    const models = allOrProblems(providers, (provider) => this.#configsOf(provider, file)).flat();
    return allOrProblems(models, ({ provider, config }) => this.#model(provider, config, file));
  }

  #configsOf(provider: ReadProvider, file: string): { provider: ReadProvider; config: ModelConfig }[] {
    const { document, models } = provider;
    const named = document?.file;
    if (document === undefined || named === undefined) return models.map((config) => ({ provider, config }));
    const service = this.#serviceIn(provider.name, besideConfig(file, named));
    const found = modelsOfDocument(service, { ...document, file: named }, provider);
    if (found.length === 0) {
      throw new StartupProblem(`The provider ${provider.name} finds no operation for a model in ${named}.`);
    }
    return [...models, ...found].map((config) => ({ provider, config }));
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
    const { chargesOnPolicyRejection, holdCents, free } = config.billing;
    const { document, isAuthored, service } = this.#documentOf(id, provider, config, file);
    return {
      provider: provider.name,
      model: config.name,
      chargesOnPolicyRejection,
      holdCents,
      isFree: free,
      isLocal: isLoopbackHost(new URL(provider.baseUrl).hostname),
      upload: once((of) => this.#upload(provider, config, of), service),
      isRepeatable: config.repeatable ?? provider.repeatable,
      honorsKey: idempotencyHeaderOf(provider) !== null,
      inputSchemaAuthored: isAuthored,
      ...(config.copyAssets === undefined ? {} : { copies: copiesOf(provider, config, config.copyAssets) }),
      about: once((of) => this.#about(id, provider, config, of), service),
      document,
      run: async (call) => {
        // The document of a model without a schema takes any object.
        if (isAuthored) await this.#judge(id, document, call.body);
        const client = await this.#connections();
        if (!config.queue) return callUpstream(provider, config, call, client);
        return callQueue({ provider, model: config, queue: config.queue, client }, call);
      },
      ...(config.queue ? { resume: this.#resuming(provider, config, config.queue) } : {}),
      ...(config.queue?.cancel ? { canCancel: true } : {}),
    };
  }

  /** The owner's target goes before the operation of the provider's document. */
  #upload(provider: ReadProvider, { path, method }: ModelConfig, service: ServiceDocument | null): InputUpload | null {
    const client = () => this.#connections();
    if (provider.upload) return configuredUpload(provider, provider.upload, client);
    const operation = service?.upload() ?? null;
    if (!operation) return null;
    const { baseUrl } = provider;
    const base = basePathOf({ baseUrl, path, method }, service?.find({ baseUrl, path, method })?.path ?? path);
    return documentedUpload(provider, operation, base, client);
  }

  #connections(): Promise<HttpClient> {
    this.#client ??= openHttpClient();
    return this.#client;
  }

  #resuming(provider: ReadProvider, model: ModelConfig, queue: QueueConfig): NonNullable<RouterModel['resume']> {
    return async (call) => resumeQueue({ provider, model, queue, client: await this.#connections() }, call);
  }

  #about(id: string, { baseUrl }: ReadProvider, config: ModelConfig, service: ServiceDocument | null): ModelAbout {
    try {
      const { path, method } = config;
      return aboutModel(config, service && authoredDocument(id, service, { baseUrl, path, method }));
    } catch (error) {
      this.#warn(id, error, 'The schema of a model says nothing that the catalog can show');
      return aboutModel(config, null);
    }
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

  #documentOf(id: string, { baseUrl }: ReadProvider, { schema, path, method }: ModelConfig, file: string): OwnDocument {
    const open = async () => openDocument(id);
    if (schema === undefined) return { document: open, isAuthored: false, service: () => null };
    const place = { baseUrl, path, method };
    if ('file' in schema) {
      const service = this.#serviceIn(id, besideConfig(file, schema.file));
      if (service.isOpenApi && service.find(place) === null) {
        this.#warnUnmatched(id, schema.file, place);
        return { document: open, isAuthored: false, service: () => null };
      }
      const document = async () => authoredDocument(id, service, place) ?? openDocument(id);
      return { document, isAuthored: true, service: () => service };
    }
    const fetched = this.#serviceAt(schema.url, baseUrl);
    let isTold = false;
    const document = async () => {
      const text = authoredDocument(id, await fetched.read(), place);
      if (text === null && !isTold) this.#warnUnmatched(id, schema.url, place);
      isTold ||= text === null;
      return text ?? openDocument(id);
    };
    return { document, isAuthored: true, service: () => fetched.known };
  }

  /** One parsed document for all models that name the file. @throws StartupProblem */
  #serviceIn(id: string, file: string): ServiceDocument {
    const known = this.#services.get(file);
    if (known) return known;
    const service = readService(id, file);
    this.#services.set(file, service);
    return service;
  }

  #serviceAt(url: string, baseUrl: string): FetchedDocument<ServiceDocument> {
    const named = new Set([url, baseUrl].map((address) => new URL(address).origin));
    const key = [url, ...named].join(' ');
    const known = this.#fetched.get(key);
    if (known) return known;
    const fetched = new FetchedDocument({
      clock: this.#deps.clock,
      fetch: async () => new ServiceDocument(await fetchDocument(this.#deps.fetchPublic, url, named)),
      onStale: (error) => this.#warn(url, error, 'Could not refresh the schema of a model'),
    });
    this.#fetched.set(key, fetched);
    return fetched;
  }

  #warnUnmatched(model: string, document: string, { path, method }: OperationPlace): void {
    this.#deps.log.warn(
      { model, document, operation: `${method} ${path}` },
      'The document does not have this operation, so the model has no form and its input is not checked',
    );
  }

  #warn(model: string, error: unknown, message: string): void {
    this.#deps.log.warn({ model, reason: error instanceof Error ? error.message : String(error) }, message);
  }
}

/** Made again only if the document of the service changes. */
function once<Value>(
  make: (service: ServiceDocument | null) => Value,
  serviceOf: () => ServiceDocument | null,
): () => Value {
  let made: { of: ServiceDocument | null; value: Value } | undefined;
  return () => {
    const of = serviceOf();
    if (made === undefined || made.of !== of) made = { of, value: make(of) };
    return made.value;
  };
}

function copiesOf(
  { assetOrigins }: ReadProvider,
  { copiedHours }: ModelConfig,
  which: AssetCopies['which'],
): AssetCopies {
  return { which, trustedOrigins: new Set(assetOrigins), lifetimeS: copiedHours * 3600 };
}

function readService(id: string, file: string): ServiceDocument {
  try {
    return new ServiceDocument(readFileSync(file, 'utf8'));
  } catch (error) {
    const isGone = systemErrorCode(error) === 'ENOENT';
    const reason = isGone ? 'it is not there' : error instanceof Error ? error.message : String(error);
    throw new StartupProblem(`The schema of ${id} in ${file} cannot be used: ${reason}.`, { cause: error });
  }
}
