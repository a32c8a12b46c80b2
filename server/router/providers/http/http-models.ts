import { readFileSync } from 'node:fs';
import { allOrProblems, StartupProblem, systemErrorCode } from '../../../startup-problem';
import type { Clock } from '../../../clock';
import type { Logger } from '../../../log';
import type { PublicFetch } from '../../hosting/public-fetch';
import type { ModelAbout } from '../../catalog/model-about';
import {
  ModelFailure,
  type AssetCopies,
  type InputUpload,
  type ModelSource,
  type RouterModel,
} from '../../model-source';
import { aboutModel } from './about-model';
import type { InputCheck } from './validation/body-validator-pool';
import { callQueue, resumeQueue } from './upstream/call-queue';
import { callUpstream, inTrace } from './upstream/call-upstream';
import type { ModelConfig, QueueConfig } from './config-schema';
import { modelsOfDocument } from './documents/document-models';
import { FetchedDocument, fetchDocument } from './documents/fetched-document';
import { openHttpClient, type HttpClient } from './upstream/http-client';
import { idempotencyHeaderOf } from './upstream/idempotency-header';
import { authoredDocument, openDocument } from './documents/model-document';
import { ServiceDocument } from './documents/service-document';
import { basePathOf, type OperationLocation } from './documents/find-operation';
import { configuredUpload, documentedUpload } from './upstream/input-upload';
import { isLoopbackHost } from '@contract/router/loopback-host';
import { systemNetwork, type Network } from '../../hosting/guarded-agent';
import { missingKeyOf, resolveFromConfig, type ReadProvider } from './read-config';

export interface HttpModelsDeps {
  log: Logger;
  clock: Pick<Clock, 'now'>;
  input: InputCheck;
  /** Fetches remote documents. */
  fetchPublic: PublicFetch;
  network?: Network;
}

interface OwnDocument {
  document: () => Promise<string>;
  isAuthored: boolean;
  /** Returns the document of the whole service; `null` if there is none, or not yet. */
  service: () => ServiceDocument | null;
}

/** Models of the providers in `flowdeck.config.json`. */
export class HttpModels implements ModelSource {
  readonly #deps: HttpModelsDeps;
  #models: readonly RouterModel[];
  readonly #services = new Map<string, ServiceDocument>();
  readonly #fetched = new Map<string, FetchedDocument<ServiceDocument>>();
  #client: Promise<HttpClient> | null = null;

  /** @param file path of the configuration; documents are relative to it. @throws StartupProblem if one cannot be read */
  constructor(providers: readonly ReadProvider[], file: string, deps: HttpModelsDeps) {
    this.#deps = deps;
    this.#models = this.#made(providers, file);
  }

  /** Replaces the models; active calls are not affected. @throws StartupProblem, in which case the old models stay */
  replace(providers: readonly ReadProvider[], file: string): void {
    this.#models = this.#made(providers, file);
  }

  #made(providers: readonly ReadProvider[], file: string): RouterModel[] {
    // Files may have changed; existing models keep their documents.
    this.#services.clear();
    const models = allOrProblems(providers, (provider) => this.#configsOf(provider, file)).flat();
    return allOrProblems(models, ({ provider, config }) => this.#model(provider, config, file));
  }

  #configsOf(provider: ReadProvider, file: string): { provider: ReadProvider; config: ModelConfig }[] {
    const { document, models } = provider;
    const named = document?.file;
    if (document === undefined || named === undefined) return models.map((config) => ({ provider, config }));
    const service = this.#serviceIn(provider.name, resolveFromConfig(file, named));
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
      missingKeyOf: () => missingKeyOf(provider),
      upload: once((of) => this.#upload(provider, config, of), service),
      isRepeatable: config.repeatable ?? provider.repeatable,
      honorsKey: idempotencyHeaderOf(provider) !== null,
      inputSchemaAuthored: isAuthored,
      ...(config.copyAssets === undefined ? {} : { copies: copiesOf(provider, config, config.copyAssets) }),
      about: once((of) => this.#about(id, provider, config, of), service),
      document,
      run: async (call) => {
        // The document of a model without a schema accepts any object.
        if (isAuthored) await this.#validate(id, document, call.body);
        const client = await this.#connections();
        const traced = inTrace(provider, call);
        if (!config.queue) return callUpstream(traced, config, call, client);
        return callQueue({ provider: traced, model: config, queue: config.queue, client }, call);
      },
      ...(config.queue ? { resume: this.#resuming(provider, config, config.queue) } : {}),
      ...(config.queue?.cancel ? { canCancel: true } : {}),
    };
  }

  /** Returns the upload target. A configured target overrides the operation of the provider's document. */
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
    this.#client ??= openHttpClient(this.#deps.network ?? systemNetwork());
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

  async #validate(model: string, document: () => Promise<string>, body: Uint8Array): Promise<void> {
    const text = await this.#readOrNone(model, document);
    const errors = text === null ? [] : await this.#deps.input.faultsOf(model, text, body);
    if (errors.length > 0)
      throw new ModelFailure('invalid_input', 'The input does not fit the schema', { faults: errors });
  }

  /** Returns `null` for an unavailable document, which must not block a call: only the provider validates it then. */
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
    const position = { baseUrl, path, method };
    if ('file' in schema) {
      const service = this.#serviceIn(id, resolveFromConfig(file, schema.file));
      if (service.isOpenApi && service.find(position) === null) {
        this.#warnUnmatched(id, schema.file, position);
        return { document: open, isAuthored: false, service: () => null };
      }
      const document = async () => authoredDocument(id, service, position) ?? openDocument(id);
      return { document, isAuthored: true, service: () => service };
    }
    const fetched = this.#serviceAt(schema.url, baseUrl);
    let isReported = false;
    const document = async () => {
      const text = authoredDocument(id, await fetched.read(), position);
      if (text === null && !isReported) this.#warnUnmatched(id, schema.url, position);
      isReported ||= text === null;
      return text ?? openDocument(id);
    };
    return { document, isAuthored: true, service: () => fetched.known };
  }

  /** Returns the parsed document, shared by all models that use the file. @throws StartupProblem */
  #serviceIn(id: string, file: string): ServiceDocument {
    const known = this.#services.get(file);
    if (known) return known;
    const service = readService(id, file);
    this.#services.set(file, service);
    return service;
  }

  #serviceAt(url: string, baseUrl: string): FetchedDocument<ServiceDocument> {
    const named = new Set([url, baseUrl].map((url) => new URL(url).origin));
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

  #warnUnmatched(model: string, document: string, { path, method }: OperationLocation): void {
    this.#deps.log.warn(
      { model, document, operation: `${method} ${path}` },
      'The document does not have this operation, so the model has no form and its input is not checked',
    );
  }

  #warn(model: string, error: unknown, message: string): void {
    this.#deps.log.warn({ model, reason: error instanceof Error ? error.message : String(error) }, message);
  }
}

/** Memoizes a value until the document of the service changes. */
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
