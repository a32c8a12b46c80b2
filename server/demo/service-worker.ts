import type { App } from '../app';
import { createDemoGateway } from './demo-gateway';
import { GatewayPaths } from './gateway-paths';
import { prepareSha256 } from './sha256-of-text';

// The gateway of the demo, which handles the requests of its pages. Its state is lost when the browser stops this worker.

/** Set by the build (`scripts/build/demo-worker.mjs`). */
declare const FLOWDECK_DEMO: { build: string; version: string };

/** The part of the service worker API in use here, which is missing in TypeScript's DOM library. */
interface DemoScope {
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly MessageTarget[]>;
  };
  registration: { scope: string };
}
interface LifecycleEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface MessageFromPage extends LifecycleEvent {
  /** Sent by `src/app/demo/start-demo.ts`. */
  data: { ask?: 'hello' | 'end' | 'take over' | 'stay' } | null;
  ports: readonly MessagePort[];
}
interface MessageTarget {
  postMessage(message: unknown): void;
}

// The types of workers know no service worker: these are the parts that are used.
const scope = self as unknown as DemoScope;
const paths = new GatewayPaths(scope.registration.scope);
let gateway: Promise<App> | null = null;

scope.addEventListener('install', (event) => event.waitUntil(announce()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  const request = paths.toGateway(event.request);
  if (request) event.respondWith(answer(request));
});
scope.addEventListener('message', (event) => event.waitUntil(hear(event)));

async function hear({ data, ports: [port] }: MessageFromPage): Promise<void> {
  if (data?.ask === 'hello') await scope.clients.claim();
  if (data?.ask === 'end') await end();
  if (data?.ask === 'take over') await scope.skipWaiting();
  // `stay` only extends the lifetime of the worker.
  port?.postMessage({ build: FLOWDECK_DEMO.build });
}

/** Announces this build, so that pages of another build offer to reload. */
async function announce(): Promise<void> {
  for (const client of await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    client.postMessage({ build: FLOWDECK_DEMO.build });
  }
}

async function answer(request: Request): Promise<Response> {
  gateway ??= start();
  return (await gateway).fetch(request);
}

async function start(): Promise<App> {
  await prepareSha256();
  return createDemoGateway({ host: location.hostname, version: FLOWDECK_DEMO.version });
}

/**
 * Ends this gateway for the worker of a newer build, which waits until no stream of this one is open. Later requests get a new
 * gateway.
 */
async function end(): Promise<void> {
  const finished = gateway;
  gateway = null;
  await (await finished)?.close();
}
