import type { SearchFields } from '@contract/console/search-fields';
import type { CallOutcome } from '@contract/router/call-outcome';
import type { ErrorBucket } from '@contract/router/errors';
import type { PolicyCharge } from '@contract/router/schemas';
import type { FieldError } from '@contract/router/validation-error';
import type { ModelAbout } from './catalog/model-about';
import type { NamedUrl } from './hosting/url-scanner';

/**
 * Interface of the models behind the router: built-in models, configured HTTP providers, or scripted models in tests. The
 * router handles keys, limits, deadlines, records and headers of a call; a model only runs it.
 */
export interface ModelSource {
  /** Read per request; a changed list starts a new build of the catalog. */
  models(): readonly RouterModel[];
}

export interface RouterModel {
  /** The two segments of the id, `${provider}/${model}`; invalid ids are rejected at start. */
  readonly provider: string;
  readonly model: string;
  readonly chargesOnPolicyRejection: PolicyCharge;
  /** `false` if the document accepts any object; the catalog then has no `input_schema_url`. */
  readonly inputSchemaAuthored: boolean;
  /** Committed spend of a call from admission to end, in US cents. Default: 0. */
  readonly holdCents?: number;
  /** `true` if calls are never charged. */
  readonly isFree?: boolean;
  /** `true` if a failed call may be retried automatically. If the model is also free, so may an interrupted call. */
  readonly isRepeatable?: boolean;
  /** `true` if the provider honors `ModelCall.idempotencyKey`, so that a repeated call is charged once. */
  readonly honorsKey?: boolean;
  /** `true` if the provider can cancel a queued call; aborting the call does this. */
  readonly canCancel?: boolean;
  /** Result assets that are copied to the gateway. Default: none. */
  readonly copies?: AssetCopies;
  /** `true` if the model runs on the same machine, so that it can load the gateway's loopback URLs. */
  readonly isLocal?: boolean;
  /** Returns the name of the provider whose key is missing, so that every run fails; `null` or absent if it can run. */
  missingKeyOf?(): string | null;
  /** Returns the upload target for files that the provider loads by URL; absent or `null` if there is none. */
  upload?(): InputUpload | null;
  /** Details for the console; absent if only the catalog entry is known. */
  about?(): ModelAbout;
  /** Returns the OpenAPI document as JSON text, loaded lazily. */
  document(): Promise<string>;
  /**
   * Rejects input that is invalid by the document as `invalid_input` with field errors.
   * @throws ModelFailure; any other error is a gateway bug (`internal_error`). After an abort any error is allowed.
   */
  run(call: ModelCall): Promise<ModelOutput>;
  /** Waits for a call that `run` has submitted. If absent, a restart loses such calls. Throws like `run`. */
  resume?(call: ResumedCall): Promise<ModelOutput>;
}

/** Upload target that the provider of a model can read from. */
export interface InputUpload {
  /** Human-readable name of the target. */
  readonly host: string;
  /** Returns the URL of the uploaded file. @throws ModelFailure */
  send(file: InputFile, signal: AbortSignal): Promise<string>;
}

export interface InputFile {
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Must be called once only. */
  read(): AsyncIterable<Uint8Array>;
}

export interface AssetCopies {
  /** `media` for all URLs of images, audio, videos and 3D models, or paths such as `data[].url`. */
  readonly which: 'media' | readonly string[];
  /** Configured origins that may be fetched even in a private network. */
  readonly trustedOrigins: ReadonlySet<string>;
  /** Lifetime of the copies' URLs in seconds. Default and maximum: one day. */
  readonly lifetimeS?: number;
}

