import { BASE_PATH } from './host-kind';
import { currentLanguage } from './i18n/messages';

/**
 * The only place that creates workers. Under `require-trusted-types-for 'script'` a worker URL must come from a policy; `flowdeck`
 * accepts scripts of this build only, so that no string created at run time ever becomes code.
 */
interface ScriptPolicy {
  createScriptURL(url: string): unknown;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy;
}

const POLICY_NAME = 'flowdeck';
/** At the root of the console, because a service worker controls only URLs below it. */
const SERVICE_WORKER = `${BASE_PATH}service-worker.js`;
const BUILT = `${BASE_PATH}_app/`;

let policy: ScriptPolicy | null = null;

/**
 * The name of the worker is the language of the page (`src/lib/i18n/worker-language.ts`).
 * @param url the result of `import url from './x?worker&url'`. @throws TypeError for any other URL.
 */
export function startWorker(url: string): Worker {
  return new Worker(trusted(url), { type: 'module', name: currentLanguage() });
}

/** @throws if the browser refuses it, such as in some private windows */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(trusted(SERVICE_WORKER));
}

function trusted(url: string): string {
  policy ??= createPolicy();
  // The DOM types accept strings only; the browser accepts the policy's result.
  return policy.createScriptURL(url) as string;
}

function createPolicy(): ScriptPolicy {
  // Not in every browser, and not in the types of the DOM.
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  const rules = { createScriptURL: ownScript };
  return factory ? factory.createPolicy(POLICY_NAME, rules) : rules;
}

/** Built scripts except the service worker are in `_app/`; the development server serves sources with `?worker_file`. */
export function ownScript(url: string): string {
  const absolute = new URL(url, location.href);
  const isOwn = absolute.origin === location.origin;
  const isBuilt = absolute.pathname.startsWith(BUILT) || absolute.pathname === SERVICE_WORKER;
  const isServedSource = import.meta.env.DEV && absolute.searchParams.has('worker_file');
  if (!isOwn || !(isBuilt || isServedSource)) throw new TypeError(`Not a script of this build: ${url}`);
  return absolute.href;
}
