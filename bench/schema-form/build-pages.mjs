// Builds each form as a page of its own, beside the console, and serves both from this machine.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { alias } from '../../scripts/alias.mjs';
import { root } from '../../scripts/build-parts.mjs';
import { FIRST_SCREENS } from '../../scripts/first-screen-size.mjs';
import { collectFiles } from '../../scripts/manifest.mjs';

/** What is there before anybody opens a model: the entry and the first screen. */
const CONSOLE = ['src/main.tsx', FIRST_SCREENS['/local/submit']];
const REACT = /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * @typedef {{ addedBytes: number, aloneBytes: number }} Weight scripts before the form stands, packed: on top of the first
 *   screen of the console, and on top of React alone
 * @typedef {{ address: string, weights: Record<string, Weight> }} Pages
 */

/** @param {readonly string[]} names @param {(pages: Pages) => Promise<void>} work */
export async function withFormPages(names, work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-form-'));
  try {
    /** @type {Record<string, Weight>} */
    const weights = {};
    for (const name of names) weights[name] = await buildPage(name, path.join(folder, name));
    const server = http.createServer((request, response) => {
      const file = path.join(folder, path.normalize(new URL(request.url ?? '/', 'http://here').pathname));
      const type = TYPES[/** @type {keyof typeof TYPES} */ (path.extname(file))];
      if (!existsSync(file)) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' }).end(readFileSync(file));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const place = server.address();
    if (place === null || typeof place === 'string') throw new Error('The pages have no port');
    try {
      await work({ address: `http://127.0.0.1:${place.port}`, weights });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} name @param {string} folder @returns {Promise<Weight>} */
async function buildPage(name, folder) {
  const entry = `bench/schema-form/${name}.tsx`;
  const beside = `${folder}-beside`;
  await buildForm(entry, beside, true);
  const known = new Set(CONSOLE.flatMap((module) => scriptsOf(beside, module)));
  const addedBytes = weigh(
    beside,
    scriptsOf(beside, entry).filter((script) => !known.has(script)),
  );
  await buildForm(entry, folder, false);
  const scripts = scriptsOf(folder, entry);
  const aloneBytes = weigh(
    folder,
    scripts.filter((script) => !/[\\/]react-/.test(script)),
  );
  const { file, css = [] } = manifestOf(folder)[entry] ?? { file: '' };
  const links = css.map((sheet) => `<link rel="stylesheet" href="./${sheet}">`).join('');
  const head = `<meta charset="utf-8"><title>${name}</title>${links}`;
  const body = `<div id="form"></div><script type="module" src="./${file}"></script>`;
  const page = `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
  writeFileSync(path.join(folder, 'index.html'), page);
  return { addedBytes, aloneBytes };
}

/** @param {string} entry @param {string} outDir @param {boolean} isBeside with the console in the same build */
async function buildForm(entry, outDir, isBeside) {
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    base: './',
    publicDir: false,
    plugins: [react(), tailwindcss()],
    resolve: { alias },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      manifest: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: isBeside ? ['src/main.tsx', entry] : entry,
        output: { codeSplitting: { groups: [{ name: 'react', test: REACT, priority: 1 }] } },
      },
    },
    worker: { format: 'es' },
  });
}

/** @param {string} folder @returns {import('../../scripts/manifest.mjs').Manifest} */
function manifestOf(folder) {
  return JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'));
}

/** @param {string} folder @param {string} module */
function scriptsOf(folder, module) {
  /** @type {Set<string>} */
  const files = new Set();
  collectFiles(manifestOf(folder), module, files);
  return [...files].filter((file) => file.endsWith('.js'));
}

/** @param {string} folder @param {readonly string[]} scripts */
function weigh(folder, scripts) {
  const sizes = scripts.map((script) => gzipSync(readFileSync(path.join(folder, script)), { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}
