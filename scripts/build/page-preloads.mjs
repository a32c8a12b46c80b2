// Writes what each console page needs besides the entry. The browser then loads everything at once instead of first the router
// and then the page. The gateway sends it as the `Link` header of the page.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build-parts.mjs';
import { collectFiles, entriesOf } from './manifest.mjs';
import { PAGES } from './route-pages.mjs';

/** Module that the entry loads after the prerendered content is painted. */
export const APP = 'src/start.tsx';

/** Shown first by the job page on wide screens, as defined by `src/features/jobs/list/two-columns.ts`. */
export const GRAPH = 'src/shared/graph/graph-view.tsx';
const WIDE = '(min-width: 840px)';

/** Key for all other pages. */
const OTHER_PAGES = '*';

/** Scripts of `index.html` that precede the first paint. */
const LOOSE_SCRIPTS = ['theme.js', 'early-files.js'];

/** Font of the first paint; the browser would otherwise load it only when it lays out text. */
const FONT = /inter-latin-wght-normal-[\w-]+\.woff2$/;

/** @type {{ thumbnail: string }[]} */
const samples = JSON.parse(readFileSync(path.join(root, 'src/features/submit/samples.json'), 'utf8'));
/** Images in the first paint of the Submit page. */
const IMAGES = samples.map(({ thumbnail }) => `samples/${thumbnail}`);

/** Vite plugin. Needs `build.manifest`. */
export function pagePreloads() {
  let folder = '';
  return {
    name: 'flowdeck:page-preloads',
    /** @type {'build'} */
    apply: 'build',
    configResolved(/** @type {{ root: string, build: { outDir: string } }} */ config) {
      folder = path.resolve(config.root, config.build.outDir, '.vite');
    },
    writeBundle: {
      // Runs after the manifest of the same build is written.
      order: /** @type {'post'} */ ('post'),
      handler() {
        const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
        writeFileSync(path.join(folder, 'preloads.json'), JSON.stringify(linksOfPages(manifest), null, 2));
      },
    },
  };
}

/**
 * @param {import('./manifest.mjs').Manifest} manifest
 * @returns {Record<string, string>} header value by page
 * @throws if a page or the font is not in the build
 */
export function linksOfPages(manifest) {
  const font = Object.values(manifest).find(({ file }) => FONT.test(file));
  if (!font) throw new Error('The build has no font to preload');
  const entry = new Set();
  for (const name of entriesOf(manifest)) collectFiles(manifest, name, entry);
  const styles = [...entry].filter((file) => file.endsWith('.css'));
  return Object.fromEntries(
    [[OTHER_PAGES, null], ...Object.entries(PAGES)].map(([page, module]) => {
      const files = new Set();
      collectFiles(manifest, APP, files);
      if (module) collectFiles(manifest, module, files);
      const scripts = [...files].filter((file) => file.endsWith('.js') && !entry.has(file));
      const wide = new Set();
      if (page === 'jobs/*') collectFiles(manifest, GRAPH, wide);
      return [
        page,
        // Resources of the first paint precede those of the app: over few connections they load in this order.
        [
          ...styles.map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
          ...LOOSE_SCRIPTS.map((file) => `</${file}>; rel=preload; as=script`),
          ...(page === 'submit' ? IMAGES : []).map((file) => `</${file}>; rel=preload; as=image`),
          `</${font.file}>; rel=preload; as=font; type="font/woff2"; crossorigin`,
          ...scripts.map((file) => `</${file}>; rel=modulepreload`),
          ...[...wide]
            .filter((file) => file.endsWith('.js') && !entry.has(file) && !files.has(file))
            .map((file) => `</${file}>; rel=modulepreload; media="${WIDE}"`),
        ].join(', '),
      ];
    }),
  );
}

/**
 * Returns the additional header value of a page of this gateway that shows everything: the browser sends the requests of the page's
 * loader while it loads the code. Each must equal the request of the page, or it is sent twice; `e2e/opens.spec.ts` counts them.
 * @param {readonly string[]} requests
 */
export function linksInResponses(requests) {
  return [...new Set(requests)].map((url) => `<${url}>; rel=preload; as=fetch; crossorigin`).join(', ');
}
