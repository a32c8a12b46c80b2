// Runs in a separate process of scripts/build/prerender.mjs, since the console needs browser globals: this defines those that
// prerendering needs.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [bundle = '', paths = '{}', documentsFile = ''] = process.argv.slice(2);
const documents = JSON.parse(readFileSync(documentsFile, 'utf8'));

/** Requests of the loader of the page that is being rendered. @type {string[]} */
let requests = [];

const page = new URL('https://flowdeck.example/');
const nothing = () => null;
// Keeps jobs of a gateway that runs on this machine out of the prerendered pages. Only the HEAD request that checks whether the
// console is served gets a response: a page sends it when its code failed to load, and the error is then thrown.
const silence = (/** @type {string} */ url, /** @type {RequestInit} */ init) => {
  if (init?.method === 'HEAD') return Promise.resolve();
  const { pathname, search } = new URL(url, page);
  requests.push(pathname + search);
  return new Promise(() => {});
};
const storage = { getItem: nothing, setItem: nothing, removeItem: nothing };
for (const [name, value] of Object.entries({
  location: page,
  navigator: { userAgent: '', language: 'en' },
  document: {
    hidden: false,
    visibilityState: 'visible',
    documentElement: { dir: '' },
    addEventListener: nothing,
    removeEventListener: nothing,
  },
  fetch: silence,
  localStorage: storage,
  sessionStorage: storage,
  addEventListener: nothing,
  removeEventListener: nothing,
})) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

const { prerenderPage } = await import(pathToFileURL(bundle).href);
/** @type {import('./prerender.mjs').RenderedPages} */
const pages = {};
for (const [name, path] of Object.entries(JSON.parse(paths))) {
  requests = [];
  pages[name] = { markup: await prerenderPage(path, documents), requests };
}
process.stdout.write(JSON.stringify(pages), () => process.exit(0));
