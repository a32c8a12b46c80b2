import { http, HttpResponse } from 'msw';
import { setupWorker, type SetupWorker } from 'msw/browser';
import { forgetCatalog } from '@/domains/models/catalog-cache';
import { LOCAL_SURFACE } from '@/api/surface';
import { cacheSurfaceList } from '@/api/surfaces/surface-list';
import { createApp, type App } from '@server/app';
import { systemClock, type Clock } from '@server/clock';
import type { RelayFetch } from '@server/console/relay/relay-fetch';
import type { AppSettings, BackupStatus } from '@server/deps';
import type { ResultFetching } from '@server/router/hosting/result-fetching';
import type { WebhookSend } from '@server/webhook/webhook-request';
import type { EngineSetup } from '@server/engines/engine-setup';
import type { ScriptedEngine } from '@server/testing/scripted-engine/scripted-engine';
import type { ScriptedModels } from '@server/testing/scripted-models/scripted-models';
import type { Blobs } from '@server/storage/blobs';
import type { Store } from '@server/storage/store';
import type { UnlistedFiles } from '@server/storage/unlisted-files';
import { createMemoryDeps } from '@server/testing/memory-deps';
import type { SurfaceList } from '@contract/console/surfaces';
import type { Job } from '@contract/jobs/schemas';

/**
 * The gateway's own app inside the browser: MSW hands it every request of the page, records live in memory, and the
 * scripted engine runs the graphs (its classes are the faults that a test can ask for). There is no second surface that
 * could drift from the first.
 */
export interface BrowserGateway {
  engine: ScriptedEngine;
  /** The models of the router; faults are asked for in the body of a run. */
  models: ScriptedModels;
  app: App;
  /** For what no gateway of ours answers: other surfaces, other versions, no answer at all. */
  worker: SetupWorker;
  submit: (workflow: object, labels?: Record<string, string>) => Promise<Job>;
  read: (id: string) => Promise<Job>;
}

const PATHS = ['*/api/v2/*', '*/v2/*', '*/console/*'];

let worker: SetupWorker | null = null;
let current: App | null = null;

export interface GatewayOptions {
  settings?: Partial<AppSettings>;
  parallel?: number;
  /** Models beside the scripted ones that do something, so that the catalog has pages. */
  fillers?: number;
  /** What configured surfaces answer to the relay. */
  relayFetch?: RelayFetch;
  /** What other sites answer to the gateway. */
  results?: ResultFetching;
  /** What the receiver of the webhook answers. */
  sendWebhook?: WebhookSend;
  /** Changes the engines of the gateway. */
  engineSetup?: EngineSetup;
  /** Files that an older database does not list. */
  unlistedFiles?: UnlistedFiles;
  blobs?: Blobs;
  /** Of an earlier gateway, whose records this one has. */
  store?: Store;
  clock?: Clock;
  /** How far the clock of the gateway is ahead, now. */
  aheadMs?: () => number;
  /** The scheduled backups. */
  backups?: () => BackupStatus;
}

/** Lists servers on the gateway of the test and in this page's copy of the list. */
export function listServers(list: SurfaceList): void {
  cacheSurfaceList(list);
  worker?.use(http.get(`${location.origin}/console/surfaces`, () => HttpResponse.json(list)));
}

/** A fresh gateway in the place of the one before. */
export async function mountGateway({
  settings,
  parallel,
  fillers,
  relayFetch,
  results,
  sendWebhook,
  engineSetup,
  unlistedFiles,
  blobs,
  store,
  aheadMs = () => 0,
  clock = { ...systemClock, now: () => systemClock.now() + aheadMs() },
  backups,
}: GatewayOptions = {}): Promise<BrowserGateway> {
  const deps = await createMemoryDeps(
    {
      ...(settings ? { settings } : {}),
      ...(parallel ? { parallel } : {}),
      ...(fillers ? { fillers } : {}),
      ...(backups ? { backups } : {}),
      ...(relayFetch ? { relayFetch } : {}),
      ...(results ? { results } : {}),
      ...(sendWebhook ? { sendWebhook } : {}),
      ...(engineSetup ? { engineSetup } : {}),
      ...(unlistedFiles ? { unlistedFiles } : {}),
      ...(blobs ? { blobs } : {}),
      ...(store ? { store } : {}),
    },
    clock,
  );
  const app = createApp(deps);
  await unmountGateway();
  current = app;
  await app.start();
  // Another gateway: what an earlier one listed is none of its own.
  await forgetCatalog(LOCAL_SURFACE);
  if (!worker) {
    worker = setupWorker(...PATHS.map((path) => http.all(path, ({ request }) => answer(request))));
    await worker.start({
      quiet: true,
      onUnhandledRequest: 'bypass',
      serviceWorker: { url: '/mock-worker.js' },
    });
  }
  return { engine: deps.engine, models: deps.scriptedModels, app, worker, submit: submitTo(app), read: readFrom(app) };
}

/** Ends its streams and runs; overrides of the test before are taken back. */
export async function unmountGateway(): Promise<void> {
  worker?.resetHandlers();
  const app = current;
  current = null;
  await app?.close();
}

function answer(request: Request): Promise<Response> | Response {
  return current?.fetch(request) ?? Response.error();
}

function submitTo(app: App): BrowserGateway['submit'] {
  return async (workflow, labels) => {
    const response = await app.fetch(
      new Request(`${location.origin}/api/v2/jobs`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ workflow, ...(labels ? { metadata: labels } : {}) }),
      }),
    );
    if (response.status !== 201) throw new Error(`The gateway refused the workflow: ${await response.text()}`);
    return response.json() as Promise<Job>;
  };
}

function readFrom(app: App): BrowserGateway['read'] {
  return async (id) => {
    const response = await app.fetch(new Request(`${location.origin}/api/v2/jobs/${id}`));
    return response.json() as Promise<Job>;
  };
}
