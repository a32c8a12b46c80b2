// Measures what a first visit loads until the first screen is shown: from the build manifest, in compressed size.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './build-parts.mjs';
import { collectFiles, entriesOf } from './manifest.mjs';
import { APP } from './page-preloads.mjs';
import { moduleOfPage, PAGES } from './route-pages.mjs';

const JS_LIMIT_BYTES = 195_000;
const CSS_LIMIT_BYTES = 20_000;
/** Of the other pages, which show what users look at for longer. A module in the wrong file costs each of them 50 kB or more. */
const OTHER_JS_LIMIT_BYTES = 440_000;

/** The two first screens, with the lazy module that each loads in addition to the entry. */
export const FIRST_SCREENS = {
  '/local/submit': moduleOfPage('submit'),
  '/local/jobs': moduleOfPage('jobs'),
};

const OTHER_SCREENS = Object.fromEntries(
  Object.entries(PAGES)
    .map(([name, module]) => [name === '/' ? name : `/local/${name}`, module])
    .filter(([screen]) => !(/** @type {string} */ (screen) in FIRST_SCREENS)),
);

/**
 * @typedef {{ screen: string, js: number, css: number }} ScreenSize compressed size in bytes
 */

/**
 * @param {import('./manifest.mjs').Manifest} manifest @param {string} page the built index.html @param {(file: string) => number} sizeOf
 * @param {Record<string, string>} screens page modules by path
 * @returns {ScreenSize[]} @throws if a file that should be measured is missing
 */
export function measureFirstScreens(manifest, page, sizeOf, screens = FIRST_SCREENS) {
  const entries = entriesOf(manifest);
  if (entries.length === 0) throw new Error('The manifest of the build has no entry');
  // Scripts outside the bundle, such as the one that sets the theme before the first paint.
  const plainScripts = [...page.matchAll(/<script[^>]+src="\/([^"]+)"/g)].map((match) => match[1] ?? '');
  return Object.entries(screens).map(([screen, lazyModule]) => {
    /** @type {Set<string>} */
    const files = new Set();
    for (const name of [...entries, APP, lazyModule]) collectFiles(manifest, name, files);
    for (const script of plainScripts) files.add(script);
    const sum = (/** @type {string} */ extension) =>
      [...files].filter((file) => file.endsWith(extension)).reduce((bytes, file) => bytes + sizeOf(file), 0);
    const size = { screen, js: sum('.js'), css: sum('.css') };
    if (size.js === 0 || size.css === 0) throw new Error(`Nothing was measured for ${screen}`);
    return size;
  });
}

/** @param {Record<string, string>} [screens] @returns {ScreenSize[]} of the build in dist/console */
function firstScreenSizes(screens) {
  const folder = path.join(root, 'dist/console');
  const read = (/** @type {string} */ file) => readFileSync(path.join(folder, file));
  return measureFirstScreens(
    JSON.parse(read('.vite/manifest.json').toString()),
    read('index.html').toString(),
    (file) => gzipSync(read(file), { level: 9 }).length,
    screens,
  );
}

/** @returns {{ problems: string[], note: string }} */
export function checkFirstScreenSize() {
  const sizes = firstScreenSizes();
  const others = firstScreenSizes(OTHER_SCREENS).filter(({ js }) => js > OTHER_JS_LIMIT_BYTES);
  const problems = sizes.flatMap(({ screen, js, css }) => [
    ...(js > JS_LIMIT_BYTES ? [`${screen} loads ${kB(js)} of script; the limit is ${kB(JS_LIMIT_BYTES)}`] : []),
    ...(css > CSS_LIMIT_BYTES ? [`${screen} loads ${kB(css)} of styles; the limit is ${kB(CSS_LIMIT_BYTES)}`] : []),
  ]);
  for (const { screen, js } of others) {
    problems.push(`${screen} loads ${kB(js)} of script; the limit is ${kB(OTHER_JS_LIMIT_BYTES)}`);
  }
  const note = sizes.map(({ screen, js, css }) => `${screen} ${kB(js)} js, ${kB(css)} css`).join('; ');
  return { problems, note };
}

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB gz`;
