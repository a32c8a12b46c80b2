// Builds each page that a bench measures beside the console, and serves them locally.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { alias } from '../../../scripts/alias.mjs';
import { root } from '../../../scripts/build/build-parts.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

/**
 * @template Result
 * @param {readonly string[]} names
 * @param {Readonly<Record<string, string>>} files texts by name, served beside the pages
 * @param {(address: string) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withBuiltPages(names, files, work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-pages-'));
  try {
    for (const name of names) await buildPage(name, path.join(folder, name));
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
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
      return await work(`http://127.0.0.1:${position.port}`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} name @param {string} outDir */
async function buildPage(name, outDir) {
  const entry = `bench/console/pages/${name}.tsx`;
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
      rolldownOptions: { input: entry },
    },
    worker: { format: 'es' },
  });
  /** @type {import('../../../scripts/build/manifest.mjs').Manifest} */
  const manifest = JSON.parse(readFileSync(path.join(outDir, '.vite/manifest.json'), 'utf8'));
  const { file, css = [] } = manifest[entry] ?? { file: '' };
  const links = css.map((sheet) => `<link rel="stylesheet" href="./${sheet}">`).join('');
  const head = `<meta charset="utf-8"><title>${name}</title>${links}`;
  const body = `<div id="root"></div><script type="module" src="./${file}"></script>`;
  const page = `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
  writeFileSync(path.join(outDir, 'index.html'), page);
}
