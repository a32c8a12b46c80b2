// Builds the service worker that keeps the console usable while the gateway is down. It lists the files of its build, and the
// page contains the build id, so that files of two builds are never mixed.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { alias } from '../alias.mjs';
import { root } from './build-parts.mjs';

/** `src/app/follow-build.ts` registers it by this name, at the root, so that its scope includes all pages. */
const FILE = 'service-worker.js';
const PLACEHOLDER = '__BUILD_ID__';

/** @typedef {{ id: string, base: string, page: string, files: string[] }} Build */

/**
 * Vite plugin.
 * @param {{ input?: string, page?: string, define?: (made: Build) => Record<string, string>, plugins?: import('vite').Plugin[] }} [options]
 */
export function serviceWorker({
  input = 'src/service-worker/service-worker.ts',
  page: pagePath = 'index.html',
  define = (made) => ({ FLOWDECK_BUILD: JSON.stringify(made) }),
  plugins = [],
} = {}) {
  let folder = '';
  let base = '/';
  return {
    name: 'flowdeck:service-worker',
    /** @type {'build'} */
    apply: 'build',
    configResolved(/** @type {{ root: string, base: string, build: { outDir: string } }} */ config) {
      base = config.base;
      folder = path.resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      order: /** @type {'post'} */ ('post'),
      async handler() {
        const made = describeBuild(folder, base, pagePath);
        const page = path.join(folder, 'index.html');
        writeFileSync(page, readFileSync(page, 'utf8').replace(PLACEHOLDER, made.id));
        await build({
          configFile: false,
          root,
          logLevel: 'warn',
          resolve: { alias },
          publicDir: false,
          plugins,
          define: define(made),
          build: {
            outDir: folder,
            emptyOutDir: false,
            target: 'es2023',
            rolldownOptions: {
              input: path.join(root, input),
              output: { format: 'iife', entryFileNames: FILE },
            },
          },
        });
      },
    },
  };
}

/**
 * @param {string} folder of a finished build
 * @param {string} base URL path where it will be served, with a slash at both ends
 * @param {string} pagePath path of the page below `base`
 * @returns {Build}
 * @throws if the page has no placeholder for the id, or the build has no hashed files
 */
export function describeBuild(folder, base = '/', pagePath = 'index.html') {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  if (!page.includes(PLACEHOLDER)) throw new Error(`index.html has no ${PLACEHOLDER}`);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !/(?:^|\/)\.|\.(?:map|br|gz)$/.test(file) && file !== 'index.html' && file !== FILE)
    .toSorted();
  if (!files.some((file) => file.startsWith('_app/'))) throw new Error('The build has no files under /_app/');
  const hash = createHash('sha256').update(page);
  for (const file of files) {
    hash.update(`\n${base}${file}\n`);
    // The name of a hashed file identifies its content.
    if (!file.startsWith('_app/')) hash.update(readFileSync(path.join(folder, file)));
  }
  const id = hash.digest('hex').slice(0, 16);
  return { id, base, page: base + pagePath, files: files.map((file) => base + file) };
}
