// Prerenders the most used pages: markup that the gateway serves inside the page, and that the app replaces once its code has
// run. It is inert and hidden from screen readers.
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { alias } from '../alias.mjs';
import { loadSource } from '../load-source.mjs';
import { root } from './build-parts.mjs';
import { linksInResponses } from './page-preloads.mjs';

/** Paths by the page's name in the preloads. */
export const GATEWAY_PAGES = {
  submit: '/local/submit',
  jobs: '/local/jobs',
  models: '/local/models',
  // The gateway replaces this by the model of the path.
  'models/*': '/local/models/__PROVIDER__/__MODEL__',
};

/** The only URL whose first paint does not depend on browser storage. */
export const STATIC_PAGES = { '/': '/' };

/** @typedef {Record<string, { markup: string, requests: string[] }>} RenderedPages by page; the requests are those of its loader */

/** The page's policy allows neither. The app sets its styles by script, but prerendered markup has no script. */
const FORBIDDEN = /\s(?:style|on\w+)=|<(?:script|style)\b/i;

/** Vite plugin. @param {Record<string, string>} pages @param {{ hasGateway: boolean }} host */
export function prerenderPlugin(pages, { hasGateway }) {
  let folder = '';
  let base = '/';
  return {
    name: 'flowdeck:first-pictures',
    /** @type {'build'} */
    apply: 'build',
    configResolved(/** @type {{ root: string, base: string, build: { outDir: string } }} */ config) {
      base = config.base;
      folder = path.resolve(config.root, config.build.outDir, '.vite');
    },
    writeBundle: async () => {
      // Not in the output folder, which may be anywhere: the prerendering code imports packages.
      const work = path.join(root, `node_modules/.cache/flowdeck-drawing-${process.pid}`);
      const rendered = Object.entries(await prerenderPages(work, { pages, base, hasGateway }));
      const images = rendered.map(([page, { markup }]) => [page, imageOf(page, markup)]);
      const responses = rendered
        .filter(([, { requests }]) => requests.length > 0)
        .map(([page, { requests }]) => [page, linksInResponses(requests)]);
      writeFileSync(path.join(folder, 'pictures.json'), JSON.stringify(Object.fromEntries(images)));
      writeFileSync(path.join(folder, 'answers.json'), JSON.stringify(Object.fromEntries(responses), null, 2));
    },
  };
}

/**
 * @param {string} work temporary folder, deleted afterwards
 * @param {{ pages: Record<string, string>, base: string, hasGateway: boolean }} what
 * @returns {Promise<RenderedPages>}
 */
async function prerenderPages(work, { pages, base, hasGateway }) {
  try {
    await build({
      configFile: false,
      root,
      base,
      define: { __FLOWDECK_GATEWAY__: hasGateway },
      logLevel: 'error',
      resolve: { alias },
      publicDir: false,
      build: { ssr: 'src/prerender-entry.tsx', outDir: work, emptyOutDir: true, minify: false, target: 'node20' },
    });
    // A file: on Windows, a command line has room for 32,767 characters.
    const documents = path.join(work, 'documents.json');
    writeFileSync(documents, JSON.stringify(hasGateway ? await builtinDocuments() : {}));
    const drawn = await promisify(execFile)(
      process.execPath,
      [
        path.join(root, 'scripts/build/render-pages.mjs'),
        path.join(work, 'prerender-entry.js'),
        JSON.stringify(pages),
        documents,
      ],
      { env: { ...process.env, NODE_ENV: 'production' } },
    );
    return JSON.parse(drawn.stdout);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @returns {Promise<Record<string, string>>} OpenAPI documents of the gateway's own models, by id */
async function builtinDocuments() {
  const folder = 'server/router/providers/builtin';
  const { BUILTIN_MODELS, BUILTIN_PROVIDER } = await loadSource(`${folder}/builtin-models.ts`);
  const { documentOf } = await loadSource(`${folder}/document.ts`);
  return Object.fromEntries(
    BUILTIN_MODELS.map((/** @type {{ model: string }} */ model) => {
      const id = `${BUILTIN_PROVIDER}/${model.model}`;
      return [id, documentOf(model, id)];
    }),
  );
}

/** Styles of tabs, which change nothing in a page without focus. */
const TAB_STYLE = / style="(?:outline:none|animation-duration:0s)"/g;

/** Preload links that React adds for images. The final image URLs are only known when the page is filled in. */
const IMAGE_LINK = /<link rel="preload" as="image"[^>]*>/g;

/** @param {string} page @param {string} rendered @throws if the page could not show it correctly */
export function imageOf(page, rendered) {
  const markup = rendered.replaceAll(TAB_STYLE, '');
  const forbidden = FORBIDDEN.exec(markup);
  if (forbidden) throw new Error(`The first picture of ${page} has "${forbidden[0].trim()}", which its policy forbids`);
  if (!markup.includes('<h1')) throw new Error(`The first picture of ${page} shows no page`);
  const drawn = markup.replaceAll(IMAGE_LINK, '');
  // Lazy images in lists: the gateway drops most items when it fills in the page, and one of two lists for different widths is
  // hidden.
  const content = drawn.includes('__LIST ')
    ? drawn.replaceAll(/<img (?![^>]*loading=)/g, '<img loading="lazy" ')
    : drawn;
  return `<div class="contents" aria-hidden="true" inert>${content}</div>`;
}
