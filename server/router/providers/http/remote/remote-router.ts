import { readResponseHeaders } from '@contract/router/headers';
import { modelIdOf, modelPath, modelSchemaPath } from '@contract/router/model-id';
import { SchemaDocument } from '@contract/router/schemas';
import type { Clock } from '../../../../clock';
import { isoTime } from '../../../../clock';
import type { Logger } from '../../../../log';
import { pause } from '../../../../delay';
import { NO_DETAILS, type ModelAbout } from '../../../catalog/model-about';
import { ModelFailure, type ModelOutput, type ModelCall, type RouterModel } from '../../../model-source';
import { aboutDocument } from '../about-model';
import { callUpstream, inTrace } from '../upstream/call-upstream';
import { Model, type ModelConfig, type RemoteCatalog } from '../config-schema';
import { FetchedDocument } from '../documents/fetched-document';
import { lostCall } from '../upstream/call-queue';
import type { HttpClient } from '../upstream/http-client';
import { configuredUpload } from '../upstream/input-upload';
import { openDocument } from '../documents/model-document';
import { KeyMissing } from '../provider-keys';
import { missingKeyOf, type ReadProvider } from '../read-config';
import { localProvider, readRemote, walkCatalog, type RemoteModel } from './remote-catalog';
import { concernsRequest, headersOf, isCollectable, remoteFailureOf } from './remote-failure';
import type { SavedCatalog, SavedCatalogs } from './saved-catalogs';

/** Delay after a failed walk. */
const AGAIN_MS = 30_000;
const WALK_MS = 120_000;
const MAX_DOCUMENT_BYTES = 16 * 1024 ** 2;
/** Delay between attempts to fetch a result; the remote router may request a longer one. */
const COLLECT_MS = 2000;

export interface RemoteRouterDeps {
  log: Logger;
  clock: Clock;
  client: () => Promise<HttpClient>;
  saved: SavedCatalogs;
  onChange: () => void;
}

interface RemoteDocument {
  text: string;
  etag: string | null;
  about: ModelAbout;
}

/**
 * Model source backed by another Model Router. Walks its catalog at startup and at intervals; while it is unreachable, the
 * last known models stay.
 */
export class RemoteRouter {
  readonly #provider: ReadProvider;
  readonly #catalog: RemoteCatalog;
  readonly #deps: RemoteRouterDeps;
  readonly #documents = new Map<string, FetchedDocument<RemoteDocument>>();
  readonly #stop = new AbortController();
  #saved: SavedCatalog | null;
  #models: readonly RouterModel[];
  #problem: string | null = null;
  #takeBack: () => void = () => {};
  /** Number of refreshes; only the latest one has consequences. */
  #refreshes = 0;

  constructor(provider: ReadProvider, catalog: RemoteCatalog, deps: RemoteRouterDeps) {
    // The Model Router API defines the header, so it is not configurable.
    this.#provider = { ...provider, idempotencyHeader: 'Idempotency-Key' };
    this.#catalog = catalog;
    this.#deps = deps;
    this.#saved = deps.saved.read(provider);
    this.#models = this.#made(this.#saved?.models ?? []);
    void this.#refresh();
  }

  get name(): string {
    return this.#provider.name;
  }

  models(): readonly RouterModel[] {
    return this.#models;
  }

  /** Reason why its models are outdated; `null` if they are current. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Reads the catalog at once, with a key that was just entered. */
  readAgain(): void {
    this.#takeBack();
    void this.#refresh();
  }

  /** Stops the refreshes; active calls continue. */
  close(): void {
    this.#stop.abort();
    this.#takeBack();
  }

