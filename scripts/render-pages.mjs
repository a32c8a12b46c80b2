// Run by scripts/prerender.mjs in a process of its own, since the console asks for what only a browser has: here
// stands as much of that as its first picture needs.
import { pathToFileURL } from 'node:url';

const [bundle = '', paths = '{}'] = process.argv.slice(2);

const nothing = () => null;
// A gateway that runs on this machine while the console is built must not get its jobs into the picture.
// Only whether the console itself is served, which a page asks when its code cannot be loaded, has an answer: its error is thrown then.
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
const pictures = {};
for (const [page, path] of Object.entries(JSON.parse(paths))) pictures[page] = await prerenderPage(path);
process.stdout.write(JSON.stringify(pictures), () => process.exit(0));
