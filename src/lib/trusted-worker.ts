import { BASE_PATH } from './host-kind';

/**
 * The one door through which workers are made. Under `require-trusted-types-for 'script'` a worker address must come from
 * a policy; `flowdeck` accepts scripts of this build only, so that no string made at run time ever becomes code.
 */
interface ScriptPolicy {
  createScriptURL(url: string): unknown;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy;
}

const POLICY_NAME = 'flowdeck';
/** Above all pages, because a service worker serves only what lies below it. */
const SERVICE_WORKER = `${BASE_PATH}service-worker.js`;
const BUILT = `${BASE_PATH}_app/`;

let policy: ScriptPolicy | null = null;

/** @param url what `import url from './x?worker&url'` gives. @throws TypeError for any other address. */
export function startWorker(url: string): Worker {
  return new Worker(trusted(url), { type: 'module' });
}

/** @throws if the browser refuses it, such as in some private windows */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(trusted(SERVICE_WORKER));
}

function trusted(url: string): string {
  policy ??= createPolicy();
  return policy.createScriptURL(url) as string;
}

function createPolicy(): ScriptPolicy {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  const rules = { createScriptURL: ownScript };
  return factory ? factory.createPolicy(POLICY_NAME, rules) : rules;
}

/** Built scripts, but for the service worker, lie under `_app/`; the development server serves sources with `?worker_file`. */
export function ownScript(url: string): string {
  const absolute = new URL(url, location.href);
  const isOwn = absolute.origin === location.origin;
  const isBuilt = absolute.pathname.startsWith(BUILT) || absolute.pathname === SERVICE_WORKER;
  const isServedSource = import.meta.env.DEV && absolute.searchParams.has('worker_file');
  if (!isOwn || !(isBuilt || isServedSource)) throw new TypeError(`Not a script of this build: ${url}`);
  return absolute.href;
}
