// Runs in a separate process of scripts/build/prerender.mjs, since the console needs browser globals: this defines those that
// prerendering needs.
import { pathToFileURL } from 'node:url';

const [bundle = '', paths = '{}'] = process.argv.slice(2);

const nothing = () => null;
// Keeps jobs of a gateway that runs on this machine out of the prerendered pages. Only the HEAD request that checks whether the
// console is served gets a response: a page sends it when its code failed to load, and the error is then thrown.
const silence = (/** @type {unknown} */ _url, /** @type {RequestInit} */ init) =>
  init?.method === 'HEAD' ? Promise.resolve() : new Promise(() => {});
const storage = { getItem: nothing, setItem: nothing, removeItem: nothing };
for (const [name, value] of Object.entries({
  location: new URL('https://flowdeck.example/'),
  navigator: { userAgent: '', language: 'en' },
  document: { hidden: false, visibilityState: 'visible', addEventListener: nothing, removeEventListener: nothing },
  fetch: silence,
  localStorage: storage,
  sessionStorage: storage,
  addEventListener: nothing,
  removeEventListener: nothing,
})) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

const { prerenderPage } = await import(pathToFileURL(bundle).href);
/** @type {Record<string, string>} */
const images = {};
for (const [page, path] of Object.entries(JSON.parse(paths))) images[page] = await prerenderPage(path);
process.stdout.write(JSON.stringify(images), () => process.exit(0));
