import { registerServiceWorker } from '@/lib/worker-factory';
import { messageOf } from '@/lib/message-of';
import { saveBlob } from '@/shared/files/save-blob';
import { runAction } from '@/shared/feedback/action';

/** Time limit for downloading and compiling a new worker. */
const WAIT_MS = 30_000;
/** Most browsers replace the worker at once. */
const REPLACED_WITHIN_MS = 4000;
/** Browsers stop a worker, and with it the gateway, after 30 s without events. */
const STAY_EVERY_MS = 15_000;

/** Messages of pages to `server/demo/service-worker.ts`. */
type Ask = 'hello' | 'end' | 'take over' | 'stay';

/**
 * Starts the gateway of the demo, or connects to the one that another page started. Without service workers it shows an error
 * and never settles.
 */
export async function startDemo(): Promise<void> {
  try {
    await connect();
  } catch (error) {
    showUnavailable(error);
    await new Promise(() => {});
  }
  saveDownloadsHere();
  setInterval(() => navigator.serviceWorker.controller?.postMessage({ ask: 'stay' satisfies Ask }), STAY_EVERY_MS);
}

async function connect(): Promise<void> {
  if (!('serviceWorker' in navigator)) throw new Error('Service workers are not available');
  const registration = await registerServiceWorker();
  const active = await activeWorker(registration);
  const build = document.querySelector<HTMLMetaElement>('meta[name="flowdeck-build"]')?.content;
  if ((await ask(active, 'hello')) !== build) await inTime('update', replaceWorker(registration, active));
  await inTime('control', untilControlled());
}

/** Returns the active worker; the very first one activates automatically. */
async function activeWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker> {
  if (registration.active) return registration.active;
  const { active } = await inTime('start', navigator.serviceWorker.ready);
  if (!active) throw new Error('The service worker did not start');
  return active;
}

/**
 * Replaces the worker if the page is of a newer build than the gateway. The gateway's data is lost either way: it closes, and the
 * worker of this build replaces it. A browser may delay that until all other pages are closed. The page then uses a fresh gateway
 * of the earlier build, as it does if the host has no newer worker yet.
 */
async function replaceWorker(registration: ServiceWorkerRegistration, active: ServiceWorker): Promise<void> {
  await registration.update().catch(() => {});
  const next = registration.installing ?? registration.waiting;
  if (!next) return;
  await untilState(next, 'installed');
  const isReplaced = new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
  });
  // A worker does not take over while a stream of the earlier one is open.
  await ask(active, 'end');
  next.postMessage({ ask: 'take over' satisfies Ask });
  await Promise.race([isReplaced, new Promise((resolve) => setTimeout(resolve, REPLACED_WITHIN_MS))]);
}

/** @returns the build of the worker */
function ask(worker: ServiceWorker, requested: Ask): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  const response = new Promise<string>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<{ build: string }>) => {
      port1.close();
      resolve(data.build);
    });
  });
  port1.start();
  worker.postMessage({ ask: requested }, [port2]);
  return inTime(requested, response);
}

function untilControlled(): Promise<void> {
  const { serviceWorker } = navigator;
  return new Promise((resolve) => {
    if (serviceWorker.controller) resolve();
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
  });
}

const ORDER: readonly ServiceWorkerState[] = ['parsed', 'installing', 'installed', 'activating', 'activated'];

function untilState(worker: ServiceWorker, state: ServiceWorkerState): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (ORDER.indexOf(worker.state) >= ORDER.indexOf(state)) resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

function inTime<T>(what: string, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The service worker took too long (${what})`)), WAIT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Renders without the app, with the styles of the page. */
function showUnavailable(error: unknown): void {
  const main = document.createElement('main');
  main.className = 'flex h-dvh flex-col items-center justify-center gap-2 p-6 text-center';
  const heading = document.createElement('h1');
  heading.className = 'text-lg font-semibold';
  heading.textContent = 'The demo cannot run in this browser';
  const words = document.createElement('p');
  words.className = 'max-w-prose text-muted';
  words.textContent =
    'It needs a service worker, which private windows and some settings do not allow. Open this page in a normal window, over HTTPS or on localhost.';
  const reason = document.createElement('p');
  reason.className = 'text-muted';
  reason.textContent = messageOf(error);
  main.append(heading, words, reason);
  document.getElementById('root')?.replaceChildren(main);
}

/**
 * Saves downloads in the page. Browsers request the target of a download link from the host, bypassing the service worker, and the
 * host does not have it. In the demo the page loads such a file and saves it.
 */
function saveDownloadsHere(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.hasAttribute('download') || new URL(link.href).origin !== location.origin) return;
    // Blob URLs of this page have the page's origin, too.
    if (link.protocol === 'blob:') return;
    event.preventDefault();
    void save(link.href, link.download);
  });
}

function save(url: string, name: string): Promise<unknown> {
  return runAction({
    async run() {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
      saveBlob(await response.blob(), name);
    },
    failed: () => ({ title: `Could not download ${name}`, description: 'The file is no longer in this browser.' }),
  });
}
