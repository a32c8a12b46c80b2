// Builds each form as a separate page, with React in a separate file, and serves both locally.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { alias } from '../../../scripts/alias.mjs';
import { root } from '../../../scripts/build/build-parts.mjs';
import { collectFiles } from '../../../scripts/build/manifest.mjs';

const REACT = /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** @typedef {{ before: number, whole: number }} Weight compressed script bytes without React: until the form is shown, and including all lazy chunks */
/** @typedef {{ address: string, weights: Record<string, Weight> }} Pages */

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
    const position = server.address();
    if (position === null || typeof position === 'string') throw new Error('The pages have no port');
    try {
      await work({ address: `http://127.0.0.1:${position.port}`, weights });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} name @param {string} outDir @returns {Promise<Weight>} */
async function buildPage(name, outDir) {
  const entry = `bench/console/schema-form/${name}.tsx`;
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
      // Preloading of lazy chunks belongs to the bundler and, like React, is excluded from both forms.
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        output: { codeSplitting: { groups: [{ name: 'react', test: REACT, priority: 1 }] } },
      },
    },
    worker: { format: 'es' },
  });
  /** @type {import('../../../scripts/build/manifest.mjs').Manifest} */
  const manifest = JSON.parse(readFileSync(path.join(outDir, '.vite/manifest.json'), 'utf8'));
  const { file, css = [] } = manifest[entry] ?? { file: '' };
  const links = css.map((sheet) => `<link rel="stylesheet" href="./${sheet}">`).join('');
  const head = `<meta charset="utf-8"><title>${name}</title>${links}`;
  const body = `<div id="form"></div><script type="module" src="./${file}"></script>`;
  const page = `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
  writeFileSync(path.join(outDir, 'index.html'), page);
  /** @type {Set<string>} */
  const files = new Set();
  collectFiles(manifest, entry, files);
  /** @param {readonly string[]} names */
  const weigh = (names) =>
    names
      .filter((script) => script.endsWith('.js') && !/[\\/]react-/.test(script))
      .reduce((sum, script) => sum + gzipSync(readFileSync(path.join(outDir, script)), { level: 9 }).length, 0);
  const all = readdirSync(path.join(outDir, 'assets')).map((name) => `assets/${name}`);
  return { before: weigh([...files]), whole: weigh(all) };
}