export interface ModelCall {
  /** Unchanged body of the caller, a JSON object in UTF-8. */
  readonly body: Uint8Array;
  readonly requestId: string;
  /**
   * Key for providers that honor one. Equal for all calls of an owner with the same key and body, but different from the
   * caller's key. 64 characters.
   */
  readonly idempotencyKey: string;
  /** W3C trace context for the requests of this call; `null` or absent if its caller sent none. */
  readonly traceparent?: string | null;
  /** Owner of the call, and the base of absolute URLs, for models that store files on the gateway themselves. */
  readonly owner: string;
  readonly origin: string;
  /** Aborts when no request can fetch the result any more, or the gateway shuts down. */
  readonly signal: AbortSignal;
  /**
   * Must be called once and awaited before the upstream gets the call and may charge for it. Resolves once this is on disk, if
   * the call has a key; rejects if the call was abandoned meanwhile. From then on a call with a key continues without its
   * caller, and the same key fetches the result (Model Router 4, rule 4). A result implies acceptance.
   */
  readonly accepted: () => Promise<void>;
  /**
   * Called once by a model that can `resume`, when the upstream has queued the call. `receipt` suffices to fetch the result.
   * Resolves once it is on disk, if the call has a key.
   */
  readonly submitted: (receipt: string) => Promise<void>;
}

/** Call that was submitted before the gateway restarted. */
export interface ResumedCall extends Pick<ModelCall, 'requestId' | 'owner' | 'origin' | 'signal'> {
  readonly receipt: string;
}

/** Abort reason at gateway shutdown; submitted calls are resumed at the next start. */
export class GatewayClosing extends Error {
  override readonly name = 'GatewayClosing';
}

export interface ModelOutput {
  /** Forwarded unchanged. The router checks that JSON responses are valid JSON; sources need not. */
  readonly contentType: string;
  readonly body: ReadableStream<Uint8Array>;
  /** Decimal number of credits as text; absent if unknown. */
  readonly creditsUsed?: string;
  readonly upstreamStatus?: number;
  /**
   * `false` if the response must not be replayed for the same key, for example because its URLs expire within minutes
   * (Model Router 2, hosting rule 7). Default: `true`.
   */
  readonly isReplayable?: boolean;
}

/** JSON response that is fully in memory. */
export interface HeldResponse extends Omit<ModelOutput, 'body'> {
  readonly chunks: readonly Uint8Array[];
  readonly addresses: readonly NamedUrl[];
}

/**
 * Copies the assets of a response and replaces their URLs with gateway URLs (Model Router 2, "Result asset hosting").
 * Best effort: returns the response unchanged instead of throwing.
 */
export type ResponseHosting = (response: HeldResponse, call: HostedCall) => Promise<HeldResponse>;

export interface HostedCall {
  readonly model: RouterModel;
  readonly owner: string;
  /** Base of absolute URLs. */
  readonly origin: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** What the result was made from; absent after a restart, when the request is unknown. */
  readonly inputs?: (() => SearchFields) | undefined;
}

/** Error buckets that a model can fail with; all others are produced by the router itself. */
export type ModelFailureBucket = Extract<
  ErrorBucket,
  | 'invalid_input'
  | 'content_policy_violation'
  | 'provider_error'
  | 'provider_timeout'
  | 'insufficient_credits'
  | 'forbidden'
  | 'not_enabled'
  | 'service_unavailable'
  | 'rate_limited'
  // From remote routers, which use the router's own buckets.
  | 'model_not_found'
  | 'concurrency_limit_exceeded'
  | 'internal_error'
  | 'deadline_exceeded'
>;

export interface ModelFailureOptions extends ErrorOptions {
  /** One error per invalid field, for a 422 response with `invalid_input`. */
  faults?: readonly FieldError[];
  /** HTTP status, for buckets with more than one. Default: the status of the contract's table. */
  status?: number;
  upstreamStatus?: number;
  /** Message of the provider, already safe to show: no keys, no stack. */
  upstreamDetail?: string;
  /** Subject of a policy refusal, such as `input_image`. */
  refusalSubject?: string;
  retryAfterSeconds?: number;
  /** Known outcome of the call. Default: derived from the bucket and from whether the provider had accepted the call. */
  outcome?: CallOutcome;
}

/** Error thrown by `run`. `detail` is shown to users: what happened, without internals. */
export class ModelFailure extends Error {
  readonly bucket: ModelFailureBucket;
  readonly detail: string;
  readonly options: Readonly<ModelFailureOptions>;
  constructor(bucket: ModelFailureBucket, detail: string, options: ModelFailureOptions = {}) {
    super(detail, options);
    this.name = 'ModelFailure';
    this.bucket = bucket;
    this.detail = detail;
    this.options = options;
  }
}
