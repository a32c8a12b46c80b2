import type { Engine } from '../engines/engine';
import type { ModelSource } from '../router/model-source';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { createApp, type App } from '../app';
import { systemClock } from '../clock';
import { Surfaces } from '../console/surfaces/surface-list';
import { DEFAULT_SETTINGS, type AppDeps, type HostDiagnostics } from '../deps';
import { checkHost } from '../http/access';
import { earlyRejection } from '../http/early-rejection';
import { ChildThumbnailer } from '../assets/thumbnails/child-thumbnailer';
import { ThumbnailCache } from '../assets/thumbnails/thumbnail-cache';
import { readBusboyMultipart } from '../assets/upload/busboy-multipart';
import { toJobApiError } from '../http/job-api-error';
import { cacheSignatures } from '../cache-signatures';
import type { Logger } from '../log';
import { systemNetwork, type Network } from '../router/hosting/guarded-agent';
import { sha256Hex } from '../router/sha256';
import { refuseInside } from './backup/back-up';
import { scheduleBackups } from './backup/scheduled-backups';
import { clientIp } from './http/client-ip';
import { createConsoleFiles } from './http/console-files';
import { firstJobs } from './http/first-jobs';
import type { DataFolder } from './data-folder/data-folder';
import { DiskSpace } from './data-folder/disk-space';
import { openDrainedEngines } from './data-folder/drained-engines-file';
import { createEngine } from './engine-choice';
import { openEngineSetup } from './engine-setup';
import type { GatewayOptions } from './gateway-options';
import { listen } from './http/http-server';
import { createPrometheusMetrics } from './metrics/prometheus-metrics';
import { openModels, type ModelScripts } from './model-sources';
import { openOutputFolder } from './output-folder';
import { openStorage } from './data-folder/open-storage';
import { createRelayClient } from './relay-client';
import { openSurfacesFile } from './data-folder/surfaces-file';
import { watchStorage } from './data-folder/watch-storage';
import { logWithTraces, Traces } from '../traces';
import { createWebhookClient } from './webhook-client';

export interface Gateway {
  address: string;
  /** Ends the event streams and the engine; a running job stays `running` on disk and restarts next time. */
  close: () => Promise<void>;
}

/** What a build for tests adds. */
export interface Extensions {
  /** Runs all jobs, instead of the engines that the options select. */
  engine?: Engine;
  /** Take precedence over other models of the same id. */
  models?: readonly ModelSource[];
  /** Replaces what decides about connections to other servers. */
  network?: Partial<Network>;
}

/** Paths of built files outside of this bundle. */
export interface BuiltFiles extends ModelScripts {
  /** This program without extensions. */
  programScript: string;
  consoleFolder: string;
  /** Script of the engine process, which decodes images. */
  engineScript: string;
  /** Script of the thumbnail process, which decodes images too. */
  thumbnailScript: string;
  checkpointScript: string;
}

export interface GatewayParts {
  folder: DataFolder;
  files: BuiltFiles;
  log: Logger;
  version: string;
  diagnostics: HostDiagnostics;
}

/** Hashed synchronously, in about a millisecond; larger inputs are hashed without blocking other requests. */
const HASHED_AT_ONCE_BYTES = 256 * 1024;

/**
 * Shorter tokens of random letters and digits can be guessed in feasible time: wrong tokens never cause a lockout (decision 025).
 */
const SAFE_TOKEN_LENGTH = 16;

type Answer = (request: Request) => Promise<Response>;

/** Paths of the APIs and of `/metrics`; everything else is the console. */
const API_PATHS = /^\/(?:(?:api|console|v1|v2)(?:\/|$)|metrics$)/;

