import type { CallOutcome } from '@contract/router/call-outcome';
import type { ErrorBucket } from '@contract/router/errors';
import type { PolicyCharge } from '@contract/router/schemas';
import type { FieldFault } from '@contract/router/validation-error';
import type { ModelAbout } from './model-about';
import type { NamedUrl } from './hosting/url-scanner';

/**
 * The models behind the router as a port: built in, the owner's HTTP providers, or scripted in tests. The router does all
 * that the contract asks of a call (keys, limits, deadline, records, headers); a model only runs it.
 */
export interface ModelSource {
  /** Read at each request: a source whose list changes begins a new build of the catalog. */
  models(): readonly RouterModel[];
}

export interface RouterModel {
  /** The two segments of the id, `${provider}/${model}`; what breaks their rules is refused at start. */
  readonly provider: string;
  readonly model: string;
  readonly chargesOnPolicyRejection: PolicyCharge;
  /** False: the document accepts any object, and the catalog names no `input_schema_url`. */
  readonly inputSchemaAuthored: boolean;
  /** US cents that a call holds from its admission to its end, against the ceiling; absent: nothing. */
  readonly holdCents?: number;
  /** True: no call of it is charged. */
  readonly isFree?: boolean;
  /** True: a call that failed may be made again without asking. If it is free too, so may one that was cut off. */
  readonly isRepeatable?: boolean;
  /** True: its provider honors `ModelCall.idempotencyKey`, so that a repeated call is charged once. */
  readonly honorsKey?: boolean;
  /** True: its provider can be told to stop a call that it has queued, which an abort of the call does. */
  readonly canCancel?: boolean;
  /** Which assets of its answers are copied onto the gateway; absent: none. */
  readonly copies?: AssetCopies;
  /** True: it runs on the machine of the gateway, so it can load the gateway's loopback URLs. */
  readonly isLocal?: boolean;
  /** Where files go that its provider has to load by URL; absent or `null`: nowhere. */
  upload?(): InputUpload | null;
  /** For the console; absent: nothing is known beside the catalog entry. */
  about?(): ModelAbout;
  /** The OpenAPI document as JSON text, read lazily. */
  document(): Promise<string>;
  /**
   * Input that the document does not accept is refused here, as `invalid_input` with field faults.
   * @throws ModelFailure; anything else is our own fault and answers `internal_error`. After an abort it may throw anything.
   */
  run(call: ModelCall): Promise<ModelOutput>;
  /** Waits for what `run` has submitted; absent: a restart loses its calls. Throws as `run` does. */
  resume?(call: ResumedCall): Promise<ModelOutput>;
}

/** An upload target that the provider of a model can read from. */
export interface InputUpload {
  /** For people: where the file goes. */
  readonly host: string;
  /** Returns the URL of the uploaded file. @throws ModelFailure */
  send(file: InputFile, signal: AbortSignal): Promise<string>;
}

export interface InputFile {
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** To be called once. */
  read(): AsyncIterable<Uint8Array>;
}

export interface AssetCopies {
  /** `media`: every address that leads to a picture, sound, film or 3D model; else paths such as `data[].url`. */
  readonly which: 'media' | readonly string[];
  /** Origins that may be asked although they lie in a private network: the owner named them. */
  readonly trustedOrigins: ReadonlySet<string>;
  /** How long their addresses work; absent: a day, which is the most. */
  readonly lifetimeS?: number;
}

export interface ModelCall {
  /** As the caller sent it, a JSON object in UTF-8. */
  readonly body: Uint8Array;
  readonly requestId: string;
  /**
   * To be forwarded to a provider that honors one: the same for every call with the same key and body of the same owner, and
   * unlike the caller's own. 64 characters.
   */
  readonly idempotencyKey: string;
  /** Whose call it is, and the origin for absolute links: for models that keep files on the gateway themselves. */
  readonly owner: string;
  readonly origin: string;
  /** Aborts when nobody can get the result any more, or the gateway ends. */
  readonly signal: AbortSignal;
  /**
   * To be called once and awaited, before the upstream gets the call and may charge for it. On disk when it resolves, if the
   * call has a key; it rejects if the call was given up meanwhile. From then on a call with a key goes on
   * without its caller, and the same key collects what it made (Model Router 4, rule 4). An answer says so by itself.
   */
  readonly accepted: () => Promise<void>;
  /**
   * To be called once by a model that can `resume`: the upstream has queued the call, and `receipt` is enough to ask for its
   * result. On disk when it resolves, if the call has a key.
   */
  readonly submitted: (receipt: string) => Promise<void>;
}

/** A call that was submitted before the gateway was restarted. */
export interface ResumedCall extends Pick<ModelCall, 'requestId' | 'owner' | 'origin' | 'signal'> {
  readonly receipt: string;
}

/** Why the signal of a call aborts when the gateway ends: a call that was submitted goes on at the next start. */
export class GatewayClosing extends Error {
  override readonly name = 'GatewayClosing';
}

export interface ModelOutput {
  /** Passed on as it is. The router holds a JSON answer to being JSON; sources need not. */
  readonly contentType: string;
  readonly body: ReadableStream<Uint8Array>;
  /** A decimal number of credits as text; absent: not known. */
  readonly creditsUsed?: string;
  readonly upstreamStatus?: number;
  /**
   * False: a repetition with the same key must not get this answer again, for example because the addresses in it live
   * for minutes only (Model Router 2, hosting rule 7). Absent: it may.
   */
  readonly isReplayable?: boolean;
}

/** A JSON answer that is here as a whole. */
export interface HeldResponse extends Omit<ModelOutput, 'body'> {
  readonly chunks: readonly Uint8Array[];
  readonly addresses: readonly NamedUrl[];
}

/**
 * Copies the assets that an answer names and puts our addresses in their place (Model Router 2, "Result asset hosting").
 * Best effort: it gives the answer back as it came rather than throwing.
 */
export type ResponseHosting = (answer: HeldResponse, call: HostedCall) => Promise<HeldResponse>;

export interface HostedCall {
  readonly model: RouterModel;
  readonly owner: string;
  /** For absolute links. */
  readonly origin: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** What a model can fail with; the other buckets are the router's own. */
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
  // Of remote routers, which fail in the words of the router.
  | 'model_not_found'
  | 'concurrency_limit_exceeded'
  | 'internal_error'
  | 'deadline_exceeded'
>;

export interface ModelFailureOptions extends ErrorOptions {
  /** One for each offending field: answers as a 422, with `invalid_input`. */
  faults?: readonly FieldFault[];
  /** Where the bucket has more than one; else the table of the contract says it. */
  status?: number;
  upstreamStatus?: number;
  /** In the provider's words, already safe to show: no keys, no stack. */
  upstreamDetail?: string;
  /** What a policy refusal was about, such as `input_image`. */
  refusalSubject?: string;
  retryAfterSeconds?: number;
  /** What is known of the call; absent: from its bucket, and from whether the provider had accepted it. */
  outcome?: CallOutcome;
}

/** Thrown by `run`. `detail` is shown to people: what happened, without internals. */
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
