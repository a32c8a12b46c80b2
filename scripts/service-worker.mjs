// Builds the service worker that keeps the console usable while the gateway is down. It knows the files of its build by
// name, and the page carries the id of the build, so that files of two builds are never mixed.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { alias } from './alias.mjs';
import { root } from './build-parts.mjs';

/** `src/app/follow-build.ts` registers it by this name, at the root: below it lie all pages. */
const FILE = 'service-worker.js';
const PLACEHOLDER = '__BUILD_ID__';

/** A vite plugin. */
export function serviceWorker() {
  let folder = '';
  return {
    name: 'flowdeck:service-worker',
    /** @type {'build'} */
    apply: 'build',
    configResolved(/** @type {{ root: string, build: { outDir: string } }} */ config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      order: /** @type {'post'} */ ('post'),
      async handler() {
        const made = describeBuild(folder);
        const page = path.join(folder, 'index.html');
        writeFileSync(page, readFileSync(page, 'utf8').replace(PLACEHOLDER, made.id));
        await build({
          configFile: false,
          root,
          logLevel: 'warn',
          resolve: { alias },
          publicDir: false,
          define: { FLOWDECK_BUILD: JSON.stringify(made) },
          build: {
            outDir: folder,
            emptyOutDir: false,
            target: 'es2023',
            rolldownOptions: {
              input: path.join(root, 'src/service-worker/service-worker.ts'),
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
 * @returns {{ id: string, files: string[] }}
 * @throws if the page has no place for the id, or if the build has no hashed files
 */
export function describeBuild(folder) {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  if (!page.includes(PLACEHOLDER)) throw new Error(`index.html has no ${PLACEHOLDER}`);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')}`)
    .filter((file) => !/\/\.|\.(?:map|br|gz)$/.test(file) && file !== '/index.html' && file !== `/${FILE}`)
    .toSorted();
  if (!files.some((file) => file.startsWith('/_app/'))) throw new Error('The build has no files under /_app/');
  const hash = createHash('sha256').update(page);
  for (const file of files) {
    hash.update(`\n${file}\n`);
    // The name of a hashed file says what is in it.
    if (!file.startsWith('/_app/')) hash.update(readFileSync(path.join(folder, file)));
  }
  return { id: hash.digest('hex').slice(0, 16), files };
}
