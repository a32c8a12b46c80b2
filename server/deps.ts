import type { Logger } from './log';
import type { Clock } from './clock';
import type { Engine } from './engines/engine';
import type { MultipartReader } from './assets/multipart';
import type { Thumbnailer } from './assets/thumbnailer';
import type { OutputFolder } from './jobs/output-folder';
import type { ResultFetching } from './console/fetch-result';
import type { Entitlements } from './router/entitlements';
import type { ResponseHosting, ModelSource } from './router/model-source';
import type { RelayFetch } from './console/relay/relay-fetch';
import type { SurfaceStore } from './console/surfaces/surface-store';
import type { Blobs } from './storage/blobs';
import type { Store } from './storage/store';

/**
 * What `createApp` is built from. Node gives SQLite, files and a child process; tests and the browser give memory, a
 * scripted engine and a virtual clock. Nothing that `app.ts` reaches may import `node:*`.
 */
export interface AppDeps {
  clock: Clock;
  /** A fresh UUID. */
  newId: () => string;
  store: Store;
  blobs: Blobs;
  /** The database is an older copy: files that it does not list may be listed in a newer one. */
  isStoreOlder?: boolean;
  /** A sentence about what is wrong with the data folder; `null` or absent if nothing is known to be. */
  storageProblem?: () => string | null;
  engine: Engine;
  /** Where the models of the router come from; of two models with one id the first counts. */
  models: readonly ModelSource[];
  /** Why the configuration of models on disk is not the one in use; `null` or absent: it is. */
  modelsProblem?: () => string | null;
  /** Which remote routers are away, so that their models are those last known; `null` or absent: none is known to be. */
  catalogProblem?: () => string | null;
  /** Absent: answers keep the addresses that the models gave. */
  hostAnswer?: ResponseHosting;
  /** Absent: everybody may run everything. */
  entitlements?: Entitlements;
  /** Absent: results of models cannot be fetched for the console. */
  results?: ResultFetching;
  /** The configured surfaces and their credentials. */
  surfaces: SurfaceStore;
  /** Absent: configured surfaces cannot be reached through this gateway. */
  relayFetch?: RelayFetch;
  /** `http://127.0.0.1:8189`, where the gateway listens; absent if it has no port. */
  listeningAddress?: string;
  log: Logger;
  readMultipart: MultipartReader;
  /** Null: no small pictures; content addresses then ignore `?thumb`. */
  thumbnails: Thumbnailer | null;
  /** Absent: outputs lie in the data folder only. */
  outputFolder?: OutputFolder;
  /** HMAC-SHA-256 of the text as hex, with the secret of this installation. */
  sign: (text: string) => string;
  /** As hex, at once where the bytes are few; absent: by the platform. */
  sha256?: (bytes: Uint8Array) => string | Promise<string>;
  settings: AppSettings;
  /** Whose jobs and assets a request is about; absent: everything belongs to one account. */
  ownerOf?: (request: Request) => string;
  /** Where a request comes from, to count wrong tokens by; absent: all from one place. */
  addressOf?: (request: Request) => string;
  /** Hold every answer to the contract and turn a violation into a loud 500. For development and tests. */
  checkAnswers?: boolean;
  /** Free bytes where the data lies; null or absent where nobody can tell. */
  freeBytes?: () => Promise<number | null>;
  /** Memory of this machine in bytes; absent if it is not known. */
  memory?: () => { totalBytes: number; freeBytes: number };
  /** The version of this gateway, such as `0.1.0`. */
  version?: string;
}

export interface AppSettings {
  /** Jobs and outputs are kept this long after submission. */
  retentionMs: number;
  /** Jobs that may wait, and queued requests to models: more are rejected (`queue_full`, `queue_backlog_full`). */
  queueDepth: number;
  maxUploadBytes: number;
  /** How long a caller of a model is kept waiting; the call itself may go on. */
  modelDeadlineMs: number;
  /** What `Retry-After` tells a caller who comes to collect. */
  modelPollMs: number;
  maxModelBodyBytes: number;
  /** Calls of models that may be in flight at once. */
  modelCalls: number;
  /** US cents that calls in flight may hold together. */
  modelSpendCents: number;
  /** Calls of models that may begin within a window. */
  modelRate: { calls: number; windowMs: number };
  /** Static bearer token; null leaves the surface open. */
  token: string | null;
  /** `https://host`, where the gateway stands behind a proxy; null: the origin of each request. */
  publicUrl: string | null;
  /** Origins beside our own that a browser may call from. */
  allowedOrigins: readonly string[];
  /** Host names beside loopback that requests may carry. */
  allowedHosts: readonly string[];
}

export const DEFAULT_SETTINGS: AppSettings = {
  retentionMs: 10 * 365 * 24 * 3600 * 1000,
  queueDepth: 1000,
  maxUploadBytes: 2 * 1024 ** 3,
  modelDeadlineMs: 600_000,
  modelPollMs: 5000,
  maxModelBodyBytes: 100 * 1024 ** 2,
  modelCalls: 8,
  modelSpendCents: 10_000,
  modelRate: { calls: 600, windowMs: 60_000 },
  token: null,
  publicUrl: null,
  allowedOrigins: [],
  allowedHosts: [],
};
