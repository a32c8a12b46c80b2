import { moveBuild, ShellCache, type Build } from './shell-cache';

// Keeps the console usable while the gateway is down. It never touches the APIs.

/** Set by the build (`scripts/build/service-worker.mjs`). */
declare const FLOWDECK_BUILD: Build;

/** The part of the service worker API in use here: the DOM library of TypeScript lacks it. */
interface ServiceWorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly MessageTarget[]>;
  };
  registration: { navigationPreload?: { enable(): Promise<void> } };
}
interface LifecycleEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface MessageTarget {
  postMessage(message: unknown): void;
}

// The types of workers know no service worker: these are the parts that are used.
const scope = self as unknown as ServiceWorkerScope;
const shell = new ShellCache(moveBuild(FLOWDECK_BUILD, new URL('.', location.href).pathname), {
  origin: location.origin,
  caches,
  fetch: (request, options) => fetch(request, options),
});

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const isPage = event.request.mode === 'navigate';
  const response = shell.respond(event.request, isPage, isPage ? event.preloadResponse : undefined);
  if (response) event.respondWith(response);
});

/**
 * Takes over once no page of the earlier build is open. Until then the earlier worker continues: it loads pages from the gateway
 * while the gateway responds, so users never see a stale page. Taking over at once would cut off a worker in use.
 */
async function install(): Promise<void> {
  await shell.fill();
  // Pages of an earlier build offer to reload.
  for (const client of await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    client.postMessage({ build: FLOWDECK_BUILD.id });
  }
}

async function activate(): Promise<void> {
  await shell.deleteOthers();
  // Without it, opening a page would wait for this worker to start before the gateway is requested.
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}
