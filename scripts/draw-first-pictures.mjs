// Run by scripts/first-pictures.mjs in a process of its own, since the console asks for what only a browser has: here
// stands as much of that as its first picture needs.
import { pathToFileURL } from 'node:url';

const [bundle = '', paths = '{}'] = process.argv.slice(2);

const nothing = () => null;
// A gateway that runs on this machine while the console is built must not get its jobs into the picture.
const silence = () => new Promise(() => {});
const storage = { getItem: nothing, setItem: nothing, removeItem: nothing };
for (const [name, value] of Object.entries({
  location: new URL('http://127.0.0.1:8189/'),
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

const { drawFirstPicture } = await import(pathToFileURL(bundle).href);
/** @type {Record<string, string>} */
const pictures = {};
for (const [page, path] of Object.entries(JSON.parse(paths))) pictures[page] = await drawFirstPicture(path);
process.stdout.write(JSON.stringify(pictures), () => process.exit(0));