/** Assembles the gateway and listens. @throws StartupProblem */
export async function startGateway(
  options: GatewayOptions,
  { folder, files, log: plainLog, version, diagnostics }: GatewayParts,
  extensions: Extensions = {},
): Promise<Gateway> {
  if (options.scheduledBackups.to !== null) refuseInside(folder.path, options.scheduledBackups.to);
  // Listens first: if the port is in use, its owner is reported before anything is opened or started.
  let open!: (response: Answer) => void;
  const opened = new Promise<Answer>((resolve) => (open = resolve));
  const peers = new WeakMap<Request, string>();
  const answer = async (request: Request, peer: string) => {
    peers.set(request, peer);
    return (await opened)(request);
  };
  const newId = () => randomUUID();
  const traces = new Traces(newId);
  const log = logWithTraces(plainLog, traces);
  const server = await listen(options.port, answer, log, { mount: mountOf(options.publicUrl) });
  const disk = new DiskSpace(folder.path);
  const storage = await openStorage(folder, {
    recover: options.recover,
    log,
    clock: systemClock,
    newId,
    disk,
    checkpointScript: files.checkpointScript,
  });
  const { store, blobs } = storage;
  const watch = watchStorage(folder, { store, disk, clock: systemClock, log });
  if (options.endSessions) for (const { id } of store.sessions.all()) store.sessions.remove(id);
  if (options.token !== null && options.token.length < SAFE_TOKEN_LENGTH) {
    log.warn({}, `The token is short enough to be guessed: use ${SAFE_TOKEN_LENGTH} characters or more`);
  }
  const thumbnails = new ThumbnailCache(new ChildThumbnailer(files.thumbnailScript, systemClock), blobs.workDir);
  const parts = {
    clock: systemClock,
    newId,
    ...storage,
    storageProblem: () => watch.problem(),
    isDiskFull: () => disk.isFull,
    log,
    traces,
    metrics: createPrometheusMetrics({ version, databasePath: folder.databasePath }),
    sha256: (bytes: Uint8Array) => (bytes.byteLength <= HASHED_AT_ONCE_BYTES ? hashOf(bytes) : sha256Hex(bytes)),
    sign: cacheSignatures((text) => createHmac('sha256', folder.secret).update(text).digest('hex')),
  };
  const backups = scheduleBackups(options, { folder, script: files.programScript, clock: systemClock, log });
  const network = { ...systemNetwork(server.address), ...extensions.network };
  const { close: closeModels, engines, models, ...ofModels } = openModels(options, files, { ...parts, network });
  const relayClient = createRelayClient({ network });
  const webhookClient = createWebhookClient({ network });
  const deps: AppDeps = {
    ...parts,
    engine:
      extensions.engine ??
      createEngine(options, engines, {
        blobs,
        engineScript: files.engineScript,
        stateDir: folder.path,
        drained: openDrainedEngines(folder.path, log),
        log,
      }),
    ...(extensions.engine ? {} : { engineSetup: openEngineSetup(options, { ...engines, log }) }),
    ...ofModels,
    models: [...(extensions.models ?? []), ...models],
    relayFetch: relayClient.fetch,
    sendWebhook: webhookClient.send,
    ...(options.webhook === null ? {} : { webhook: options.webhook }),
    surfaces: openSurfacesFile(folder.path, log),
    listeningAddress: server.address,
    diagnostics,
    readMultipart: readBusboyMultipart,
    thumbnails,
    ...(options.outputDir === null ? {} : { outputFolder: openOutputFolder(options.outputDir, blobs) }),
    addressOf: (request) => clientIp(request, peers.get(request) ?? '', options.trustedProxies),
    settings: settingsOf(options),
    freeBytes: () => freeBytes(folder.path),
    memory: () => ({ totalBytes: totalmem(), freeBytes: freemem() }),
    ...(backups === null ? {} : { backups: () => backups.status() }),
    version,
  };
  const app = createApp(deps);
  await app.start();
  open(route(app, deps, files.consoleFolder));
  announce(folder, server.address, log);
  disk.look();
  return {
    address: server.address,
    async close() {
      server.stopListening();
      watch.close();
      await backups?.close();
      await app.close();
      await thumbnails.close();
      await closeModels();
      await relayClient.close();
      await webhookClient.close();
      server.cut();
    },
  };
}

/** Only for a second start, which then cannot name the URL. */
function announce(folder: DataFolder, address: string, log: Logger): void {
  try {
    folder.announce(address);
  } catch (error) {
    log.warn({ err: error }, 'The URL of this gateway could not be written into the data folder');
  }
}

function route(app: App, deps: AppDeps, consoleFolder: string): Answer {
  const surfaces = new Surfaces(deps.surfaces);
  const console = createConsoleFiles(consoleFolder, {
    isOpen: deps.settings.token === null,
    publicUrl: deps.settings.publicUrl,
    mount: mountOf(deps.settings.publicUrl),
    directOrigins: () => surfaces.directOrigins(),
    readCatalog: () => app.readCatalog(),
    readJobs: (origin) => firstJobs(deps, origin),
  });
  return async (request) => {
    const url = new URL(request.url);
    // Deployments have `GET /workflow` (J-4.69); a client that requests it here must not get the page.
    if (API_PATHS.test(url.pathname) || url.pathname === '/workflow') return app.fetch(request);
    try {
      checkHost(url, deps);
    } catch (error) {
      const requestId = randomUUID();
      return earlyRejection(toJobApiError(error, deps.log, { requestId }), requestId);
    }
    return console.respond(request);
  };
}

/** Returns the path of the public URL, without a slash at its end. */
function mountOf(publicUrl: string | null): string {
  return publicUrl === null ? '' : publicUrl.slice(new URL(publicUrl).origin.length);
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function settingsOf(options: GatewayOptions): AppDeps['settings'] {
  return {
    ...DEFAULT_SETTINGS,
    retentionMs: options.retentionMs,
    queueDepth: options.queueDepth,
    maxUploadBytes: options.maxUploadBytes,
    maxStorageBytes: options.maxStorageBytes,
    modelDeadlineMs: options.modelDeadlineMs,
    maxModelBodyBytes: options.maxModelBodyBytes,
    modelCalls: options.modelCalls,
    modelSpendCents: options.modelSpendCents,
    modelRate: options.modelRate,
    token: options.token,
    openMetrics: options.openMetrics,
    publicUrl: options.publicUrl,
    allowedOrigins: options.allowedOrigins,
    allowedHosts: options.allowedHosts,
  };
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
