import type { Logger } from './log';
import type { Metrics } from './metrics';
import type { Clock } from './clock';
import type { Engine } from './engines/engine';
import type { EngineSetup } from './engines/engine-setup';
import type { Traces } from './traces';
import type { MultipartReader } from './assets/upload/multipart';
import type { Thumbnailer } from './assets/thumbnails/thumbnailer';
import type { OutputFolder } from './jobs/output-folder';
import type { ResultFetching } from './router/hosting/result-fetching';
import type { Entitlements } from './router/entitlements';
import type { ResponseHosting, ModelSource } from './router/model-source';
import type { ProviderKeysPort } from './router/providers/http/provider-keys';
import type { RelayFetch } from './console/relay/relay-fetch';
import type { SurfaceStore } from './console/surfaces/surface-store';
import type { Blobs } from './storage/blobs';
import type { Store } from './storage/store';
import type { UnlistedFiles } from './storage/unlisted-files';
import type { GivenFlag, Platform } from '@contract/console/written-schemas';
import type { Redact } from './redaction';
import type { WebhookSettings } from '@contract/console/webhook-changes';
import type { WebhookSend } from './webhook/webhook-request';

/**
 * Dependencies of `createApp`. Node provides SQLite, files and a child process; tests and the browser provide memory, a scripted
 * engine and a virtual clock. No module that `app.ts` imports may import `node:*`.
 */
export interface AppDeps {
  clock: Clock;
  /** Returns a new UUID. */
  newId: () => string;
  store: Store;
  blobs: Blobs;
  /** Present if the database is an older copy: files missing in it may be listed in a newer copy. */
  unlistedFiles?: UnlistedFiles;
  /** Describes what is wrong with the data folder; `null` or absent if no problem is known. */
  storageProblem?: () => string | null;
  /** True while the disk of the data folder is full: nothing new is stored or started. Absent if there is no disk. */
  isDiskFull?: () => boolean;
  engine: Engine;
  /** Changes which engines are configured. If absent, they cannot be changed. */
  engineSetup?: EngineSetup;
  /** Sources of the router's models. If two models have the same id, the first is used. */
  models: readonly ModelSource[];
  /** Describes why the model configuration on disk is not in use; `null` or absent if it is in use. */
  modelsProblem?: () => string | null;
  /** Describes which remote routers are unreachable, so that their last known models are listed; `null` or absent if none is. */
  catalogProblem?: () => string | null;
  /** The keys of configured providers. If absent, they cannot be entered in the console. */
  providerKeys?: ProviderKeysPort;
  /** Replaces URLs in responses. If absent, responses keep the URLs that the models returned. */
  hostAnswer?: ResponseHosting;
  /** If absent, every caller may run every model. */
  entitlements?: Entitlements;
  /** If absent, the console cannot fetch results of models, and no files of other sites. */
  results?: ResultFetching;
  /** The configured surfaces and their credentials. */
  surfaces: SurfaceStore;
  /** If absent, configured surfaces cannot be reached through this gateway. */
  relayFetch?: RelayFetch;
  /** If absent, there is no webhook. */
  sendWebhook?: WebhookSend;
  /** The webhook that flags set; absent: it is set on screen. */
  webhook?: WebhookSettings;
  /** Base address of the gateway, such as `http://127.0.0.1:8189`; absent if it has no port. */
  listeningAddress?: string;
  log: Logger;
  /** If absent, nothing is counted, and there is no `/metrics`. */
  metrics?: Metrics;
  /** If absent, `traceparent` is neither read nor sent. */
  traces?: Traces;
  /** What a bug report says about the host; absent in a browser. */
  diagnostics?: HostDiagnostics;
  readMultipart: MultipartReader;
  /** `null` if there are no thumbnails; content URLs then ignore `?thumb`. */
  thumbnails: Thumbnailer | null;
  /** If absent, outputs are stored in the data folder only. */
  outputFolder?: OutputFolder;
  /** Returns the HMAC-SHA-256 of the text as hex, with the secret of this installation. */
  sign: (text: string) => string;
  /** SHA-256 as hex, synchronous for small inputs. Defaults to the platform implementation. */
  sha256?: (bytes: Uint8Array) => string | Promise<string>;
  settings: AppSettings;
  /** Returns the account of a request. If absent, everything belongs to one account. */
  ownerOf?: (request: Request) => string;
  /** Returns the client IP, by which wrong tokens are counted. If absent, all requests count as one client. */
  addressOf?: (request: Request) => string;
  /** Validates every response against the contract and turns a violation into a 500. For development and tests. */
  validateResponses?: boolean;
  /** Free bytes on the disk of the data folder; `null` or absent if unknown. */
  freeBytes?: () => Promise<number | null>;
  /** Memory of this machine in bytes; absent if unknown. */
  memory?: () => { totalBytes: number; freeBytes: number };
  /** The scheduled backups; absent if there are none. */
  backups?: () => BackupStatus;
  /** Version of this gateway, such as `0.1.0`. */
  version?: string;
}

export interface HostDiagnostics {
  platform: () => Platform;
  flags: readonly GivenFlag[];
  /** The last lines of the log, oldest first, as JSON texts. */
  logLines: () => readonly string[];
  /** Removes the credentials of this process; the log passes through it, too. */
  redact: Redact;
}

export interface BackupStatus {
  /** Why the last backup failed, or what it lacks, one sentence per line; `null` if it is complete. */
  problem: string | null;
  /** Unix milliseconds when the newest backup began; `null` if there is none. */
  madeAt: number | null;
}

export interface AppSettings {
  /** Retention of jobs and outputs after submission. */
  retentionMs: number;
  /** Maximum number of queued jobs, and of queued requests to models; more are rejected (`queue_full`, `queue_backlog_full`). */
  queueDepth: number;
  maxUploadBytes: number;
  /** Maximum size of outputs and uploads together, each content once; `null`: no limit. */
  maxStorageBytes: number | null;
  /** Maximum time that the caller of a model waits; the call itself may continue. */
  modelDeadlineMs: number;
  /** Value of `Retry-After` for callers that poll for a result. */
  modelPollMs: number;
  maxModelBodyBytes: number;
  /** Maximum number of model calls in flight. */
  modelCalls: number;
  /** Maximum sum of US cents held by calls in flight. */
  modelSpendCents: number;
  /** Maximum number of model calls that may begin within a window. */
  modelRate: { calls: number; windowMs: number };
  /** Static bearer token; `null` leaves the surface open. */
  token: string | null;
  /** True if `/metrics` needs no token. */
  openMetrics: boolean;
  /** Public URL behind a proxy, such as `https://host` or `https://host/path`; `null` to use the origin of each request. */
  publicUrl: string | null;
  /** Additional origins that may call from a browser. */
  allowedOrigins: readonly string[];
  /** Additional host names that requests may use besides loopback names. */
  allowedHosts: readonly string[];
}

export const DEFAULT_SETTINGS: AppSettings = {
  retentionMs: 10 * 365 * 24 * 3600 * 1000,
  queueDepth: 1000,
  maxUploadBytes: 2 * 1024 ** 3,
  maxStorageBytes: null,
  modelDeadlineMs: 600_000,
  modelPollMs: 5000,
  maxModelBodyBytes: 100 * 1024 ** 2,
  modelCalls: 8,
  modelSpendCents: 10_000,
  modelRate: { calls: 600, windowMs: 60_000 },
  token: null,
  openMetrics: false,
  publicUrl: null,
  allowedOrigins: [],
  allowedHosts: [],
};