  async #refresh(): Promise<void> {
    const { name } = this.#provider;
    const { log, clock } = this.#deps;
    this.#refreshes += 1;
    const number = this.#refreshes;
    const isOver = () => this.#stop.signal.aborted || number !== this.#refreshes;
    try {
      await this.#walk(isOver);
      if (isOver()) return;
      if (this.#problem !== null) log.info({ provider: name }, 'A remote router responds again');
      this.#problem = null;
    } catch (error) {
      if (isOver()) return;
      const reason = reasonOf(error);
      if (this.#problem === null)
        log.warn({ provider: name, reason }, 'The catalog of a remote router is not up to date');
      const sentence = reason.replace(/(?<![.?!])$/, '.');
      this.#problem = `${reason.startsWith(name) ? '' : `${name}: `}${sentence} ${this.#since()}`;
    }
    const ms = this.#problem === null ? this.#catalog.refreshMinutes * 60_000 : AGAIN_MS;
    this.#takeBack = clock.after(ms, () => void this.#refresh());
  }

  #since(): string {
    if (this.#saved === null) return 'Its models are not known yet.';
    const [date, time = ''] = isoTime(this.#saved.readAt).split('T');
    return `Its models are those of ${date} ${time.slice(0, 5)} UTC.`;
  }

  /** @param isOver whether a later refresh has started, perhaps with another key: its models are the ones to keep */
  async #walk(isOver: () => boolean): Promise<void> {
    const { saved, clock, client, onChange } = this.#deps;
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(WALK_MS)]);
    const models = await walkCatalog(this.#provider, await client(), signal);
    if (isOver()) return;
    const isSame = JSON.stringify(models) === JSON.stringify(this.#saved?.models);
    this.#saved = { readAt: clock.now(), models };
    saved.write(this.#provider, this.#saved);
    // A changed list starts a new build of the catalog, which invalidates all cursors.
    if (isSame) return;
    this.#models = this.#made(models);
    onChange();
  }

  #made(models: readonly RemoteModel[]): RouterModel[] {
    const ids = new Set(models.map(modelIdOf));
    for (const id of this.#documents.keys()) if (!ids.has(id)) this.#documents.delete(id);
    return models.map((model) => this.#model(model));
  }

  #model(remote: RemoteModel): RouterModel {
    const { upload, repeatable } = this.#provider;
    const id = modelIdOf(remote);
    const provider = localProvider(this.#provider, remote);
    const document = this.#documentOf(id, modelIdOf({ provider, model: remote.model }));
    return {
      provider,
      model: remote.model,
      chargesOnPolicyRejection: remote.charges,
      holdCents: this.#catalog.holdCents,
      isFree: this.#catalog.free,
      isRepeatable: repeatable,
      honorsKey: true,
      // The list does not include this; the document does.
      inputSchemaAuthored: true,
      missingKeyOf: () => missingKeyOf(this.#provider),
      upload: () => (upload ? configuredUpload(this.#provider, upload, this.#deps.client) : null),
      about: () => document.known?.about ?? NO_DETAILS,
      document: async () => (await document.read()).text,
      run: (call) => this.#run(Model.parse({ name: remote.model, path: modelPath(id) }), call),
    };
  }

  /**
   * Runs a call like a client of the router: if the call continues there, its result is fetched with the same idempotency key
   * until the call's deadline. All other retries are up to the caller.
   */
  async #run(model: ModelConfig, call: ModelCall): Promise<ModelOutput> {
    const { clock, client } = this.#deps;
    const { name, timeoutSeconds } = this.#provider;
    const provider = inTrace(this.#provider, call);
    const endsAt = clock.now() + timeoutSeconds * 1000;
    let continuesThere = false;
    for (;;) {
      const left = Math.max(1, Math.ceil((endsAt - clock.now()) / 1000));
      try {
        const timed = { ...model, timeoutSeconds: left };
        const response = await callUpstream(provider, timed, call, await client(), remoteFailureOf);
        const { creditsUsed, upstreamStatus } = readResponseHeaders(headersOf(response));
        return {
          ...response,
          ...(creditsUsed === null ? {} : { creditsUsed }),
          ...(upstreamStatus === null ? {} : { upstreamStatus }),
        };
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        if (continuesThere && (error instanceof KeyMissing || concernsRequest(error))) throw lostCall(error);
        // A request for the result that was not accepted, such as by a limit, leaves the call running.
        const isEarly = continuesThere && error.options.outcome === 'not_run';
        if (!isEarly && !isCollectable(error)) throw error;
        continuesThere = true;
        const requested = (error.options.retryAfterSeconds ?? 0) * 1000;
        const ms = Math.max(requested, COLLECT_MS);
        if (clock.now() + ms >= endsAt) {
          throw new ModelFailure('provider_timeout', `${name} did not respond within ${timeoutSeconds} s`);
        }
        await pause(clock, ms, call.signal);
      }
    }
  }

  #documentOf(id: string, localId: string): FetchedDocument<RemoteDocument> {
    const known = this.#documents.get(id);
    if (known) return known;
    const fetched: FetchedDocument<RemoteDocument> = new FetchedDocument({
      clock: this.#deps.clock,
      fetch: () => this.#fetchDocument(id, localId, fetched.known),
      onStale: (error) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.#deps.log.warn({ model: localId, reason }, 'Could not refresh the schema of a model');
      },
    });
    this.#documents.set(id, fetched);
    return fetched;
  }

  async #fetchDocument(id: string, localId: string, known: RemoteDocument | null): Promise<RemoteDocument> {
    const headers: Record<string, string> = known?.etag ? { 'if-none-match': known.etag } : {};
    try {
      const { signal } = this.#stop;
      const read = { client: await this.#deps.client(), signal, maxBytes: MAX_DOCUMENT_BYTES, headers };
      const { text, etag } = await readRemote(this.#provider, modelSchemaPath(id), read);
      return { text, etag, about: aboutOf(text, this.#provider) };
    } catch (error) {
      const status = error instanceof ModelFailure ? error.options.upstreamStatus : undefined;
      if (status === 304 && known) return known;
      // There is no authored document: any object is accepted.
      if (status === 404) return { text: openDocument(localId), etag: null, about: NO_DETAILS };
      const reason = error instanceof ModelFailure ? error.detail : 'it could not be read';
      throw new ModelFailure('service_unavailable', `The schema of this model could not be fetched: ${reason}`);
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof KeyMissing) return error.advice;
  return error instanceof ModelFailure ? error.detail : 'Its catalog could not be read';
}

/** @throws ModelFailure if the text is not a schema document */
function aboutOf(text: string, { name }: ReadProvider): ModelAbout {
  try {
    SchemaDocument.parse(JSON.parse(text));
    return aboutDocument(text);
  } catch (cause) {
    throw new ModelFailure('provider_error', `${name} sent no schema document`, { cause });
  }
}
