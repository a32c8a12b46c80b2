// Draws the first picture of the pages that people open most: markup that the gateway serves inside the page, and that
// the app replaces when its code has come and run. Nothing in it can be used, and no reader is told of it.
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { alias } from './alias.mjs';
import { root } from './build-parts.mjs';

/** By the name that the page has among the preloads. */
export const GATEWAY_PAGES = {
  submit: '/local/submit',
  jobs: '/local/jobs',
  models: '/local/models',
  // The gateway writes the model of the path in place of this one.
  'models/*': '/local/models/__PROVIDER__/__MODEL__',
};

/** The only address whose first paint does not depend on what the browser has stored. */
export const STATIC_PAGES = { '/': '/' };

/** The policy of the page allows neither; the app sets its styles by script, and the picture has no script. */
const FORBIDDEN = /\s(?:style|on\w+)=|<(?:script|style)\b/i;

/** A vite plugin. @param {Record<string, string>} pages @param {{ hasGateway: boolean }} host */
export function firstPictures(pages, { hasGateway }) {
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
      // Not in the build's folder, which may be anywhere: the code to draw with imports packages.
      const work = path.join(root, `node_modules/.cache/flowdeck-drawing-${process.pid}`);
      const pictures = await prerenderPages(work, { pages, base, hasGateway });
      writeFileSync(path.join(folder, 'pictures.json'), JSON.stringify(pictures));
    },
  };
}

/**
 * @param {string} work a folder of its own, which is gone afterwards
 * @param {{ pages: Record<string, string>, base: string, hasGateway: boolean }} what
 * @returns {Promise<Record<string, string>>}
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
    const drawn = await promisify(execFile)(
      process.execPath,
      [path.join(root, 'scripts/render-pages.mjs'), path.join(work, 'prerender-entry.js'), JSON.stringify(pages)],
      { env: { ...process.env, NODE_ENV: 'production' } },
    );
    return Object.fromEntries(
      Object.entries(JSON.parse(drawn.stdout)).map(([page, markup]) => [page, pictureOf(page, markup)]),
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** React names images that the browser is to load first. Which ones those are is known when the page is filled. */
const IMAGE_LINK = /<link rel="preload" as="image"[^>]*>/g;

/** @param {string} page @param {string} markup @throws when the page would not show it, or show it as something else */
export function pictureOf(page, markup) {
  const forbidden = FORBIDDEN.exec(markup);
  if (forbidden) throw new Error(`The first picture of ${page} has "${forbidden[0].trim()}", which its policy forbids`);
  if (!markup.includes('<h1')) throw new Error(`The first picture of ${page} shows no page`);
  const drawn = markup.replaceAll(IMAGE_LINK, '');
  // Of the items of a list most stay in the build, and of two lists for two widths one is hidden.
  const content = drawn.includes('__LIST ') ? drawn.replaceAll('<img ', '<img loading="lazy" ') : drawn;
  return `<div class="contents" aria-hidden="true" inert>${content}</div>`;
}
